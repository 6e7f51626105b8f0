"""Battles in words."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import asdict

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from oathbook.domain.rulesets.kit.wording import format_count
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

REWARD_FACTS: Final = (
    FactKind("receives_reward", ("tile", "item", "count")),
    FactKind("improves", ("tile", "attribute", "value")),
)


def reward_facts(event: b.RewardEvent) -> Iterable[Fact]:
    """A fact for each Resource and for each Attribute that became better."""
    match event:
        case b.ResourcesRewarded(seat, tile, gained):
            for each in gained:
                slots: dict[str, str | int] = {"tile": tile, "item": each.of, "count": each.count}
                says = f"{seat} receives {each.count} {each.of} for the Knights on {tile}"
                yield Fact("receives_reward", seat, slots, says)
        case b.AttributesImproved(seat, tile, better, figures):
            now = asdict(figures)
            for name, by in asdict(better).items():
                if by not in {0, "0"}:
                    called = name.replace("_", " ").title()
                    changed: dict[str, str | int] = {"tile": tile, "attribute": called, "value": now[name]}
                    says = f"the {called} of {seat} becomes {now[name]} for the Knights on {tile}"
                    yield Fact("improves", seat, changed, says)


BATTLE_FACTS: Final = (
    FactKind("battle_begins", ("tile", "players", "bandits"), marker=True, begins="phase"),
    FactKind("joins_battle", ("tile",)),
    FactKind("wants_ally", ("tile", "ally")),
    FactKind("wants_no_ally", ("tile",)),
    FactKind("allies", ("tile", "with")),
    FactKind("places_cubes", ("tile", "cubes")),
    FactKind("time_passes", ("tile", "cubes")),
    FactKind("battle_turn_begins", ("tile", "battle_turn"), marker=True, begins="turn"),
    FactKind("attacks_player", ("tile", "defender")),
    FactKind("targets", ("tile", "figure", "target")),
    FactKind("targets_nobody", ("tile",)),
    FactKind("picks_up", ("cards",)),
    FactKind("defends", ("tile",)),
    FactKind("plays_card", ("tile", "card")),
    FactKind("discards_card", ("tile",)),
    FactKind("reveals_card", ("tile", "card")),
    FactKind("wounds_by_card", ("tile", "figure", "card", "by", "wounds")),
    FactKind("attacks", ("tile", "figure", "target", "owner", "blow", "added", "wounds")),
    FactKind("attack_lapses", ("tile", "figure", "target")),
    FactKind("sent_back", ("tile", "figure")),
    FactKind("leaves_battle", ("tile",)),
    FactKind("waits", ("tile", "cubes")),
    FactKind("cards_put_away", ("tile",)),
    FactKind("battle_turn_ends", ("tile", "battle_turn"), marker=True),
    FactKind("battle_stalls", ("tile", "turns")),
    FactKind("agrees_to_end", ("tile",)),
    FactKind("wounds_discarded", ("tile",)),
    FactKind("hourglass_emptied", ("tile",)),
    FactKind("battle_ends", ("tile", "remaining", "agreed"), marker=True),
)

NewSlots = dict[str, str | int]


def battle_facts(event: b.BattleEvent) -> tuple[Fact, ...]:
    """The event as facts; one for each thing where it speaks of several."""
    match event:
        case b.BattleBegan() | b.AllyNamed() | b.AlliancesFormed() | b.CubesPlaced():
            return tuple(_beginning_facts(event))
        case b.TimePassed() | b.BattleTurnBegan() | b.TargetsChosen() | b.CubesReset() | b.BattleTurnEnded():
            return tuple(_turn_facts(event))
        case b.WoundsByCard() | b.Attacked() | b.AttackLapsed() | b.SentBack() | b.LeftBattle():
            return (_attack_fact(event),)
        case b.StallNoticed() | b.EndAgreed() | b.WoundsDiscarded() | b.HourglassEmptied() | b.BattleEnded():
            return (_end_fact(event),)
        case _:
            return tuple(_card_facts(event))


def list_seats(seats: Iterable[Seat]) -> str:
    """Seats as people list them."""
    return ", ".join("the Bandits" if seat == BANDITS else seat for seat in seats) or "nobody"


def with_verb(seat: Seat, verb: str) -> str:
    """A player, or the Bandits, who are several, with a verb."""
    return f"the Bandits {verb}" if seat == BANDITS else f"{seat} {verb}s"


def _player_or_none(seat: Seat) -> Seat | None:
    """Who did it, where it was a player."""
    return None if seat == BANDITS else seat


def _beginning_facts(event: b.BeginningEvent) -> Iterable[Fact]:
    match event:
        case b.BattleBegan(tile, seat, players, camp):
            slots: NewSlots = {"tile": tile, "players": ", ".join(players), "bandits": "yes" if camp else "no"}
            there = list_seats((*players, *((BANDITS,) if camp else ())))
            yield Fact("battle_begins", seat, slots, f"{seat} resolves the Battle on {tile}: {there}")
            for each in players:
                yield Fact("joins_battle", each, {"tile": tile}, f"{each} is in the Battle on {tile}")
        case b.AllyNamed(tile, seat, ally):
            if ally is None:
                yield Fact("wants_no_ally", seat, {"tile": tile}, f"{seat} wants no ally on {tile}")
            else:
                yield Fact(
                    "wants_ally", seat, {"tile": tile, "ally": ally}, f"{seat} wants {ally} as an ally on {tile}"
                )
        case b.AlliancesFormed(tile, alliances):
            for one, other in ((one, other) for pair in alliances for one in pair for other in pair if one != other):
                yield Fact("allies", one, {"tile": tile, "with": other}, f"{one} is an ally of {other} on {tile}")
        case b.CubesPlaced(tile, seat, cubes):
            says = f"{with_verb(seat, 'place')} {format_count(cubes, 'cube')} on top of the Hourglass Board"
            yield Fact("places_cubes", _player_or_none(seat), {"tile": tile, "cubes": cubes}, says)


def _turn_facts(event: b.TurnStart | b.CubesReset | b.BattleTurnEnded) -> Iterable[Fact]:
    match event:
        case b.TimePassed(tile, cubes):
            says = f"time passes: everybody's cubes fall by {cubes}"
            yield Fact("time_passes", None, {"tile": tile, "cubes": cubes}, says)
        case b.BattleTurnBegan(tile, turn, attacker):
            slots: NewSlots = {"tile": tile, "battle_turn": turn}
            yield Fact(
                "battle_turn_begins",
                _player_or_none(attacker),
                slots,
                f"Battle Turn {turn}: {with_verb(attacker, 'attack')}",
            )
        case b.TargetsChosen():
            yield from _target_facts(event)
        case b.CubesReset(tile, seat, cubes):
            says = f"{with_verb(seat, 'wait')} with {format_count(cubes, 'cube')} on top of the Hourglass Board"
            yield Fact("waits", _player_or_none(seat), {"tile": tile, "cubes": cubes}, says)
        case b.BattleTurnEnded(tile, turn, attacker):
            ended: NewSlots = {"tile": tile, "battle_turn": turn}
            yield Fact("battle_turn_ends", _player_or_none(attacker), ended, f"Battle Turn {turn} on {tile} ends")


def _target_facts(event: b.TargetsChosen) -> Iterable[Fact]:
    """Whom the Attacker attacks, and which figure has which target: an attack may still come to nothing."""
    tile, attacker = event.tile, event.attacker
    if not event.aims:
        yield Fact(
            "targets_nobody", _player_or_none(attacker), {"tile": tile}, f"{with_verb(attacker, 'target')} nobody"
        )
    for each in (seat for seat in event.defenders if seat != BANDITS):
        says = f"{with_verb(attacker, 'attack')} {each} on {tile}"
        yield Fact("attacks_player", _player_or_none(attacker), {"tile": tile, "defender": each}, says)
    for aim in event.aims:
        aimed: NewSlots = {"tile": tile, "figure": aim.figure, "target": aim.target}
        yield Fact("targets", _player_or_none(attacker), aimed, f"{aim.figure} targets {aim.target}")


def _card_facts(event: b.CardPlay | b.CardsPutAway) -> Iterable[Fact]:  # noqa: C901  # one case an event: a table, not a tangle
    match event:
        case b.DiscardsPickedUp(seat, cards):
            yield Fact("picks_up", seat, {"cards": cards}, f"{seat} takes all {cards} discarded Battlecards back")
        case b.CardPlaced(tile, seat):
            yield Fact("defends", seat, {"tile": tile}, f"{seat} places a Battlecard face down")
        case b.AttackCardPlaced(tile, seat, card):
            yield Fact("plays_card", seat, {"tile": tile, "card": card}, f"{seat} places Battlecard {card} face up")
        case b.CardDiscarded(tile, seat):
            yield Fact("discards_card", seat, {"tile": tile}, f"{seat} discards another Battlecard face down")
        case b.BanditCardPlaced(tile, card):
            says = f"the Bandits' deck is shuffled, and its top card is {card}"
            yield Fact("reveals_card", None, {"tile": tile, "card": card}, says)
        case b.CardsRevealed(tile, cards):
            for each in cards:
                card = each.card.value
                yield Fact("reveals_card", each.seat, {"tile": tile, "card": card}, f"{each.seat} reveals {card}")
        case b.CardsPutAway(tile, seats):
            yield Fact("cards_put_away", None, {"tile": tile}, f"Battlecards are put away: {list_seats(seats)}")


def _attack_fact(event: b.AttackEvent) -> Fact:
    match event:
        case b.WoundsByCard(tile, owner, figure, card, by, wounds):
            slots: NewSlots = {"tile": tile, "figure": figure, "card": card, "by": by, "wounds": wounds}
            says = f"card {card} of {list_seats((owner,))} changes the Wounds of {figure} by {by}: {wounds} now"
            return Fact("wounds_by_card", _player_or_none(owner), slots, says)
        case b.Attacked(tile, attacker, figure, defender, target, blow, added, wounds):
            struck: NewSlots = {"tile": tile, "figure": figure, "target": target, "owner": defender, "blow": blow}
            says = f"{figure} attacks {target}: {blow}, {format_count(added, 'Wound')} added, {wounds} now"
            return Fact("attacks", _player_or_none(attacker), {**struck, "added": added, "wounds": wounds}, says)
        case b.AttackLapsed(tile, attacker, figure, target):
            lapsed: NewSlots = {"tile": tile, "figure": figure, "target": target}
            return Fact(
                "attack_lapses", _player_or_none(attacker), lapsed, f"{figure} does not attack: {target} has left"
            )
        case b.SentBack(tile, owner, figure, wounds, health):
            says = f"{figure} is sent back with {format_count(wounds, 'Wound')} at a Health of {health}"
            return Fact("sent_back", _player_or_none(owner), {"tile": tile, "figure": figure}, says)
        case b.LeftBattle(tile, seat):
            says = f"nothing is left of {list_seats((seat,))} in the Battle on {tile}"
            return Fact("leaves_battle", _player_or_none(seat), {"tile": tile}, says)


def _end_fact(event: b.EndEvent) -> Fact:
    match event:
        case b.StallNoticed(tile, turns):
            says = f"the Battle on {tile} has stalled: no Wound in {format_count(turns, 'Battle Turn')}"
            return Fact("battle_stalls", None, {"tile": tile, "turns": turns}, says)
        case b.EndAgreed(tile, seat):
            return Fact("agrees_to_end", seat, {"tile": tile}, f"{seat} agrees to end the Battle on {tile}")
        case b.WoundsDiscarded(tile):
            return Fact("wounds_discarded", None, {"tile": tile}, f"all Wounds on {tile} are discarded")
        case b.HourglassEmptied(tile):
            return Fact("hourglass_emptied", None, {"tile": tile}, "the Hourglass Board is emptied")
        case b.BattleEnded(tile, remaining, agreed):
            slots: NewSlots = {"tile": tile, "remaining": list_seats(remaining), "agreed": "yes" if agreed else "no"}
            how = " by agreement" if agreed else ""
            says = f"the Battle on {tile} ends{how}; Knights remain of {list_seats(remaining)}"
            return Fact("battle_ends", None, slots, says)
