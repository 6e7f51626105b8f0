"""Questions to the Battle being resolved that several steps ask: who is in it, on whose side, with what."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from oathbook.domain.kernel import TABLE, Seat, Working
from oathbook.domain.rulesets.heirless.model import battle_state
from oathbook.domain.rulesets.heirless.model.components import Battlecard, Figures, Name
from oathbook.domain.rulesets.heirless.model.state import BANDITS, Field, State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order
from oathbook.domain.rulesets.heirless.rules import HB

Trait = Literal["defense", "dodge", "damage", "precision"]
THOUSAND: Final = 1_000  # delay is written with up to three decimals, and worked out in thousandths


def hourglass_of(field: Field) -> battle_state.Hourglass:
    """The Battle being resolved."""
    hourglass = field.war.hourglass
    assert hourglass is not None, "seats are asked about a Battle while one is resolved"
    return hourglass


def unresolved_battles(field: Field, seat: Seat) -> tuple[battle_state.Battle, ...]:
    """The Battles of a player that are not resolved yet."""
    return tuple(each for each in field.war.battles if each.status == "waiting" and seat in each.players)


def camps_on(field: Field, tile: Name) -> tuple[Name, ...]:
    """The camps whose Bandits stand on a tile."""
    return tuple(dict.fromkeys(bandit.camp for bandit in field.bandits if bandit.tile == tile))


def is_covered(state: State, battle: battle_state.Battle) -> bool:
    """Whether the edition has a text of Battles, and it has Bandits of one camp at most (HA-57)."""
    return state.rules.printing.battle_model is not None and len(camps_on(state.field, battle.tile)) <= 1


def resolvable_battles(state: State, seat: Seat) -> tuple[battle_state.Battle, ...]:
    """The Battles of a player that are not resolved yet, and are covered."""
    return tuple(each for each in unresolved_battles(state.field, seat) if is_covered(state, each))


def reportable_battles(state: State) -> tuple[battle_state.Battle, ...]:
    """The Battles that are not covered, and whose result the table has not reported yet (HA-76)."""
    return tuple(each for each in state.field.war.battles if each.status == "waiting" and not is_covered(state, each))


def seats_to_act_in_battles(state: State) -> tuple[Seat, ...]:
    """Who chooses a Battle, an ally or targets, or places a card; of those, only Defenders are several.

    When all other Battles are over, the table reports on those that are not covered.
    """
    field, hourglass = state.field, state.field.war.hourglass
    if hourglass is None or state.rules.printing.battle_model is None:
        table = (TABLE,) if reportable_battles(state) else ()
        return (*(seat for seat in idle_order(field) if resolvable_battles(state, seat)), *table)[:1]
    spoken = {word.seat for word in hourglass.words}
    placed = {each.seat for each in field.war.face_down}
    match field.stage:
        case "alliances":
            return tuple(seat for seat in hourglass.players if seat not in spoken)[:1]
        case "defence":
            return tuple(seat for seat in defenders_in(hourglass) if seat not in {BANDITS, *placed})
        case "targets" | "attack":
            attacker = hourglass.attacker
            return () if attacker is None or attacker == BANDITS else (attacker,)
        case _:
            return ()


def open_reward_offers(field: Field) -> tuple[battle_state.RewardOffer, ...]:
    """The rewards of which their players have not said yet whether they take them (HA-71)."""
    return tuple(each for each in field.war.reward_offers or () if each.takes is None)


def owners_in(hourglass: battle_state.Hourglass) -> tuple[Seat, ...]:
    """The owners of figures in the Battle: players in their order, then the Bandits."""
    there = {each.owner for each in hourglass.figures}
    return tuple(seat for seat in (*hourglass.players, BANDITS) if seat in there)


def players_in(hourglass: battle_state.Hourglass) -> tuple[Seat, ...]:
    """The players who have Knights in the Battle."""
    return tuple(seat for seat in owners_in(hourglass) if seat != BANDITS)


def side_of(hourglass: battle_state.Hourglass, seat: Seat) -> tuple[Seat, ...]:
    """A player's Alliance, or the player alone."""
    return next((alliance for alliance in hourglass.alliances if seat in alliance), (seat,))


def is_one_side_left(hourglass: battle_state.Hourglass) -> bool:
    """Whether only Bandits, or Knights of one player or of one Alliance, are left (HB-1.5)."""
    return len({side_of(hourglass, seat) for seat in owners_in(hourglass)}) < 2  # noqa: PLR2004  # because two sides fight


