"""What is left of promises, in letters of the sample: as much as the reader of a game can tell."""

import pytest

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.audit.open_duties import open_duty_sentences
from oathbook.domain.promises.monitor.monitor import start, step
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.rulesets.sample_vocabulary import SAMPLE
from oathbook.domain.rulesets.vocabulary import Fact, Unknown
from tests.properties.test_plain_reading import cases
from tests.support.promises.letters_and_games import moments_of, watched
from tests.support.promises.toy_world import BLUE, READER, RED, fact
from tests.unit.promises.evaluator.test_bindings import SIGNED, agreed, gift

SEASONS = {"season": 1}
STONE = "Red must give at least 1 stone to Blue (what is done pays the oldest debt first)"


def after(letter: str, *game: tuple[Fact, ...]) -> MonitorState:
    """A promise after these moments."""
    return watched(agreed(letter), moments_of((SIGNED, *game)))


@pytest.mark.parametrize(
    ("count", "so_far"), [(1, ": 1 so far"), (Unknown(0, 2), ": 0 to 2 so far"), (Unknown(0, 0), "")]
)
def test_of_a_hidden_amount_stands_what_it_may_be(count: int | Unknown, so_far: str) -> None:
    given = fact("transfer", RED, item="wood", count=count, to=BLUE, gift=0)
    state = after("Red promises Blue to give 3 wood to Blue by the end of season 1.", (given,))

    assert open_duty_sentences(state, SAMPLE, SEASONS) == (
        f"Red must give at least 3 wood to Blue, in all, until season 1 ends{so_far}",
    )


@pytest.mark.parametrize("more", [0, 1])
def test_what_only_a_ruling_decides_is_not_said(more: int) -> None:
    """More duties that begin at once than are watched: equal ones are said once, and of the rest nothing is known."""
    letter = "Red promises Blue whenever Blue gives 1 wood to Red, to give 1 stone to Blue by the end of season 1."
    rule = f"{STONE}, from each moment in which Blue gives at least 1 wood to Red, for each anew, until season 1 ends"
    state = after(letter, (gift(BLUE, RED, 1),), (gift(BLUE, RED, 1),) * (OPEN_INSTANCES - 1 + more))

    assert open_duty_sentences(state, SAMPLE, SEASONS) == (f"{STONE}, until season 1 ends", *(() if more else (rule,)))


def test_at_every_moment_of_random_games_something_is_left_of_what_is_pending() -> None:
    """In a sentence that says until when."""
    moments_asked = 0
    for _, (letter, moments) in cases(range(40)):
        state = start("P", agreed(letter.canonical), moments[0], READER)
        for moment in moments[1:]:
            if state.status != "pending":
                break
            asked = open_duty_sentences(state, SAMPLE, SEASONS)
            assert asked, letter.canonical
            assert all(", until " in each for each in asked), asked
            state, moments_asked = step(state, moment, READER), moments_asked + 1
    assert moments_asked > 200
