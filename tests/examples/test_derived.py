"""What a game derives from its state: it is computed once, is in no record, and depends on nothing else."""

from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from oathbook.domain.rulesets.kit.schema_digests import schema_digest
from oathbook.replays.laws import LawBroken
from oathbook.replays.testing.checks import check_ruleset_laws
from oathbook.replays.testing.golden import golden_sheet_problem
from tests.examples.loading import EXAMPLES, loaded

EMPTY: Final = """
@g.derived
def empty(state):
    asked.append(1)
    return len(CELLS) - len(state.marks)
"""
COUNTED: Final = """
@g.derived
def asked_so_far(state):
    asked.append(1)
    return len(asked)
"""
SILK: Final = """
@g.derived
def silk(state):
    return any(card.look() == "silk" for cards in state.hand.values() for card in cards)
"""
GUESSED: Final = """
@g.derived
def open_cards(state):
    return sum(card.is_open for cards in state.hand.values() for card in cards)
"""


def deriving(name: str, tmp_path: Path, text: str) -> Any:  # noqa: ANN401  # its types are made when it is loaded
    """The game of that name with something more in its file."""
    source = (EXAMPLES / f"{name}.py").read_text("utf-8")
    file = tmp_path / f"{name}_{abs(hash(text))}.py"
    file.write_text(source.replace("RULESET = g.rules(", f"asked = []\n{text}\n\nRULESET = g.rules("), "utf-8")
    return loaded(file)


def test_what_is_derived_is_computed_once_a_state(tmp_path: Path) -> None:
    game = deriving("noughts_and_crosses", tmp_path, EMPTY)
    state = game.RULESET.initial(game.RULESET.samples()[0])
    later = replace(state, marks={"a1": state.seats[0]})

    assert [state.empty, state.empty, later.empty] == [9, 9, 8]
    assert len(game.asked) == 2
    assert state == replace(state)


def test_what_is_derived_is_in_no_record(tmp_path: Path) -> None:
    """The golden game and the digest of its types are those of the game without it."""
    game, without = (deriving("noughts_and_crosses", tmp_path, text) for text in (EMPTY, ""))

    assert golden_sheet_problem(EXAMPLES / "noughts_and_crosses.notation", game.RULESET) == ""
    assert schema_digest(game.RULESET.wire) == schema_digest(without.RULESET.wire)
    assert check_ruleset_laws(game.RULESET, 2).counts["events"]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("noughts_and_crosses", COUNTED, "'asked_so_far', which is derived from a state, is another after the wire"),
        ("smugglers", SILK, "'silk' is derived from a hidden value, which a reader may lack"),
        ("smugglers", GUESSED, "'open_cards', which is derived from a state, is another after the wire"),
    ],
)
def test_what_hangs_on_more_than_the_open_state_breaks_law_3(name: str, text: str, says: str, tmp_path: Path) -> None:
    rules = deriving(name, tmp_path, text).RULESET

    with pytest.raises(LawBroken) as broken:
        check_ruleset_laws(rules, 5)

    assert str(broken.value) == f"law 3: {says}"


def test_what_is_derived_has_a_name_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two parts of the state are called 'marks'"):
        deriving("noughts_and_crosses", tmp_path, EMPTY.replace("def empty", "def marks"))
