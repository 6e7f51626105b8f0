"""Games with two mistakes, both corrected in either order: each stays corrected, and the game is the right one."""

from itertools import product
from typing import Any, Final

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.chance import Chance
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.disputes.claims import StandingWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.regression import regress
from oathbook.replays.verification import verify
from tests.support.disputing import MISTAKES, WITHOUT_DRAWS, Mistake
from tests.support.ruling import after_correction
from tests.support.twice_mistaken import Twice, twice_mistaken

RULESETS: Final = tuple(load_registry().by_key.values())
FEW: Final = 4
LONG: Final = 120
DONE: Final = ("what is recorded there is what follows", "a correction has left that decision out")
"""Why something is not corrected that the other correction has put right already."""

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)


def both_corrected(record: Record, order: tuple[int, ...]) -> Record | None:
    """The record with both mistakes put right, one after the other; nothing where one of them cannot be."""
    for at in order:
        try:
            record = after_correction(record, at).record
        except RemedyRefused as refused:
            if refused.says not in DONE:
                return None
    return record


def decided_right(game: Twice, first: int) -> Any:  # noqa: ANN401  # the state of a game of any ruleset
    """The state that the same decisions and draws come to when they are decided right from the start.

    A wrong draw is the seed's, out of the pile that there was when it was corrected. What is not allowed is left out;
    so is what was not when it was corrected first.
    """
    case, ruleset = case_of(game.record), game.record.ruleset
    state = case.game_after(1).state
    for step in case.steps_after(1):
        if step.at == first:
            continue
        chance: Chance = RecordedChance(step.draws)
        if wrong := [at for at, _ in step.positioned_draws if at in game.places]:
            seeded = SeededChance(case.opened.open_seed, case.game, step.at)
            then = try_decision(ruleset, case.game_after(step.at - 1).state, step.decision, seeded)
            chance = RecordedChance(then.draws) if first in wrong else seeded
        given = try_decision(ruleset, state, step.decision, chance)
        assert given.kind in {"follows", "refused"}
        for each in given.consequences:
            state = ruleset.evolve(state, each.event)
    return state


def is_put_right(game: Twice, first: int, second: int) -> bool:
    """Whether both could be corrected in that order; asserts that it is right then."""
    record = both_corrected(game.record, (first, second))
    if record is None:
        return False
    assert fold_record(record).state == decided_right(game, first)
    held = regress(record, record.ruleset, {})
    assert (held.apart, held.winner.effect) == ((), "unchanged")
    assert examine(case_of(record), StandingWrong(len(record.events))).answer == "rejected"
    found = verify(record).discrepancies
    left = {(each.kind, each.position) for each in found if each.kind != "reveal"}  # what was shown stays shown
    assert left <= {("draw", at) for at in is_right_now(record, game)}
    return True


def is_right_now(record: Record, game: Twice) -> list[int]:
    """The wrong draws that needed no correction any more once something before them had been put right."""
    before, behind = (case.steps_after(1) for case in (case_of(game.record), case_of(record).with_corrections()))
    same = [each for each, other in zip(before, behind, strict=True) if each.draws == other.draws]
    return [at for step in same for at, _ in step.positioned_draws if at in game.places]


def counted(ruleset: AnyRuleset, kinds: tuple[Mistake, Mistake], many: int) -> int:
    """How many games of these were put right, in either order."""
    games = (twice_mistaken(ruleset, kinds, number) for number in range(many))
    orders = [(game, *order) for game in games if game for order in (game.places, game.places[::-1])]
    return sum(is_put_right(*each) for each in orders)


@pytest.mark.parametrize(
    "many", [1, pytest.param(FEW, marks=pytest.mark.gate), pytest.param(LONG, marks=pytest.mark.slow)]
)
@every_ruleset
def test_two_mistakes_put_right_leave_the_game_as_if_neither_had_been_made(ruleset: AnyRuleset, many: int) -> None:
    """In whichever order; in every ruleset there are some, or this would say nothing."""
    kinds: list[Mistake] = [each for each in MISTAKES if each != "draw" or ruleset.edition.key not in WITHOUT_DRAWS]

    assert sum(counted(ruleset, (one, other), many) for one, other in product(kinds, kinds)) >= many // 2
