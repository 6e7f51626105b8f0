"""Every event of Battles and their rewards once, as its facts are told."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import asdict

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model.events import BattleReported
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from oathbook.domain.rulesets.kit.rows import Row
from oathbook.domain.rulesets.kit.wording import format_count


def _list_seats(seats: Iterable[Seat]) -> str:
    return ", ".join(map(_called, seats)) or "nobody"


def _called(seat: Seat) -> str:
    return "the Bandits" if seat == BANDITS else seat


def _with_verb(seat: Seat, verb: str) -> str:
    """A player, or the Bandits, who are several, with a verb."""
    return f"the Bandits {verb}" if seat == BANDITS else f"{seat} {verb}s"


def _player_or_none(seat: Seat) -> Seat | None:
    return None if seat == BANDITS else seat


def _player_in(field: str) -> Mapping[str, Callable[[object], Seat | None]]:
    """Who did it by the seat in this field; the Bandits are nobody's seat."""
    return {"player": lambda event: _player_or_none(getattr(event, field))}


def _wounds(number: int) -> str:
    return format_count(number, "Wound")


def _on_top(cubes: int) -> str:
    return f"{format_count(cubes, 'cube')} on top of the Hourglass Board"


def _allies(event: b.AlliancesFormed) -> Iterable[Mapping[str, Seat]]:
    """Each of them with each other one."""
    pairs = ((one, other) for pair in event.alliances for one in pair for other in pair if one != other)
    return ({"seat": one, "ally": other} for one, other in pairs)


def _attacked(event: b.TargetsChosen) -> Iterable[Mapping[str, object]]:
    """The players that the Attacker attacks; an attack may still come to nothing."""
    doer = {"player": _player_or_none(event.attacker), "attacks": _with_verb(event.attacker, "attack")}
    return ({**doer, "defender": each} for each in event.defenders if each != BANDITS)


def _aims(event: b.TargetsChosen) -> Iterable[Mapping[str, object]]:
    return ({**asdict(aim), "player": _player_or_none(event.attacker)} for aim in event.aims)


def _improved(event: b.AttributesImproved) -> Iterable[Mapping[str, object]]:
    now, better = asdict(event.figures), asdict(event.better)
    improved = (name for name, by in better.items() if by not in {0, "0"})
    return ({"attribute": name.replace("_", " ").title(), "value": now[name]} for name in improved)


_by_seat: Final = partial(Row, by="player", computed=_player_in("seat"), words={"seat": _called})
_by_attacker: Final = partial(Row, by="player", computed=_player_in("attacker"))
_by_nobody: Final = partial(Row, by="")
_by_owner: Final = partial(Row, by="player", computed=_player_in("owner"), words={"owner": _called})

