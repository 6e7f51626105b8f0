"""Where two states differ, in the words of players: what is missing to the end, and how it is said."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from oathbook.domain.application.claims import case_of
from oathbook.domain.disputes.claims import TableWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.state_differences import MOST_DIFFERENCES, StateDifference, state_differences
from oathbook.domain.games import game as games
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from tests.support.checkout import GOLDEN
from tests.support.mistakes.misplays import MISPLAYS
from tests.support.playing import ruleset_of
from tests.support.transcribing import read

TITLES: Final = sorted({each.edition.key.partition("/")[0] for each in load_registry().by_key.values()})


def said(difference: StateDifference) -> str:
    return f"{difference.of}: recorded {difference.recorded}, corrected {difference.corrected}"


def steps(title: str) -> Iterator[tuple[Any, Any, Any]]:
    """The ruleset, and the states before and after each step of the golden games."""
    for path in sorted((GOLDEN / title).rglob("*.jsonl")):
        record = whole_record_from(path.read_bytes(), ruleset_of, where=path.name)
        first, *others = record.entries()
        states = [(game := games.begin(record.ruleset, record.game, first)).state]
        for entry in others:
            game = games.evolve(record.ruleset, game, entry)
            states.append(game.state)
        yield from ((record.ruleset, *pair) for pair in pairwise((*states[::5], states[-1])))


@pytest.mark.parametrize("title", TITLES)
def test_a_difference_is_a_short_line_for_players(title: str) -> None:
    """Without a brace, a Python name or a value that is not said; and every change has at least one line."""
    found = 0
    for ruleset, before, after in steps(title):
        differences = state_differences(ruleset, before, after)
        found += len(differences)
        assert len(differences) <= MOST_DIFFERENCES
        for each in differences:
            assert len(said(each)) <= 100, said(each)
            assert not re.search(r"[{}\[\]()=<>_]|None|UNSET|False|True", said(each)), said(each)

    assert found


def test_a_knight_put_elsewhere_is_named_as_players_name_it() -> None:
    """Bram deploys to the Capital what he said goes to Thicket; everything else is as it would have been."""
    record = read(MISPLAYS["piece elsewhere"].sheet)

    matters = examine(case_of(record), TableWrong(4)).materiality

    assert matters is not None
    assert matters.differs_after == (StateDifference("tile of bram-1", "Capital", "Thicket"),)
    assert matters.differs_at_end == matters.differs_after


def test_influence_that_is_missing_to_the_end_is_said_although_the_standing_is_unchanged() -> None:
    """Ann was given an Influence too many."""
    record = read(f"{MISPLAYS['edited count'].sheet}cleo: idle\n")

    matters = examine(case_of(record), TableWrong(4)).materiality

    assert matters is not None
    assert matters.standing == "unchanged"
    assert StateDifference("Influence of ann", "4", "3") in matters.differs_at_end
