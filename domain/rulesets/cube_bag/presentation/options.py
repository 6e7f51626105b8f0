"""What a seat may decide, from what that seat may see; where there is too much to list, a part of it."""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from typing import Final

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.cube_bag.chapters.allocation import choices, question_of
from oathbook.domain.rulesets.cube_bag.chapters.battle import may_forgo
from oathbook.domain.rulesets.cube_bag.chapters.clash import draw_limit
from oathbook.domain.rulesets.cube_bag.chapters.conversion import hexes_beside
from oathbook.domain.rulesets.cube_bag.chapters.forces import armies_of, corps_limit
from oathbook.domain.rulesets.cube_bag.chapters.opening import reachable_hexes
from oathbook.domain.rulesets.cube_bag.chapters.preparation import available_cubes, may_leave_out
from oathbook.domain.rulesets.cube_bag.chapters.recovery import recovery_hexes
from oathbook.domain.rulesets.cube_bag.chapters.siege import areas_of
from oathbook.domain.rulesets.cube_bag.chapters.steps import DECISIONS
from oathbook.domain.rulesets.cube_bag.chapters.strength import units_with_bonus
from oathbook.domain.rulesets.cube_bag.model import decisions, queries
from oathbook.domain.rulesets.cube_bag.model.cubes import total
from oathbook.domain.rulesets.cube_bag.model.state import Stage, State
from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.protocol import Options

MOST_LISTED: Final = 60  # of the decisions at one stage

IN_PART: Final[frozenset[Stage]] = frozenset({"opening", "reaction", "preparation", "conversion", "losses", "recovery"})
"""The stages at which a seat may decide more than is listed."""

REDRAWN: Final = 2  # of more cubes that a card puts back, not every way is listed


def options_of(state: State, seat: Seat) -> Options[decisions.Decision]:
    """What the seat may decide now; building again is open to those who are not asked, too (CA-59)."""
    again = tuple(_legal_only(state, _rebuildings(state, seat)))
    if seat not in queries.seats_to_act(state):
        return Options(again, complete=True)
    found = tuple(islice(_allowed_decisions(state, seat), MOST_LISTED + 1))
    listed = [*found[:MOST_LISTED], *again]
    if is_allowed(may_forgo(state, decisions.Forgo(seat))):
        listed.append(decisions.Forgo(seat))
    return Options(tuple(listed), complete=len(found) <= MOST_LISTED and not _is_in_part(state))


def _is_in_part(state: State) -> bool:
    """Whether some decisions are not even looked at for the list."""
    if state.field.stage != "redraw":
        return state.field.stage in IN_PART
    most = max(queries.card_figures(state.rules.components, card).redraws for card in _offered_cards(state))
    return min(most, total(queries.battle_in(state.field).drawn)) > REDRAWN


def _allowed_decisions(state: State, seat: Seat) -> Iterator[decisions.Decision]:  # noqa: C901  # a case a stage: a table
    match state.field.stage:
        case "opening":
            yield from _legal_only(state, _attacks(state, seat))
        case "reaction":
            yield from _legal_only(state, _reactions(state, seat))
        case "preparation":
            yield from _preparations(state, seat)
        case "tactics":
            yield from (decisions.PlayCard(seat, card) for card in _offered_cards(state))
        case "conversion":
            yield from _legal_only(state, _conversions(state, seat))
        case "clash" | "extra_draw":
            most = draw_limit(state)
            yield from (decisions.Draw(seat, cubes) for cubes in range(most, 0, -1))
        case "redraw":
            yield from _legal_only(state, _redraws(state, seat))
        case "losses":
            found = choices(question_of(state, seat))
            yield from (decisions.AssignLosses(seat, Hidden.of(losses, seat)) for losses in found)
        case "mat":
            own = [each for each in queries.battle_in(state.field).fallen if each.seat == seat]
            yield from (decisions.PutBack(seat, each.id, area) for each in own for area in areas_of(state, each))
        case "recovery":
            yield from _legal_only(state, _recoveries(state, seat))
        case "outcome" | "over":  # pragma: no cover  # because nobody is asked then; the type checker wants it said
            return


