"""HT-4.9: one Worker makes Resources out of others."""

from collections.abc import Iterator

from oathbook.domain.kernel import Line, Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of, may_act
from oathbook.domain.rulesets.heirless.chapters.turns.assigning import ACTION, gain_influence, must_be_unemployed
from oathbook.domain.rulesets.heirless.chapters.turns.control import control_grounds, must_control
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model.action_events import ResourcesRefined
from oathbook.domain.rulesets.heirless.model.components import Amount, Name, Recipe
from oathbook.domain.rulesets.heirless.model.decisions import Refine
from oathbook.domain.rulesets.heirless.model.queries import amount_of, player_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def recipe_for(state: State, makes: Name) -> Recipe | None:
    """The recipe that makes a Resource, if there is one."""
    return next((each for each in state.rules.components.recipes if each.makes == makes), None)


def may_refine(state: State, decision: Refine) -> Iterator[Requirement]:
    """A Worker of a Faction in control, a recipe, and enough of both Resources."""
    yield from may_act(state, decision.by)
    recipe = recipe_for(state, decision.makes)
    yield Requirement(
        No.NO_SUCH_RECIPE,
        HT.REFINE,
        asks="is there a recipe that makes it?",
        holds=recipe is not None,
        says=f"no recipe makes “{decision.makes}”",
        values={"recipes": ", ".join(each.makes for each in state.rules.components.recipes) or "none"},
    )
    assert recipe is not None, "the requirement before this one has asked for it"
    yield Requirement(
        No.NOTHING_REFINED,
        HT.REFINE,
        asks="is anything made?",
        holds=decision.amount > 0,
        says="at least 1 has to be made",
        values={"amount": decision.amount},
    )
    for resource in (recipe.first, recipe.second):
        yield must_have(state, decision.by, Amount(resource, decision.amount), clause=HT.REFINE)
    yield must_be_unemployed(state, decision.by, decision.worker, 1)
    if state.rules.switches.control_for_refining == "needed":
        grounds = control_grounds(state, decision.by, decision.worker)
        yield must_control(grounds, decision.worker, readings=(*grounds.readings, HA.CONTROL_FOR_REFINING))


def must_have(state: State, seat: Seat, cost: Amount, *, clause: HT) -> Requirement:
    """The player has that many of a Resource."""
    has = amount_of(player_of(state.field, seat).resources, cost.of)
    return Requirement(
        No.RESOURCES_SHORT,
        clause,
        asks=f"has the player {cost.count} {cost.of}?",
        holds=cost.count <= has,
        says=f"{cost.count} {cost.of} are needed, and the player has {has}",
        values={"resource": cost.of, "needed": cost.count, "has": has},
    )


def refine(play: Play, decision: Refine) -> None:
    """One Worker Employed, one recipe, as many times as said; Influence for the Worker only by HA-11."""
    recipe = recipe_for(play.state, decision.makes)
    assert recipe is not None, "there is a recipe, or the decision was refused"
    grounds = control_grounds(play.state, decision.by, decision.worker)
    needed = play.state.rules.switches.control_for_refining == "needed"
    refined = ResourcesRefined(decision.by, decision.worker, recipe.first, recipe.second, recipe.makes, decision.amount)
    play.emit(
        refined,
        *(*ACTION, HT.REFINE, *(grounds.clauses if needed else ())),
        readings=(
            *(HA.WHOSE_UNEMPLOYED, HA.CONTROL_FOR_REFINING, HA.INFLUENCE_FOR_REFINING),
            *(grounds.readings if needed else ()),
        ),
        working=(*_working(play.state, refined), *(grounds.working if needed else ())),
    )
    if play.state.rules.switches.influence_for == "every_assign":
        gain_influence(play, decision.by, (decision.worker,), readings=(HA.INFLUENCE_FOR_REFINING,))
    end_action(play)


def _working(state: State, refined: ResourcesRefined) -> tuple[Line, ...]:
    """X of each of the two become X of the third."""
    has = player_of(state.field, refined.seat).resources
    paid = [
        Working.start(of, amount_of(has, of), clause=HT.REFINE).take(refined.amount, clause=HT.REFINE, when=True)
        for of in (refined.first, refined.second)
    ]
    made = Working.start(refined.makes, amount_of(has, refined.makes), clause=HT.REFINE)
    made = made.add(refined.amount, clause=HT.REFINE, when=True)
    return lines_of(*paid, made)
