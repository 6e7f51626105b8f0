"""What may stand in a line: names however they are joined, lists, numbers, text and JSON; and how each is written."""

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.recording.notation.game_notation import GameNotation, is_read_as, write_decision
from oathbook.domain.recording.notation.grammar import NotationGrammar
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.recording.notation.patterns import FixedWords, ListNode, NobodyNode
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.notation.sheets import is_notation
from oathbook.domain.recording.notation.value_nodes import ExactValue, FreeText, NameNode, NumberNode, RestOfLine
from oathbook.domain.rulesets.defaults import always_releasable, never_overrulable, no_entries, no_items, not_tracked
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.knights_duty.model.decisions import LayPlan
from tests.minigame import model as m
from tests.minigame.ruleset import MINIGAME
from tests.support.playing import RULESET, ruleset_of, small_game
from tests.support.tampering import Event, forged_file, outcome_with
from tests.support.transcribing import TABLE, read

TILES = NameNode((("OpenGates", "OpenGates"), ("ash-1", "ash-1"), ("ash-11", "ash-11"), ("-1,2", "-1,2")))
ALIKE = NameNode((("p11", "p11"), ("p1-1", "p1-1"), ("P-11", "P-11")))


def values(node: Any, text: str) -> Any:  # noqa: ANN401  # a value of the node's own
    return LineScanner(text, where="here").read_all(node)


@pytest.mark.parametrize("text", ["OpenGates", "open gates", "Open_Gates", "OPEN-GATES", '"OpenGates"', " opengates "])
def test_the_words_of_a_name_may_be_joined_in_any_way(text: str) -> None:
    assert values(TILES, text) == "OpenGates"


@pytest.mark.parametrize(("text", "value"), [("ash-1", "ash-1"), ("ash 11", "ash-11"), ("-1,2", "-1,2")])
def test_a_name_ends_where_its_last_word_does(text: str, value: str) -> None:
    assert values(TILES, text) == value


def test_a_name_that_could_be_two_must_be_written_exactly() -> None:
    assert values(ALIKE, "p1-1") == "p1-1"
    assert values(ALIKE, "P-11") == "P-11"
    with pytest.raises(BadRecord, match="here, column 1: “p_11” cannot stand here; what can: "):
        values(ALIKE, "p_11")


def test_a_name_that_is_no_name_here_stands_in_quotation_marks_where_that_is_allowed() -> None:
    assert values(TILES, '"no such tile"') == "no such tile"
    assert TILES.write("no such tile") == '"no such tile"'
    assert NameNode((("yes", True),), quoted=False).write("maybe") is None
    assert NameNode((("and", "and"),)).write("and") == '"and"'
    with pytest.raises(BadRecord, match='what can: a name in "quotation marks"'):
        values(NameNode(()), "Valley")


@pytest.mark.parametrize(
    "node", [NumberNode(), FreeText(), RestOfLine(), ExactValue((list,)), ListNode(FreeText()), FixedWords("a")]
)
def test_what_cannot_be_written_is_not(node: Any) -> None:  # noqa: ANN401  # any node
    assert node.write({"x": 1}) is None


def test_a_list_with_what_cannot_be_written_is_not_written() -> None:
    assert ListNode(NumberNode()).write([1, "x"]) is None
    assert ListNode(NumberNode()).write([1, 2]) == "1, 2"
    assert ListNode(NumberNode()).write([]) == "nothing"


@pytest.mark.parametrize("text", ["1, 2, 3", "1 and 2 and 3", "1, 2, and 3", "1,2,3"])
def test_a_list_has_commas_or_and_or_both(text: str) -> None:
    assert values(ListNode(NumberNode()), text) == [1, 2, 3]


def test_nothing_is_an_empty_list_and_nobody_is_none() -> None:
    assert values(ListNode(NumberNode()), "nothing") == []
    assert values(NobodyNode("nobody"), "None") is None
    assert NobodyNode("nobody").write(1) is None


def test_words_to_the_end_may_stand_in_quotation_marks_and_then_hold_anything() -> None:
    assert values(RestOfLine(), ' "two\\nlines # and a sign" ') == "two\nlines # and a sign"
    assert RestOfLine().write("two\nlines") == '"two\\nlines"'
    assert RestOfLine().write("plain words") == "plain words"
    with pytest.raises(BadRecord, match='a text that ends with "'):
        values(RestOfLine(), '"open')


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\x"'])
def test_quotation_marks_around_no_text_are_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="here, column 1: "):
        values(FreeText(), text)


def test_json_of_another_kind_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"here, column 1: .*what can: \{…\}"):
        values(ExactValue((dict,)), "[1]")
    with pytest.raises(BadRecord, match="here, column 1: "):
        values(ExactValue(), '{"x":1')