BATTLE_ROWS: Final = (
    Row(
        b.BattleBegan,
        "battle_begins",
        "{seat} resolves the Battle on {tile}: {there}",
        "tile players bandits",
        marker=True,
        begins="phase",
        slot_values={"players": ", ".join},
        computed={
            "bandits": lambda event: event.camp is not None,
            "there": lambda event: _list_seats((*event.players, *((BANDITS,) if event.camp else ()))),
        },
    ),
    Row(b.BattleBegan, "joins_battle", "{seat} is in the Battle on {tile}", "tile", each="players"),
    Row(
        b.AllyNamed,
        "wants_ally",
        "{seat} wants {ally} as an ally on {tile}",
        "tile ally",
        when=lambda event: event.ally is not None,
    ),
    Row(b.AllyNamed, "wants_no_ally", "{seat} wants no ally on {tile}", "tile"),
    Row(b.AlliancesFormed, "allies", "{seat} is an ally of {ally} on {tile}", "tile with=ally", each=_allies),
    _by_seat(
        b.CubesPlaced,
        "places_cubes",
        lambda event: f"{_with_verb(event.seat, 'place')} {_on_top(event.cubes)}",
        "tile cubes",
    ),
    _by_nobody(b.TimePassed, "time_passes", "time passes: everybody's cubes fall by {cubes}", "tile cubes"),
    _by_attacker(
        b.BattleTurnBegan,
        "battle_turn_begins",
        lambda event: f"Battle Turn {event.turn}: {_with_verb(event.attacker, 'attack')}",
        "tile battle_turn=turn",
        marker=True,
        begins="turn",
    ),
    Row(
        b.TargetsChosen,
        "attacks_player",
        "{attacks} {defender} on {tile}",
        "tile defender",
        by="player",
        each=_attacked,
    ),
    Row(b.TargetsChosen, "targets", "{figure} targets {target}", "tile figure target", by="player", each=_aims),
    _by_attacker(
        b.TargetsChosen,
        "targets_nobody",
        lambda event: f"{_with_verb(event.attacker, 'target')} nobody",
        "tile",
        when=lambda event: not event.aims,
    ),
    Row(b.DiscardsPickedUp, "picks_up", "{seat} takes all {cards} discarded Battlecards back", "cards"),
    Row(b.CardPlaced, "defends", "{seat} places a Battlecard face down", "tile"),
    Row(b.AttackCardPlaced, "plays_card", "{seat} places Battlecard {card} face up", "tile card"),
    Row(b.CardDiscarded, "discards_card", "{seat} discards another Battlecard face down", "tile"),
    _by_nobody(
        b.BanditCardPlaced, "reveals_card", "the Bandits' deck is shuffled, and its top card is {card}", "tile card"
    ),
    Row(b.CardsRevealed, "reveals_card", "{seat} reveals {card}", "tile card", each="cards"),
    _by_owner(
        b.WoundsByCard,
        "wounds_by_card",
        "card {card} of {owner} changes the Wounds of {figure} by {by}: {wounds} now",
        "tile figure card by wounds",
    ),
    _by_attacker(
        b.Attacked,
        "attacks",
        "{figure} attacks {target}: {blow}, {added} added, {wounds} now",
        "tile figure target owner=defender blow added wounds",
        words={"added": _wounds},
    ),
    _by_attacker(b.AttackLapsed, "attack_lapses", "{figure} does not attack: {target} has left", "tile figure target"),
    _by_owner(
        b.SentBack,
        "sent_back",
        "{figure} is sent back with {wounds} at a Health of {health}",
        "tile figure",
        words={"wounds": _wounds},
    ),
    _by_seat(b.LeftBattle, "leaves_battle", "nothing is left of {seat} in the Battle on {tile}", "tile"),
    _by_seat(
        b.CubesReset,
        "waits",
        lambda event: f"{_with_verb(event.seat, 'wait')} with {_on_top(event.cubes)}",
        "tile cubes",
    ),
    _by_nobody(
        b.CardsPutAway, "cards_put_away", "Battlecards are put away: {seats}", "tile", words={"seats": _list_seats}
    ),
    _by_attacker(
        b.BattleTurnEnded, "battle_turn_ends", "Battle Turn {turn} on {tile} ends", "tile battle_turn=turn", marker=True
    ),
    Row(
        b.StallNoticed,
        "battle_stalls",
        "the Battle on {tile} has stalled: no Wound in {turns}",
        "tile turns",
        by="",
        words={"turns": lambda turns: format_count(turns, "Battle Turn")},
    ),
    Row(b.EndAgreed, "agrees_to_end", "{seat} agrees to end the Battle on {tile}", "tile"),
    _by_nobody(b.WoundsDiscarded, "wounds_discarded", "all Wounds on {tile} are discarded", "tile"),
    _by_nobody(b.HourglassEmptied, "hourglass_emptied", "the Hourglass Board is emptied", "tile"),
    Row(
        b.BattleEnded,
        "battle_ends",
        "the Battle on {tile} ends{agreed}; Knights remain of {remaining}",
        "tile remaining agreed",
        by="",
        marker=True,
        words={"remaining": _list_seats, "agreed": lambda agreed: " by agreement" if agreed else ""},
        slot_values={"remaining": _list_seats},
    ),
)
REPORT_ROWS: Final = (
    Row(
        BattleReported,
        "battle_reported",
        "the table reports the Battle on {tile} won by {winners}",
        "tile winners",
        by="",
        words={"winners": _list_seats},
        slot_values={"winners": _list_seats},
    ),
    Row(
        BattleReported,
        "sent_back",
        "{figure} is sent back",
        "tile figure",
        by="player",
        each="sent_back",
        computed=_player_in("owner"),
    ),
)
REWARD_ROWS: Final = (
    Row(b.RewardsOffered, "is_offered_reward", "{seat} is asked about the reward of {tile}", "tile", each="offers"),
    Row(
        b.RewardAnswered,
        "answers_reward",
        "{seat} {takes} the reward of {tile}",
        "tile takes",
        words={"takes": lambda takes: "takes" if takes else "leaves"},
    ),
    Row(
        b.ResourcesRewarded,
        "receives_reward",
        "{seat} receives {count} {of} for the Knights on {tile}",
        "tile item=of count",
        each="gained",
    ),
    Row(
        b.AttributesImproved,
        "improves",
        "the {attribute} of {seat} becomes {value} for the Knights on {tile}",
        "tile attribute value",
        each=_improved,
    ),
)
