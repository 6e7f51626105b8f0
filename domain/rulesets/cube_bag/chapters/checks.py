"""CB-7: a check on the battle bag, for a conversion or a recovery."""

from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement, Seat, Working
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.chapters.preparation import must_have_cubes
from oathbook.domain.rulesets.cube_bag.model.bag_events import CheckBegan, CheckFailed, CheckPassed
from oathbook.domain.rulesets.cube_bag.model.components import Cubes
from oathbook.domain.rulesets.cube_bag.model.cubes import NEUTRAL, count_colours, pile_of, total
from oathbook.domain.rulesets.cube_bag.model.decisions import Convert, Recover
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, player_of
from oathbook.domain.rulesets.cube_bag.model.state import Army, State, Use
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

CHECK_OF = {"conversion": CB.CONVERSION_CHECK, "recovery": CB.RECOVERY_CHECK}


def complexity_of(state: State, decision: Convert | Recover, target: Army | None) -> Working:
    """The base, the factors of the target army, the cubes discarded, and the least it can be (CB-7.1, CB-7.4)."""
    check = state.rules.components.check
    working = Working.start("complexity", check.base, clause=CB.COMPLEXITY)
    if target is not None:
        own_religion = player_of(state.field, decision.by).religion
        is_own = bool(own_religion) and own_religion == religion_at(state, target)
        working = working.take(check.state_religion, clause=CB.FACTORS, when=is_own)
        working = working.add(check.relic, clause=CB.FACTORS, when=target.relic)
    spent = decision.actions + sum(each.cubes for each in decision.experience)
    if spent:
        working = working.take(spent, clause=CB.COMPLEXITY, when=True)
    return working.at_least(check.least, clause=CB.COMPLEXITY, when=True)


def religion_at(state: State, army: Army) -> str:
    """The religion of the province an army stands in."""
    provinces = state.rules.components.map.provinces
    here = next((each.name for each in provinces if army.hex in each.hexes), "")
    return state.field.religions.get(here, "")


def can_be_checked(
    state: State, decision: Convert | Recover, target: Army | None, *, readings: tuple[CA, ...] = ()
) -> Iterator[Requirement]:
    """The cubes to discard are there, and there is enough in the bag to draw (CA-42).

    ``readings`` are those that what was asked before rests on.
    """
    spent = (decision.actions, decision.experience)
    yield from must_have_cubes(state, decision.by, *spent, clause=CB.COMPLEXITY, readings=readings)
    complexity, there = complexity_of(state, decision, target).total, total(battle_in(state.field).bag)
    needed = least_drawn(state, complexity)
    yield Requirement(
        No.NOTHING_TO_DRAW,
        CB.CHECK_DRAW,
        asks="can the cubes of the check be drawn?",
        holds=there >= needed,
        says=f"a check of {complexity} cannot be drawn from a bag with {there} cubes",
        values={"complexity": complexity, "needed": needed, "in the bag": there},
        readings=(CA.LARGE_CHECK, *readings),
    )


def least_drawn(state: State, complexity: int) -> int:
    """How many cubes the bag has to hold for a check (CA-42)."""
    return complexity if state.rules.switches.large_check == "not_possible" else 1


def make_check(
    play: Play, decision: Convert | Recover, target: Army | None, chance: Chance, *, readings: tuple[CA, ...]
) -> bool:
    """Discard, draw, and say whether it is passed; ``readings`` are those that allowed it."""
    use: Use = "conversion" if isinstance(decision, Convert) else "recovery"
    complexity = complexity_of(play.state, decision, target)
    clause = CHECK_OF[use]
    play.emit(
        CheckBegan(decision.by, decision.card, use, complexity.total, decision.actions, decision.experience),
        *(clause, CB.COMPLEXITY, *((CB.FACTORS,) if target else ()), CB.GOVERNMENTS),
        readings=readings,
        working=complexity.lines,
    )
    bag = play.battle.bag
    number = sum((each.use, each.seat) == (use, decision.by) for each in play.battle.done)
    request = DrawRequest(f"{use}/{number}/{decision.by}", pile_of(bag), min(complexity.total, total(bag)))
    drawn = count_colours(chance.draw(request).drawn)
    if passes(play.state, decision.by, drawn):
        _pass_check(play, decision, use, drawn)
        return True
    _fail_check(play, decision, use, drawn)
    return False


def passes(state: State, seat: Seat, drawn: Cubes) -> bool:
    """Whether every cube is neutral or of one's own colour (CB-7.3)."""
    return set(drawn) <= {NEUTRAL, player_of(state.field, seat).colour}


def _pass_check(play: Play, decision: Convert | Recover, use: Use, drawn: Cubes) -> None:
    neutral = (CA.NEUTRAL_OF_CONVERSION,) if use == "conversion" else ()
    play.emit(
        CheckPassed(decision.by, decision.card, use, drawn),
        *(CB.CHECK_DRAW, CB.CHECK_PASSED, CHECK_OF[use], CB.GOVERNMENTS),
        readings=(CA.NO_LIMIT, *neutral),
    )


def _fail_check(play: Play, decision: Convert | Recover, use: Use, drawn: Cubes) -> None:
    back = play.state.rules.switches.failed_check == "returned"
    play.emit(
        CheckFailed(decision.by, decision.card, use, drawn, "bag" if back else "discarded"),
        *(CB.CHECK_DRAW, CB.CHECK_PASSED, CHECK_OF[use]),
        readings=(CA.FAILED_CHECK,),
    )
