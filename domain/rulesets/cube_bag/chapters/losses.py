"""CB-5: damage, the choice of both fighters, and what leaves the map."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat, Working
from oathbook.domain.rulesets.cube_bag.chapters import allocation, forces
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, decisive_readings, must_be_asked
from oathbook.domain.rulesets.cube_bag.model import events
from oathbook.domain.rulesets.cube_bag.model.decisions import AssignLosses
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, enemy_of, player_of, structure_of
from oathbook.domain.rulesets.cube_bag.model.state import State
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

CHOICE_READINGS = (
    CA.UNSPENT_DAMAGE,
    CA.TOUGH_UNIT,
    CA.FREE_DESTRUCTION,
    CA.BARE_PRIORITY,
    *forces.INVOLVEMENT_READINGS,
)
"""The switches that say which losses may be dealt."""


def begin_losses(play: Play) -> None:
    """What the cubes drawn deal to either side; whether something falls without any damage is a reading (CA-33)."""
    falling = decisive_readings(play.state, losses_of, CA.FREE_DESTRUCTION, *forces.INVOLVEMENT_READINGS)
    play.emit(events.StageBegan("losses"), CB.STAGES, CB.AT_ONCE, readings=falling)
    for seat in (play.battle.attacker.seat, play.battle.defender.seat):
        measure_damage(play, seat)


def measure_damage(play: Play, seat: Seat) -> None:
    """What one fighter deals."""
    damage = damage_of(play.state, seat)
    play.emit(
        events.DamageMeasured(seat, damage.total),
        *(CB.DAMAGE, CB.SUCCESS),
        readings=decisive_readings(
            play.state, lambda state: damage_of(state, seat), CA.OUT_OF_RANGE_CUBES, *forces.INVOLVEMENT_READINGS
        ),
        working=damage.lines,
    )


def damage_of(state: State, seat: Seat) -> Working:
    """1 for each cube of the fighter's colour, from a fighter out of range too by the default of CA-5."""
    drawn = battle_in(state.field).drawn.get(player_of(state.field, seat).colour, 0)
    damage = Working.start("damage", drawn, clause=CB.DAMAGE)
    if forces.active_units(state, seat):
        return damage
    return damage.take(drawn, clause=CB.COUNTERATTACK, when=state.rules.switches.out_of_range_cubes == "in_range")


def may_assign_losses(state: State, decision: AssignLosses) -> Iterator[Requirement]:
    """Objects of the enemy, each with what it takes, within the damage, in order, and all of it."""
    yield must_be_asked(state, decision.by, during=("losses",), clause=CB.AT_ONCE)
    question, dealt = allocation.question_of(state, decision.by), allocation.damage_by_object(decision.losses.look())
    yield Requirement(
        No.UNKNOWN_OBJECT,
        CB.CORPS_LOSSES,
        asks="are these objects of the enemy in this battle?",
        holds=allocation.is_known(question, dealt),
        says="that is not in this battle, or not the enemy's",
        values={"named": _describe_damage(dealt), "objects": ", ".join(each.id for each in question.objects)},
        readings=forces.INVOLVEMENT_READINGS,
    )
    spent = sum(dealt.values())
    yield Requirement(
        No.BEYOND_DAMAGE,
        CB.DAMAGE,
        asks="is that no more than the damage dealt?",
        holds=spent <= question.damage,
        says=f"{question.damage} damage is dealt, not {spent}",
        values={"damage": question.damage, "assigned": spent},
        readings=forces.INVOLVEMENT_READINGS,
    )
    yield from _allocation_requirements(question, dealt)


def _allocation_requirements(
    question: allocation.AllocationQuestion, dealt: allocation.DamageByObject
) -> Iterator[Requirement]:
    spent = sum(dealt.values())
    yield Requirement(
        No.WRONG_DAMAGE,
        CB.HIT_POINTS,
        asks="does each object take as much, units a multiple of their hit points?",
        holds=allocation.fits_objects(question, dealt),
        says="an object takes damage up to its hit points, a unit all or nothing",
        values={
            "dealt": _describe_damage(dealt),
            "hit points left": _describe_damage({each.id: each.left for each in question.objects}),
        },
        readings=(CA.UNSPENT_DAMAGE, CA.FREE_DESTRUCTION, *forces.INVOLVEMENT_READINGS),
    )
    wrong = allocation.find_out_of_order(question, dealt)
    yield Requirement(
        No.AGAINST_PRIORITY,
        CB.PRIORITY,
        asks="is the destruction priority kept on each hex?",
        holds=not wrong,
        says=f"the destruction priority is not kept: {wrong}",
        values={"damage": question.damage, "assigned": _describe_damage(dealt), "out of order": wrong or "nothing"},
        readings=(CA.PRIORITY, *CHOICE_READINGS),
    )
    more = allocation.find_undamaged(question, dealt)
    yield Requirement(
        No.DAMAGE_LEFT,
        CB.DAMAGE,
        asks="is all damage dealt that something can take?",
        holds=not more,
        says=f"{question.damage - spent} damage is left, and {more} can take some of it",
        values={"damage": question.damage, "assigned": spent, "can take more": more or "nothing"},
        readings=CHOICE_READINGS,
    )