def _rebuildings(state: State, seat: Seat) -> Iterator[decisions.Rebuild]:
    own = (each.structure for each in state.field.razed if each.structure.seat == seat)
    yield from (decisions.Rebuild(seat, each.id, each.hex) for each in own)


def _legal_only(state: State, wanted: Iterable[decisions.Decision]) -> Iterator[decisions.Decision]:
    return (decision for decision in wanted if is_allowed(DECISIONS.needs(state, decision)))


def _offered_cards(state: State) -> tuple[str, ...]:
    offered = queries.battle_in(state.field).offered
    return () if offered is None else (offered.card,)


def _attacks(state: State, seat: Seat) -> Iterator[decisions.Attack]:
    own = [army.id for army in state.field.armies if army.seat == seat]
    targets = dict.fromkeys(each.hex for each in queries.pieces(state.field) if each.seat != seat)
    for size in range(min(corps_limit(state, seat), len(own)), 0, -1):
        for armies in combinations(own, size):
            yield from (decisions.Attack(seat, armies, target) for target in targets)


def _reactions(state: State, seat: Seat) -> Iterator[decisions.React]:
    for army in state.field.armies:
        if army.seat == seat:
            yield from (decisions.React(seat, army.id, to) for to in reachable_hexes(state, army))


def _preparations(state: State, seat: Seat) -> Iterator[decisions.Prepare]:
    """Every army with each bonus it can take; some ways to leave out and to add."""
    player = queries.player_of(state.field, seat)
    picks = [
        tuple(decisions.BonusOf(army.id, unit) for unit in units_with_bonus(state, army))
        for army in armies_of(state, seat)
    ]
    spent = [(), *((decisions.Spent(card.name, card.experience),) for card in player.cards if card.experience)]
    for bonuses in product(*(each for each in picks if each)):
        defense = available_cubes(state, decisions.Prepare(seat, bonuses)).defense.total
        left_out = [each for each in dict.fromkeys((0, 1, defense)) if may_leave_out(state, each, of=defense)]
        for leave_out, actions, experience in product(left_out, dict.fromkeys((0, player.actions)), spent):
            yield decisions.Prepare(seat, bonuses, leave_out, actions, experience)


def _conversions(state: State, seat: Seat) -> Iterator[decisions.Convert]:
    enemy = queries.enemy_of(queries.battle_in(state.field), seat).seat
    for card in dict.fromkeys(queries.uses_left(state, seat, "conversion")):
        for army in armies_of(state, enemy):
            for unit in dict.fromkeys(army.units):
                for to, spent in product(hexes_beside(state, seat, unit, army.hex), _spendings(state, seat)):
                    yield decisions.Convert(seat, card, army.id, unit, to, *spent)


def _redraws(state: State, seat: Seat) -> Iterator[decisions.Redraw]:
    drawn = sorted(queries.battle_in(state.field).drawn)
    for card in _offered_cards(state):
        for cubes in range(1, REDRAWN + 1):
            yield from (decisions.Redraw(seat, card, back) for back in product(drawn, repeat=cubes))


def _recoveries(state: State, seat: Seat) -> Iterator[decisions.Recover]:
    lost = dict.fromkeys(each.unit for each in queries.battle_in(state.field).lost if each.seat == seat)
    for card in dict.fromkeys(queries.uses_left(state, seat, "recovery")):
        for unit in lost:
            for to, spent in product(recovery_hexes(state, seat, unit), _spendings(state, seat)):
                yield decisions.Recover(seat, card, unit, to, *spent)


def _spendings(state: State, seat: Seat) -> Iterator[tuple[int, tuple[decisions.Spent, ...]]]:
    """Ways to make a check easier: not at all, an action cube, an experience cube, or one of each."""
    player = queries.player_of(state.field, seat)
    cards = [(), *((decisions.Spent(card.name, 1),) for card in player.cards if card.experience)]
    yield from product(dict.fromkeys((0, min(1, player.actions))), cards)
