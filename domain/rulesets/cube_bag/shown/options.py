"""What a seat may decide, from what that seat may see; where there is too much to list, a part of it."""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from typing import Final

from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.cube_bag.chapters.allocation import choices, question_of
from oathbook.domain.rulesets.cube_bag.chapters.battle import may_forgo
from oathbook.domain.rulesets.cube_bag.chapters.conversion import hexes_beside
from oathbook.domain.rulesets.cube_bag.chapters.forces import armies_of, corps_limit
from oathbook.domain.rulesets.cube_bag.chapters.preparation import is_left_out, laid_by
from oathbook.domain.rulesets.cube_bag.chapters.reaction import ways
from oathbook.domain.rulesets.cube_bag.chapters.recovery import beside
from oathbook.domain.rulesets.cube_bag.chapters.siege import areas_of
from oathbook.domain.rulesets.cube_bag.chapters.steps import requirements
from oathbook.domain.rulesets.cube_bag.model.cubes import total
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    BonusOf,
    Convert,
    Decision,
    Draw,
    Forgo,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Rebuild,
    Recover,
    Redraw,
    Spent,
)
from oathbook.domain.rulesets.cube_bag.model.field import (
    asked,
    battle_in,
    card_figures,
    enemy_of,
    pieces,
    player_of,
    unit_figures,
    uses_left,
)
from oathbook.domain.rulesets.cube_bag.model.state import Army, Stage, State
from oathbook.domain.rulesets.kit.requirements import allowed
from oathbook.domain.rulesets.protocol import Options

MOST_LISTED: Final = 60
"""Of the decisions at one stage."""

IN_PART: Final[frozenset[Stage]] = frozenset({"opening", "reaction", "preparation", "conversion", "losses", "recovery"})
"""The stages at which a seat may decide more than is listed."""

REDRAWN: Final = 2
"""Of more cubes that a card puts back, not every way is listed."""


def options_of(state: State, seat: Seat) -> Options[Decision]:
    """What the seat may decide now; building again is open to those who are not asked, too (CA-59)."""
    again = tuple(_fitting(state, _rebuildings(state, seat)))
    if seat not in asked(state):
        return Options(again, complete=True)
    found = tuple(islice(_allowed(state, seat), MOST_LISTED + 1))
    listed = [*found[:MOST_LISTED], *again]
    if allowed(may_forgo(state, Forgo(seat))):
        listed.append(Forgo(seat))
    return Options(tuple(listed), complete=len(found) <= MOST_LISTED and not _is_in_part(state))


def _is_in_part(state: State) -> bool:
    """Whether some decisions are not even looked at for the list."""
    if state.field.stage != "redraw":
        return state.field.stage in IN_PART
    most = max(card_figures(state.rules.components, card).redraws for card in _offered(state))
    return min(most, total(battle_in(state.field).drawn)) > REDRAWN


def _allowed(state: State, seat: Seat) -> Iterator[Decision]:  # noqa: C901, PLR0915  # a case a stage: a table
    match state.field.stage:
        case "opening":
            yield from _fitting(state, _attacks(state, seat))
        case "reaction":
            yield from _fitting(state, _reactions(state, seat))
        case "preparation":
            yield from _preparations(state, seat)
        case "tactics":
            yield from (PlayCard(seat, card) for card in _offered(state))
        case "conversion":
            yield from _fitting(state, _conversions(state, seat))
        case "clash":
            yield from (Draw(seat, cubes) for cubes in range(battle_in(state.field).attacker.courage, 0, -1))
        case "extra_draw":
            yield from (Draw(seat, cubes) for cubes in range(battle_in(state.field).extra or 0, 0, -1))
        case "redraw":
            yield from _fitting(state, _redraws(state, seat))
        case "losses":
            found = choices(question_of(state, seat))
            yield from (AssignLosses(seat, Hidden.of(losses, seat)) for losses in found)
        case "mat":
            own = [each for each in battle_in(state.field).fallen if each.seat == seat]
            yield from (PutBack(seat, each.id, area) for each in own for area in areas_of(state, each))
        case "recovery":
            yield from _fitting(state, _recoveries(state, seat))
        case "outcome" | "over":  # pragma: no cover  # because nobody is asked then; the type checker wants it said
            return