def _describe_damage(dealt: allocation.DamageByObject) -> str:
    return ", ".join(f"{name} {damage}" for name, damage in dealt.items()) or "nothing"


def assign_losses(play: Play, decision: AssignLosses) -> None:
    """The choice lies face down; what it rests on does not tell what it is."""
    play.emit(
        events.LossesChosen(decision.by, decision.losses),
        *_choice_clauses(play.state, decision.by),
        readings=(CA.PRIORITY, *CHOICE_READINGS),
    )


def _choice_clauses(state: State, seat: Seat) -> Iterator[CB]:
    question = allocation.question_of(state, seat)
    armies = forces.armies_of(state, enemy_of(battle_in(state.field), seat).seat)
    yield CB.AT_ONCE
    if any(len(set(army.units)) > 1 for army in armies):
        yield CB.COMBINED_ARMS
    if len(armies) > 1:
        yield CB.CORPS_LOSSES
    if any(each.hex in allocation.hexes_in_order(state) for each in question.objects):
        yield CB.SIEGE_TOWER if allocation.ignores_priority(state, seat) else CB.PRIORITY


def take_losses(play: Play) -> None:
    """Open the choices; both sides lose at the same moment (CB-5.3)."""
    if play.battle.choices:
        shown = tuple(events.Shown(choice.seat, choice.losses.reveal()) for choice in play.battle.choices)
        play.emit(events.LossesShown(shown), CB.AT_ONCE)
    taken = losses_of(play.state)
    if taken.units or taken.structures or taken.in_vain:
        play.emit(
            taken,
            *(CB.TOGETHER, CB.HIT_POINTS, *_loss_clauses(play.state, taken)),
            readings=(
                *decisive_readings(play.state, losses_of, CA.FREE_DESTRUCTION, *forces.INVOLVEMENT_READINGS),
                *_loss_readings(taken),
            ),
        )


def losses_of(state: State) -> events.LossesTaken:
    """What the choices come to, and what falls by itself."""
    battle = battle_in(state.field)
    units: list[events.UnitsLost] = []
    structures: list[events.StructureHit] = []
    in_vain: dict[str, int] = {}
    for fighter in (battle.attacker, battle.defender):
        question = allocation.question_of(state, fighter.seat)
        shown = next((each.shown for each in battle.choices if each.seat == fighter.seat), None)
        dealt = allocation.damage_by_object(shown or ())
        units += (_units_lost(each, dealt) for each in question.objects if each.army is not None and dealt.get(each.id))
        structures += (hit for each in question.objects if (hit := _structure_hit(question, each, dealt)))
        left = fighter.damage - sum(dealt.values())
        if left:
            in_vain[player_of(state.field, fighter.seat).colour] = left
    return events.LossesTaken(tuple(units), tuple(structures), in_vain)


def _units_lost(each: forces.Object, dealt: allocation.DamageByObject) -> events.UnitsLost:
    assert each.army is not None, "a structure is no unit"
    return events.UnitsLost(each.seat, each.army.id, each.unit, dealt[each.id] // each.each)


def _structure_hit(
    question: allocation.AllocationQuestion, each: forces.Object, dealt: allocation.DamageByObject
) -> events.StructureHit | None:
    if each.army is not None:
        return None
    falls = allocation.is_destroyed(question, each, dealt)
    if not falls and not dealt.get(each.id):
        return None
    return events.StructureHit(each.seat, each.id, 0 if falls else dealt[each.id], falls)


def _loss_clauses(state: State, taken: events.LossesTaken) -> Iterator[CB]:
    if any(not hit.falls for hit in taken.structures):
        yield CB.BLACK_CUBES
    fighters = (battle_in(state.field).attacker, battle_in(state.field).defender)
    if taken.in_vain and any(each.each > 1 for fighter in fighters for each in forces.objects_of(state, fighter.seat)):
        yield CB.TOUGH_UNITS
    for hit in taken.structures:
        if hit.falls and structure_of(state.field, hit.structure).black:
            free = any(
                each.id == hit.structure and allocation.is_free(each) for each in forces.objects_of(state, hit.seat)
            )
            yield CB.NOTHING_LEFT if free else CB.DAMAGED


def _loss_readings(taken: events.LossesTaken) -> Iterator[CA]:
    if taken.in_vain:
        yield from (CA.UNSPENT_DAMAGE, CA.TOUGH_UNIT)
    if any(hit.falls for hit in taken.structures):
        yield CA.WHO_DESTROYS
