"""CB-5: which losses may be dealt: to each object what destroys it, the priority kept, nothing dealt in vain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from msgspec import Struct

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.cube_bag.chapters.forces import Object, objects_of
from oathbook.domain.rulesets.cube_bag.model import queries
from oathbook.domain.rulesets.cube_bag.model.components import Hex
from oathbook.domain.rulesets.cube_bag.model.decisions import Loss
from oathbook.domain.rulesets.cube_bag.model.state import State

DamageByObject = Mapping[str, int]
"""Damage by object; one named with none is a structure with nothing left that is picked (CA-33)."""


MOST_SHARES: Final = 5_000
"""Ways to share damage out that are looked through for legal ones; the first are those that keep the priority."""


class AllocationQuestion(Struct, frozen=True):
    """What damage one fighter deals to which objects, on which hexes in order, and by which readings."""

    objects: tuple[Object, ...]
    damage: int
    in_order: frozenset[Hex]
    may_forgo: bool
    passes_over: bool
    picks_free: bool
    free_any_time: bool


def question_of(state: State, seat: Seat) -> AllocationQuestion:
    """What the damage of a fighter may destroy."""
    battle, switches = queries.battle_in(state.field), state.rules.switches
    return AllocationQuestion(
        objects=objects_of(state, queries.enemy_of(battle, seat).seat),
        damage=queries.fighter_of(battle, seat).damage,
        in_order=frozenset() if ignores_priority(state, seat) else hexes_in_order(state),
        may_forgo=switches.unspent_damage == "may_forgo",
        passes_over=switches.tough_unit == "passed_over",
        picks_free=switches.free_destruction != "automatic",
        free_any_time=switches.free_destruction == "chosen_freely",
    )


def ignores_priority(state: State, seat: Seat) -> bool:
    """Whether a card frees a fighter from the destruction priority (CB-10.2)."""
    cards = (
        queries.card_figures(state.rules.components, card.name) for card in queries.player_of(state.field, seat).cards
    )
    return any(card.ignores_priority for card in cards)


def hexes_in_order(state: State) -> frozenset[Hex]:
    """The hexes with any structure, and, where only armies are bound to it, an army (CB-5.5, CA-57)."""
    built = frozenset(each.hex for each in state.field.structures)
    if state.rules.switches.bare_priority == "kept":
        return built
    return built & {army.hex for army in state.field.armies}


def damage_by_object(losses: Iterable[Loss]) -> DamageByObject:
    """The damage of each object; what is named twice is added up."""
    dealt: Counter[str] = Counter()
    for loss in losses:
        dealt[loss.of] += loss.damage
    return dealt


def is_known(question: AllocationQuestion, dealt: DamageByObject) -> bool:
    """Whether everything named is an object of the enemy in this battle."""
    return set(dealt) <= {each.id for each in question.objects}


def fits_objects(question: AllocationQuestion, dealt: DamageByObject) -> bool:
    """Whether each takes as much as it can: units a multiple of their hit points, structures up to what is left."""
    return all(_fits_object(question, each, dealt[each.id]) for each in question.objects if each.id in dealt)


def _fits_object(question: AllocationQuestion, each: Object, damage: int) -> bool:
    if damage == 0:
        return is_free(each) and question.picks_free
    return damage <= each.left and damage % each.each == 0


def is_free(each: Object) -> bool:
    """Whether it falls without damage (CB-5.11)."""
    return each.left == 0


def is_destroyed(question: AllocationQuestion, each: Object, dealt: DamageByObject) -> bool:
    """Whether nothing of it is left."""
    if is_free(each):
        return not question.picks_free or each.id in dealt
    return dealt.get(each.id, 0) == each.left


def find_out_of_order(question: AllocationQuestion, dealt: DamageByObject) -> str:
    """An object that is dealt to before another on its hex that comes first, as ``city before A/spearman``."""
    for each in question.objects:
        if each.id in dealt:
            for first in objects_before(question, each):
                if not is_destroyed(question, first, dealt) and not _is_passed_over(question, first, dealt):
                    return f"{each.id} before {first.id}"
    return ""


def objects_before(question: AllocationQuestion, each: Object) -> Iterator[Object]:
    """What has to be destroyed before an object: of a higher rank on its hex, where the order holds (CB-5.5)."""
    if each.hex not in question.in_order or _is_outside_order(question, each):
        return
    for other in question.objects:
        if other.hex == each.hex and other.rank < each.rank and not _is_outside_order(question, other):
            yield other


def _is_outside_order(question: AllocationQuestion, each: Object) -> bool:
    """Whether it has nothing left, and can be picked at any time in any order (CA-33)."""
    return question.free_any_time and is_free(each)


def _is_passed_over(question: AllocationQuestion, first: Object, dealt: DamageByObject) -> bool:
    """Whether a tough unit would not be destroyed by what is left of the damage after its rank (CA-32)."""
    if not question.passes_over or first.army is None:
        return False
    later = sum(dealt.get(each.id, 0) for each in question.objects if each.hex == first.hex and each.rank > first.rank)
    return question.damage - (sum(dealt.values()) - later) < first.each


def find_undamaged(question: AllocationQuestion, dealt: DamageByObject) -> str:
    """An object that could still take some of the damage that was not dealt, or nothing (CB-5.9, CA-31)."""
    left = question.damage - sum(dealt.values())
    if question.may_forgo:
        return ""
    for each in question.objects:
        more = {**dealt, each.id: dealt.get(each.id, 0) + each.each}
        if left >= each.each and more[each.id] <= each.left and not find_out_of_order(question, more):
            return each.id
    return ""


def is_legal(question: AllocationQuestion, dealt: DamageByObject) -> bool:
    """All of it."""
    return (
        is_known(question, dealt)
        and fits_objects(question, dealt)
        and sum(dealt.values()) <= question.damage
        and not find_out_of_order(question, dealt)
        and not find_undamaged(question, dealt)
    )


def choices(question: AllocationQuestion) -> Iterator[tuple[Loss, ...]]:
    """Legal losses, those that deal most to what comes first before the others; the last rank is named first."""
    ordered = sorted(question.objects, key=lambda each: (each.rank, each.hex, each.id))
    for dealt in islice(_shares(question, ordered, question.damage), MOST_SHARES):
        if is_legal(question, dealt):
            yield tuple(Loss(each.id, dealt[each.id]) for each in reversed(ordered) if each.id in dealt)


def _shares(question: AllocationQuestion, objects: list[Object], damage: int) -> Iterator[DamageByObject]:
    """Every way to share the damage out, object by object."""
    if not objects:
        yield {}
        return
    first, *rest = objects
    if is_free(first):
        for dealt in _shares(question, rest, damage):
            if question.picks_free:
                yield {first.id: 0, **dealt}
            yield dealt
        return
    for share in range(min(damage, first.left) // first.each * first.each, -1, -first.each):
        for dealt in _shares(question, rest, damage - share):
            yield {first.id: share, **dealt} if share else dealt