def _rebuildings(state: State, seat: Seat) -> Iterator[Rebuild]:
    own = (each.structure for each in state.field.razed if each.structure.seat == seat)
    yield from (Rebuild(seat, each.id, each.hex) for each in own)


def _fitting(state: State, wanted: Iterable[Decision]) -> Iterator[Decision]:
    return (decision for decision in wanted if allowed(requirements(state, decision)))


def _offered(state: State) -> tuple[str, ...]:
    offered = battle_in(state.field).offered
    return () if offered is None else (offered.card,)


def _attacks(state: State, seat: Seat) -> Iterator[Attack]:
    own = [army.id for army in state.field.armies if army.seat == seat]
    targets = dict.fromkeys(each.hex for each in pieces(state.field) if each.seat != seat)
    for size in range(min(corps_limit(state, seat), len(own)), 0, -1):
        for armies in combinations(own, size):
            yield from (Attack(seat, armies, target) for target in targets)


def _reactions(state: State, seat: Seat) -> Iterator[React]:
    for army in state.field.armies:
        if army.seat == seat:
            yield from (React(seat, army.id, to) for to in ways(state, army))


def _preparations(state: State, seat: Seat) -> Iterator[Prepare]:
    """Every army with each bonus it can take; some ways to leave out and to add."""
    player = player_of(state.field, seat)
    picks = [_bonuses(state, army) for army in armies_of(state, seat)]
    spent = [(), *((Spent(card.name, card.experience),) for card in player.cards if card.experience)]
    for bonuses in product(*(each for each in picks if each)):
        defense = laid_by(state, Prepare(seat, bonuses)).defense.total
        left_out = [each for each in dict.fromkeys((0, 1, defense)) if is_left_out(state, each, of=defense)]
        for leave_out, actions, experience in product(left_out, dict.fromkeys((0, player.actions)), spent):
            yield Prepare(seat, bonuses, leave_out, actions, experience)


def _bonuses(state: State, army: Army) -> tuple[BonusOf, ...]:
    """The bonuses of its unit types that have any."""
    kinds = (unit_figures(state.rules.components, unit) for unit in dict.fromkeys(army.units))
    return tuple(BonusOf(army.id, each.name) for each in kinds if each.bonus)


def _conversions(state: State, seat: Seat) -> Iterator[Convert]:
    enemy = enemy_of(battle_in(state.field), seat).seat
    for card in dict.fromkeys(uses_left(state, seat, "conversion")):
        for army in armies_of(state, enemy):
            for unit in dict.fromkeys(army.units):
                for to, spent in product(hexes_beside(state, seat, unit, army.hex), _spendings(state, seat)):
                    yield Convert(seat, card, army.id, unit, to, *spent)


def _redraws(state: State, seat: Seat) -> Iterator[Redraw]:
    drawn = sorted(battle_in(state.field).drawn)
    for card in _offered(state):
        for cubes in range(1, REDRAWN + 1):
            yield from (Redraw(seat, card, back) for back in product(drawn, repeat=cubes))


def _recoveries(state: State, seat: Seat) -> Iterator[Recover]:
    lost = dict.fromkeys(each.unit for each in battle_in(state.field).lost if each.seat == seat)
    for card in dict.fromkeys(uses_left(state, seat, "recovery")):
        for unit in lost:
            for to, spent in product(beside(state, seat, unit), _spendings(state, seat)):
                yield Recover(seat, card, unit, to, *spent)


def _spendings(state: State, seat: Seat) -> Iterator[tuple[int, tuple[Spent, ...]]]:
    """Ways to make a check easier: not at all, an action cube, an experience cube, or one of each."""
    player = player_of(state.field, seat)
    cards = [(), *((Spent(card.name, 1),) for card in player.cards if card.experience)]
    yield from product(dict.fromkeys((0, min(1, player.actions))), cards)
