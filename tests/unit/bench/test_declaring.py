"""The benchmark of a game in one file runs to its end; not how long a decision takes is tested, but what it asks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.declaring import main
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import IllegalDecision
from oathbook.domain.kernel import Requirement
from tests.examples.loading import EXAMPLES, example, loaded
from tests.unit.bench.test_bench import PAGE, shape


def test_a_tiny_run_prints_the_tables_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """It sees to it that both rulesets give the same consequences."""
    main(["--times", "1", "--runs", "1"])

    printed = capsys.readouterr().out
    shown = PAGE.partition("<!-- printed of one file -->")[2].partition("<!-- /printed of one file -->")[0]
    assert len(shape(shown)) > 5
    assert shape(printed) == shape(shown)


def test_the_function_of_a_decision_is_called_once_to_decide_it(tmp_path: Path) -> None:
    """Once more, as the control, where only what it needs is asked."""
    source = (EXAMPLES / "noughts_and_crosses.py").read_text("utf-8")
    counting = source.replace("def mark(t, by, cell: str):\n", "def mark(t, by, cell: str):\n    CALLS.append(cell)\n")
    file = tmp_path / "counting.py"
    file.write_text(counting.replace("CELLS =", "CALLS = []\nCELLS =", 1), "utf-8")
    game = loaded(file)
    state = game.RULESET.initial(game.RULESET.samples()[0])
    decision = game.mark(state.turn, "b2")

    marked, turn_ended = game.RULESET.decide(state, decision, RecordedChance(()))
    assert (marked.event.cell, turn_ended.event.seat) == ("b2", state.turn)
    assert game.CALLS == ["b2"]
    assert game.RULESET.refusal(state, decision) is None
    assert game.CALLS == ["b2", "b2"]


def test_what_an_author_says_that_a_decision_needs_is_asked_instead() -> None:
    """Also where it asks all that the file asks, and more."""
    game = example("noughts_and_crosses")

    def centre_first(state: Any, decision: Any) -> Iterator[Requirement]:  # noqa: ANN401  # types of one file
        yield from game.RULESET.needs(state, decision)
        yield Requirement("taken", "N-1", "is it the centre?", decision.cell == "b2", "the centre comes first")

    rules = replace(game.RULESET, needs=centre_first)
    state = rules.initial(rules.samples()[0])

    with pytest.raises(IllegalDecision, match="the centre comes first"):
        rules.decide(state, game.mark(state.turn, "a1"), RecordedChance(()))
    assert len(rules.decide(state, game.mark(state.turn, "b2"), RecordedChance(()))) == 2