def test_a_place_is_read_once() -> None:
    class Counted:
        reads = 0

        def read(self, line: LineScanner, at: int) -> Mapping[int, Any]:
            self.reads += 1
            return {line.skip(at): None}

    node, line = Counted(), LineScanner("x", where="here")

    assert line.read(node, 0) == line.read(node, 0)
    assert node.reads == 1


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A value with a default and an odd type."""

    name: str
    size: int = 1
    odd: float = 0.5
    who: Seat | None = None
    way: Literal["up", "down"] = "up"


def test_a_type_without_a_form_is_written_by_its_fields_and_what_has_no_words_exactly() -> None:
    node = NotationGrammar(MINIGAME, MINIGAME.samples()[0]).of(Part)

    assert node.write({"name": "a", "size": 2, "who": "red"}) == "a size 2 who red"
    assert values(node, "a size 2 who red way down") == {"name": "a", "size": 2, "who": "red", "way": "down"}
    assert node.write({"name": "a", "odd": 1}) == '{"name":"a","odd":1}'
    assert node.write(7) is None


def test_a_form_that_cannot_say_all_leaves_it_to_the_next() -> None:
    forms = (Form(Part, "only {name}"), Form(Part, "{name} by {size}", {"way": "down"}), Form(Part, "[it is] {name}"))
    node = NotationGrammar(MINIGAME, MINIGAME.samples()[0]).of(Part, forms=forms)

    assert node.write({"name": "a"}) == "only a"
    assert node.write({"name": "a", "size": 2, "way": "down"}) == "a by 2"
    assert values(node, "it is a") == {"name": "a"}


@pytest.mark.parametrize("decision", [m.Deploy(Seat("red"), "Valley"), m.Give(Seat("red"), "wood", 2, Seat("blue"))])
def test_a_ruleset_without_forms_can_be_written_down(decision: Any) -> None:  # noqa: ANN401  # any decision
    setup = MINIGAME.samples()[0]
    speech = GameNotation(MINIGAME, setup)

    words = write_decision(MINIGAME, MINIGAME.initial(setup), decision, speech)

    assert not words.startswith("{")


def test_words_that_mean_something_else_are_not_used() -> None:
    setup = RULESET.samples()[0]
    speech = GameNotation(RULESET, setup)

    assert not is_read_as("plan bow now", {"kind": "lay_plan", "slots": ["bow"]}, speech, RULESET)
    assert not is_read_as("plan bow", {"kind": "lay_plan", "slots": ["spear"]}, speech, RULESET)
    assert not is_read_as("plan bow", {"kind": "dance"}, speech, RULESET)
    assert is_read_as("plan bow", {"kind": "lay_plan", "slots": ["bow"]}, speech, RULESET)


def test_a_decision_that_words_cannot_tell_from_another_is_written_exactly() -> None:
    """An empty slot alone would be read as an empty plan."""
    setup = RULESET.samples()[0]
    plan = LayPlan(Seat("ash"), (None,))

    words = write_decision(RULESET, RULESET.initial(setup), plan, GameNotation(RULESET, setup))

    assert words == '{"kind":"lay_plan","slots":[null]}'


def test_an_outcome_that_the_rules_would_not_have_is_told_as_the_tables() -> None:
    """Somebody changed a record and computed its chain again: the sheet has what the record has, and no stamps."""

    def change(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "card_picked")
        event = outcome.data["consequences"][number]["event"]
        event["card"] = "shield" if event["card"] == "heart" else "heart"

    forged = record_from(forged_file(small_game(), change), ruleset_of, where="forged")

    lines = sheet_lines(forged)

    assert any(line.startswith('  then {"cites":') and '"card_picked"' in line for line in lines)
    assert not any(line.startswith("head ") for line in lines)
    assert sum(line.startswith("  then ") for line in lines) > 1


def test_the_setup_of_a_sheet_may_be_odd_in_every_way() -> None:
    """Names with commas, other readings, changed components, nothing revealed: written and read again."""
    text = TABLE.replace("ann,", 'ann "Ann, the first",') + (
        'components heirless-sample-1 with {"seasons":2,"name":"ours"}\nswitch HA-19 by_text_only\nreveal none\n'
    )

    record = read(text)

    lines = sheet_lines(record)
    assert 'seats ann "Ann, the first", bram, cleo, dov' in lines
    assert {"switch HA-19 by_text_only", "reveal none"} <= set(lines)
    assert any(line.startswith('components {"') for line in lines)
    assert read("\n".join(lines)).head == record.head


def test_a_file_that_begins_with_a_comment_may_be_a_sheet() -> None:
    assert is_notation(b"# ours\n\noathbook notation/1\n")
    assert not is_notation(b"# ours\n")


def test_a_game_of_which_nothing_is_said_says_nothing() -> None:
    assert (not_tracked(None), no_entries(None), no_items(None)) == (False, {}, ())
    assert (always_releasable(None), never_overrulable(None)) == (True, False)