def figures_of(hourglass: battle_state.Hourglass, seat: Seat) -> tuple[battle_state.Participant, ...]:
    """A player's figures in the Battle."""
    return tuple(each for each in hourglass.figures if each.owner == seat)


def figure_in(hourglass: battle_state.Hourglass, name: battle_state.FigureName) -> battle_state.Participant | None:
    """A figure in the Battle, if it is in it."""
    return next((each for each in hourglass.figures if each.figure == name), None)


def defenders_in(hourglass: battle_state.Hourglass) -> tuple[Seat, ...]:
    """The owners of the targets, in the order of owners (HB-3.3)."""
    targets = {aim.target for aim in hourglass.aims}
    targeted = {each.owner for each in hourglass.figures if each.figure in targets}
    return tuple(seat for seat in (*hourglass.players, BANDITS) if seat in targeted)


def cards_of(field: Field, seat: Seat) -> battle_state.BattleCards:
    """A player's Battlecards."""
    (cards,) = (each for each in field.war.cards if each.seat == seat)
    return cards


def board_of(state: State, owner: Seat) -> Figures:
    """The Attributes of a player's Knights, or of the Bandits' camp in this Battle (HA-30)."""
    name = hourglass_of(state.field).camp if owner == BANDITS else owner
    (board,) = (each for each in state.field.war.boards if each.owner == name)
    return board.figures


def card_in_use(state: State, owner: Seat) -> Battlecard | None:
    """The Battlecard that lies face up for a player in this Battle Turn, if there is one."""
    box = state.rules.components
    cards = box.bandit_battlecards if owner == BANDITS else box.battlecards
    shown = {each.seat: each.card for each in hourglass_of(state.field).face_up}
    return next((card for card in cards if card.name == shown.get(owner)), None)


def trait(state: State, owner: Seat, of: Trait) -> Working:
    """An Attribute with the change by the card: a Defender's defensive, the Attacker's offensive (HB-3.7, HB-3.8)."""
    clause = HB.DEFENSIVE if of in {"defense", "dodge"} else HB.OFFENSIVE
    card = card_in_use(state, owner)
    working = Working.start(f"{of.capitalize()} of {owner}", _value(board_of(state, owner), of), clause=clause)
    if card is not None:
        by = _value(card, of)
        working = working.add(by, clause=clause, when=by != 0, named=f"{of.capitalize()} of card {card.name}")
    if working.total < 0:
        working = working.at_least(0, clause=clause, when=state.rules.switches.attributes == "at_least_zero")
    return working


def _value(of: Figures | Battlecard, name: Trait) -> int:
    values: dict[Trait, int] = {
        "defense": of.defense,
        "dodge": of.dodge,
        "damage": of.damage,
        "precision": of.precision,
    }
    return values[name]


def is_low(*workings: Working) -> bool:
    """Whether an Attribute came out below zero, so that it matters whether it stays there (HA-34)."""
    return any(line.op == "at-least" for working in workings for line in working.lines)


def cubes_for(state: State, owner: Seat, *, clause: HB) -> Working:
    """As many cubes as the Delay says, rounded up, with the card in use; never fewer than none (HA-34)."""
    card = card_in_use(state, owner)
    working = Working.start(
        f"Delay of {owner} in thousandths", thousandths(board_of(state, owner).delay), clause=clause
    )
    if card is not None:
        by = thousandths(card.delay)
        working = working.add(by, clause=clause, when=by != 0, named=f"Delay of card {card.name} in thousandths")
    working = working.becomes(-(-working.total // THOUSAND), clause=clause, when=True, named="cubes, rounded up")
    return working.at_least(0, clause=clause, when=True) if working.total < 0 else working


def thousandths(delay: str) -> int:
    """A Delay as it is worked with."""
    return int(Fraction(delay) * THOUSAND)


def figures_on_tile(state: State, tile: str, players: tuple[Seat, ...]) -> Iterator[battle_state.Participant]:
    """The Knights of the players on a tile, and the Bandits, as figures of a Battle that begins."""
    for seat in players:
        for knight in state.field.knights:
            if knight.seat == seat and knight.tile == tile:
                yield battle_state.Participant(knight.id, seat)
    yield from (battle_state.Participant(each.id, BANDITS) for each in state.field.bandits if each.tile == tile)
