"""What a seat may decide: attacks out of those listed in the components, and everything that an attack asks for."""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.rulesets.gloomhaven_attack.chapters.modifiers import own_changes
from oathbook.domain.rulesets.gloomhaven_attack.model import decisions
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Ability
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of, figure_of, living_figures, seats_to_act
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure, State
from oathbook.domain.rulesets.protocol import Options

TARGETS_LISTED: Final = 2
LISTED_IN_FULL: Final = 3
"""Modifiers of which every order is listed; of more, only as they stand and the other way round."""


def options_of(state: State, seat: Seat) -> Options[decisions.Decision]:
    """What the seat may decide now. Any attack may be declared, and any order chosen, so those lists have no end."""
    if seat not in seats_to_act(state):
        return Options((), complete=True)
    listed = tuple(_candidates(state, seat))
    is_open = state.battle.stage == "round" or any(isinstance(each, _OPEN) for each in listed)
    return Options(listed, complete=not is_open)


_OPEN: Final = (decisions.NameTarget, decisions.OrderModifiers)
"""Decisions within an attack of which there are more than are listed."""


def _candidates(state: State, seat: Seat) -> Iterator[decisions.Decision]:  # noqa: C901  # a case a stage: a table
    match state.battle.stage:
        case "round":
            yield from _attacks(state, seat)
            if seat == TABLE:
                yield from (
                    decisions.NoteDamage(seat, each.id, 1, "trap") for each in state.battle.figures if not each.dead
                )
                yield decisions.EndRound(seat)
        case "aiming":
            yield decisions.DrawCards(seat)
            yield from _items(state, seat)
            if state.rules.switches.order_of_own == "before_draw":
                yield from _orders(seat, len(own_changes(state)))
        case "ordering":
            yield from _orders(seat, len(attack_of(state.battle).asked_for))
        case "choosing":
            yield decisions.ChooseCard(seat, "first")
            yield decisions.ChooseCard(seat, "second")
        case "naming":
            yield from _name_targets(state, seat)
        case "resolving" | "over":  # pragma: no cover  # because nobody is asked then; the type checker wants it said
            return


def _attacks(state: State, seat: Seat) -> Iterator[decisions.DeclareAttack]:
    """Every figure of the seat with every attack listed, against some of its enemies."""
    for figure in state.battle.figures:
        if figure.seat == seat and not figure.dead:
            enemies = living_figures(state.battle, monsters=figure.kind != "monster")
            for ability in state.rules.components.abilities:
                yield from _with_targets(state, figure, ability, enemies)


def _with_targets(
    state: State, figure: Figure, ability: Ability, enemies: tuple[Figure, ...]
) -> Iterator[decisions.DeclareAttack]:
    one_by_one = state.rules.switches.targets_named == "one_by_one"
    size = 1 if one_by_one else max(1, min(ability.targets, len(enemies)))
    for first in range(min(TARGETS_LISTED, len(enemies) - size + 1)):
        targets = tuple(decisions.Aim(each.id, ability.distance) for each in enemies[first : first + size])
        who = {"by": figure.seat, "attacker": figure.id}
        yield make_alike(decisions.DeclareAttack, ability, "targets", targets=targets, **who)


def _items(state: State, seat: Seat) -> Iterator[decisions.UseItem]:
    attack = attack_of(state.battle)
    attacker = figure_of(state.battle, attack.attacker)
    in_time = attack.current == 0 or state.rules.switches.item_before == "each_draw"
    for item in attacker.items:
        if in_time and item not in attacker.spent:
            yield decisions.UseItem(seat, item)


def _orders(seat: Seat, count: int) -> Iterator[decisions.OrderModifiers]:
    if 1 < count <= LISTED_IN_FULL:
        yield from (decisions.OrderModifiers(seat, order) for order in permutations(range(count)))
    elif count > LISTED_IN_FULL:
        as_it_stands = tuple(range(count))
        yield from (decisions.OrderModifiers(seat, as_it_stands), decisions.OrderModifiers(seat, as_it_stands[::-1]))


def _name_targets(state: State, seat: Seat) -> Iterator[decisions.NameTarget]:
    attack = attack_of(state.battle)
    attacker = figure_of(state.battle, attack.attacker)
    before = {aim.figure for aim in attack.targets}
    for enemy in living_figures(state.battle, monsters=attacker.kind != "monster"):
        if enemy.id not in before:
            yield decisions.NameTarget(seat, decisions.Aim(enemy.id, attack.targets[0].distance))
    yield decisions.NameTarget(seat, None)
