"""Battles in words."""

from collections.abc import Iterable
from typing import Final

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model.state import BANDITS
from oathbook.domain.rulesets.kit.wording import many
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

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
_OfBeginning = b.BattleBegan | b.AllyNamed | b.AlliancesFormed | b.CubesPlaced
_OfTurn = b.TimePassed | b.BattleTurnBegan | b.TargetsChosen | b.CubesReset | b.BattleTurnEnded
_OfCards = (
    b.DiscardsPickedUp
    | b.CardPlaced
    | b.AttackCardPlaced
    | b.CardDiscarded
    | b.BanditCardPlaced
    | b.CardsRevealed
    | b.CardsPutAway
)
_OfAttack = b.WoundsByCard | b.Attacked | b.AttackLapsed | b.SentBack | b.LeftBattle


def battle_facts(event: b.BattleEvent) -> tuple[Fact, ...]:
    """The event as facts; one for each thing where it speaks of several."""
    match event:
        case b.BattleBegan() | b.AllyNamed() | b.AlliancesFormed() | b.CubesPlaced():
            return tuple(_of_beginning(event))
        case b.TimePassed() | b.BattleTurnBegan() | b.TargetsChosen() | b.CubesReset() | b.BattleTurnEnded():
            return tuple(_of_turn(event))
        case b.WoundsByCard() | b.Attacked() | b.AttackLapsed() | b.SentBack() | b.LeftBattle():
            return (_of_attack(event),)
        case b.StallNoticed() | b.EndAgreed() | b.WoundsDiscarded() | b.HourglassEmptied() | b.BattleEnded():
            return (_of_end(event),)
        case _:
            return tuple(_of_cards(event))


def named(seats: Iterable[Seat]) -> str:
    """Seats as people list them."""
    return ", ".join("the Bandits" if seat == BANDITS else seat for seat in seats) or "nobody"


def does(seat: Seat, verb: str) -> str:
    """A player, or the Bandits, who are several, with a verb."""
    return f"the Bandits {verb}" if seat == BANDITS else f"{seat} {verb}s"


def _by(seat: Seat) -> Seat | None:
    """Who did it, where it was a player."""
    return None if seat == BANDITS else seat


def _of_beginning(event: _OfBeginning) -> Iterable[Fact]:
    match event:
        case b.BattleBegan(tile, seat, players, camp):
            slots: NewSlots = {"tile": tile, "players": ", ".join(players), "bandits": "yes" if camp else "no"}
            there = named((*players, *((BANDITS,) if camp else ())))
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
            says = f"{does(seat, 'place')} {many(cubes, 'cube')} on top of the Hourglass Board"
            yield Fact("places_cubes", _by(seat), {"tile": tile, "cubes": cubes}, says)


def _of_turn(event: _OfTurn) -> Iterable[Fact]:
    match event:
        case b.TimePassed(tile, cubes):
            says = f"time passes: everybody's cubes fall by {cubes}"
            yield Fact("time_passes", None, {"tile": tile, "cubes": cubes}, says)
        case b.BattleTurnBegan(tile, turn, attacker):
            slots: NewSlots = {"tile": tile, "battle_turn": turn}
            yield Fact("battle_turn_begins", _by(attacker), slots, f"Battle Turn {turn}: {does(attacker, 'attack')}")
        case b.TargetsChosen():
            yield from _of_targets(event)
        case b.CubesReset(tile, seat, cubes):
            says = f"{does(seat, 'wait')} with {many(cubes, 'cube')} on top of the Hourglass Board"
            yield Fact("waits", _by(seat), {"tile": tile, "cubes": cubes}, says)
        case b.BattleTurnEnded(tile, turn, attacker):
            ended: NewSlots = {"tile": tile, "battle_turn": turn}
            yield Fact("battle_turn_ends", _by(attacker), ended, f"Battle Turn {turn} on {tile} ends")


def _of_targets(event: b.TargetsChosen) -> Iterable[Fact]:
    """Whom the Attacker attacks, and which figure has which target: an attack may still come to nothing."""
    tile, attacker = event.tile, event.attacker
    if not event.aims:
        yield Fact("targets_nobody", _by(attacker), {"tile": tile}, f"{does(attacker, 'target')} nobody")
    for each in (seat for seat in event.defenders if seat != BANDITS):
        says = f"{does(attacker, 'attack')} {each} on {tile}"
        yield Fact("attacks_player", _by(attacker), {"tile": tile, "defender": each}, says)
    for aim in event.aims:
        aimed: NewSlots = {"tile": tile, "figure": aim.figure, "target": aim.target}
        yield Fact("targets", _by(attacker), aimed, f"{aim.figure} targets {aim.target}")


def _of_cards(event: _OfCards) -> Iterable[Fact]:  # noqa: C901  # one case an event: a table, not a tangle
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
            yield Fact("cards_put_away", None, {"tile": tile}, f"Battlecards are put away: {named(seats)}")


def _of_attack(event: _OfAttack) -> Fact:
    match event:
        case b.WoundsByCard(tile, owner, figure, card, by, wounds):
            slots: NewSlots = {"tile": tile, "figure": figure, "card": card, "by": by, "wounds": wounds}
            says = f"card {card} of {named((owner,))} changes the Wounds of {figure} by {by}: {wounds} now"
            return Fact("wounds_by_card", _by(owner), slots, says)
        case b.Attacked(tile, attacker, figure, defender, target, blow, added, wounds):
            struck: NewSlots = {"tile": tile, "figure": figure, "target": target, "owner": defender, "blow": blow}
            says = f"{figure} attacks {target}: {blow}, {many(added, 'Wound')} added, {wounds} now"
            return Fact("attacks", _by(attacker), {**struck, "added": added, "wounds": wounds}, says)
        case b.AttackLapsed(tile, attacker, figure, target):
            lapsed: NewSlots = {"tile": tile, "figure": figure, "target": target}
            return Fact("attack_lapses", _by(attacker), lapsed, f"{figure} does not attack: {target} has left")
        case b.SentBack(tile, owner, figure, wounds, health):
            says = f"{figure} is sent back with {many(wounds, 'Wound')} at a Health of {health}"
            return Fact("sent_back", _by(owner), {"tile": tile, "figure": figure}, says)
        case b.LeftBattle(tile, seat):
            says = f"nothing is left of {named((seat,))} in the Battle on {tile}"
            return Fact("leaves_battle", _by(seat), {"tile": tile}, says)


def _of_end(
    event: b.StallNoticed | b.EndAgreed | b.WoundsDiscarded | b.HourglassEmptied | b.BattleEnded,
) -> Fact:
    match event:
        case b.StallNoticed(tile, turns):
            says = f"the Battle on {tile} has stalled: no Wound in {many(turns, 'Battle Turn')}"
            return Fact("battle_stalls", None, {"tile": tile, "turns": turns}, says)
        case b.EndAgreed(tile, seat):
            return Fact("agrees_to_end", seat, {"tile": tile}, f"{seat} agrees to end the Battle on {tile}")
        case b.WoundsDiscarded(tile):
            return Fact("wounds_discarded", None, {"tile": tile}, f"all Wounds on {tile} are discarded")
        case b.HourglassEmptied(tile):
            return Fact("hourglass_emptied", None, {"tile": tile}, "the Hourglass Board is emptied")
        case b.BattleEnded(tile, remaining, agreed):
            slots: NewSlots = {"tile": tile, "remaining": named(remaining), "agreed": "yes" if agreed else "no"}
            how = " by agreement" if agreed else ""
            says = f"the Battle on {tile} ends{how}; Knights remain of {named(remaining)}"
            return Fact("battle_ends", None, slots, says)
