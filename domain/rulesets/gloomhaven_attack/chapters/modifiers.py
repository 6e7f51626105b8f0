"""GH-1.2, GH-1.4, GH-1.5: modifiers of a step, in whose order they are applied, and whether the order matters."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from oathbook.domain.kernel import Requirement, Seat, Working
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Card
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Order, OrderModifiers
from oathbook.domain.rulesets.gloomhaven_attack.model.events import ModifiersOrdered, OrderAsked
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of, current_target
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Figure, State, Step
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH, No


class Change(Struct, frozen=True):
    """One modifier of a step: what it comes from, what it does to the value, and by which clause."""

    of: str
    op: Literal["add", "take", "double", "halve", "null"]
    by: int
    clause: GH


POISON: Final = Change("Poison", "add", 1, GH.ATTACKER)  # 1 more against a poisoned enemy (GH-1.2)


def own_changes(state: State) -> tuple[Change, ...]:
    """The attacker's modifiers, in the order in which they were named, then Poison (FA-31)."""
    attack = attack_of(state.battle)
    own = tuple(Change(each.of, each.op, each.by, GH.ATTACKER) for each in attack.modifiers)
    poisoned = "poison" in current_target(state.battle).conditions
    return (*own, POISON) if poisoned else own


def card_changes(cards: Iterable[Card]) -> tuple[Change, ...]:
    """What cards do to the value."""
    return tuple(
        Change(f"card {card.id}", card.op, card.by, GH.CARD if card.op == "add" else GH.TWICE_AND_NULL)
        for card in cards
    )


def defender_changes(target: Figure, shield: int) -> tuple[Change, ...]:
    """The Shield that is left, and the other bonuses of the target."""
    others = tuple(Change(each.of, each.op, each.by, GH.DEFENDER) for each in target.defences)
    return (Change("Shield", "take", shield, GH.DEFENDER), *others)


def order_matters(changes: Iterable[Change]) -> bool:
    """Whether something is doubled, halved or made zero while something else is added or taken away."""
    changes = tuple(changes)
    scaled = any(each.op in {"double", "halve", "null"} for each in changes)
    return scaled and any(each.op in {"add", "take"} and each.by != 0 for each in changes)


def order_of(attack: Attack, step: Step, count: int) -> Order:
    """The order chosen for a step, or the one in which its modifiers stand."""
    chosen = (each.order for each in attack.orders if each.step == step and len(each.order) == count)
    return next(chosen, tuple(range(count)))


def is_ordered(attack: Attack, step: Step) -> bool:
    """Whether an order has been chosen for the step."""
    return any(each.step == step for each in attack.orders)


def apply_changes(working: Working, changes: Iterable[Change], *, up: bool = False, when: bool = True) -> Working:
    """The value after these modifiers, one after the other; ``up`` is how halves are rounded.

    With ``when`` false they are only noted as considered.
    """
    for each in changes:
        working = _apply_change(working, each, up=up, when=when)
    return working


def _apply_change(working: Working, change: Change, *, up: bool, when: bool) -> Working:
    clause, named = change.clause, change.of
    match change.op:
        case "add" if change.by < 0:
            return working.take(-change.by, clause=clause, when=when, named=named)
        case "add":
            return working.add(change.by, clause=clause, when=when, named=named)
        case "take":
            return working.take(change.by, clause=clause, when=when and change.by > 0, named=named)
        case "double":
            return working.times(2, clause=clause, when=when, named=named)
        case "halve" if up:
            return working.halved_up(clause=clause, when=when, named=named)
        case "halve":
            return working.halved_down(clause=clause, when=when, named=named)
        case "null":
            return working.becomes(0, clause=clause, when=when, named=named)


def ask_for_order(play: Play, seat: Seat, step: Step, changes: tuple[Change, ...], readings: Iterable[FA]) -> None:
    """The order changes the value: the seat has to choose one."""
    asked = OrderAsked(seat, step, tuple(each.of for each in changes))
    play.emit(asked, GH.FREE_ORDER, readings=(FA.MONSTERS_ORDER, *readings))


def may_order_modifiers(state: State, decision: OrderModifiers) -> Iterator[Requirement]:
    """Before the draw the attacker's own modifiers, later what is asked for; each modifier once."""
    aiming = state.battle.stage == "aiming"
    own_first = state.rules.switches.order_of_own == "before_draw"
    yield must_be_asked(
        state,
        decision.by,
        during=("aiming", "ordering") if own_first else ("ordering",),
        clause=GH.FREE_ORDER,
        readings=(FA.ORDER_BEFORE_DRAW,) if aiming else (),
    )
    names = _unordered_modifiers(state)
    yield Requirement(
        No.NO_ORDER,
        GH.FREE_ORDER,
        asks="does the order name each of several modifiers once, counted from 0?",
        holds=len(names) > 1 and sorted(decision.order) == list(range(len(names))),
        says=f"an order names each of the {len(names)} modifiers of this step once, counted from 0",
        values={"order": ", ".join(map(str, decision.order)), "modifiers": ", ".join(names) or "none"},
        readings=(FA.ORDER_BEFORE_DRAW,) if aiming else (),
    )


def _unordered_modifiers(state: State) -> tuple[str, ...]:
    """The modifiers of the step at hand, by name."""
    if state.battle.stage == "aiming":
        return tuple(each.of for each in own_changes(state))
    return attack_of(state.battle).asked_for


def order_modifiers(play: Play, decision: OrderModifiers) -> None:
    """Note the order; before the draw it may still be changed."""
    names, step = _unordered_modifiers(play.state), play.attack.asked_step or "attacker"
    readings = (FA.ORDER_BEFORE_DRAW, FA.POISONS_PLACE) if play.battle.stage == "aiming" else (FA.DOUBLING_BETWEEN,)
    play.emit(
        ModifiersOrdered(decision.by, step, decision.order, tuple(names[each] for each in decision.order)),
        GH.FREE_ORDER,
        readings=(*readings, FA.ADD_OR_DOUBLE) if step in {"cards", "mixed"} else readings,
    )
