"""A line at a position of a golden game: what it comes to, in all four rulesets."""

from functools import cache
from typing import Final, NamedTuple

import pytest

from oathbook.api.cli.input_files import record_in
from oathbook.domain.application.lines import LineAnswer, LineContext, answer_line, decision_in
from oathbook.domain.application.questions import QuestionContext
from oathbook.domain.errors import BadRecord, LineUnreadable
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.notation.game_notation import GameNotation, option_words
from oathbook.domain.recording.notation.line_reader import LineFault, read_draw, seat_of_line
from tests.support.checkout import GOLDEN
from tests.support.playing import sources
from tests.support.taking_back import begun


class Place(NamedTuple):
    """A position of a golden game, and the seat that says something there."""

    record: str
    position: int
    seat: str


VALLEY: Final = Place("heirless/e1/four-players-and-their-word", 41, "bram")
BALLOT: Final = Place("heirless/e1/four-players-and-their-word", 148, "bram")
PLAN: Final = Place("knights_duty/1/last-knight-standing", 7, "ash")
CUBES: Final = Place("cube_bag/g1/shot-from-afar", 9, "alex")
SCENARIO: Final = Place("gloomhaven_attack/gh1/characters-defeated", 1, "ash")


@cache
def record_at(name: str) -> Record:
    """A golden record."""
    return record_in(str(GOLDEN / f"{name}.jsonl"))


@cache
def notation_of(name: str) -> GameNotation:
    """The notation of a golden game."""
    record = record_at(name)
    return GameNotation(record.ruleset, record.opened.setup())


def said(place: Place, line: str, *draws: str) -> LineAnswer:
    """What a line comes to there with these draws, by all that the record tells."""
    record, notation = record_at(place.record), notation_of(place.record)
    return answer_line(context_of(record, notation, place), line, draws)


def context_of(record: Record, notation: GameNotation, place: Place) -> LineContext:
    """The place in a record."""
    game, seat = fold_record(record, at=place.position), Seat(place.seat)
    public = redact_record(record, PUBLIC).entries()[: place.position]
    return LineContext(
        QuestionContext(record.ruleset, game, place.position, record.entries()[: place.position]),
        notation,
        seat,
        sources("lines").salts,
        lambda: option_words(record.ruleset, game.state, seat, notation),
        lambda: public,
    )


def could(place: Place, line: str) -> list[str]:
    """What could stand where a line ends."""
    answer = said(place, line)
    assert answer.kind == "incomplete", answer
    return [each.text for each in answer.could]


def test_a_word_that_is_begun_is_gone_on_with_as_the_rules_list_it_first() -> None:
    answer = said(VALLEY, "de")

    assert (answer.kind, answer.column) == ("incomplete", 0)
    assert [(each.text, each.listed) for each in answer.could] == [
        ("deploy", True),
        ("decline", False),
        ("defend", False),
    ]


def test_after_a_verb_come_the_names_it_may_have_now() -> None:
    answer = said(VALLEY, "deploy ")
    listed = [each.text for each in answer.could if each.listed]

    assert answer.column == len("deploy ")
    assert {"Valley", "Meadow"} <= {*listed}
    assert [each.listed for each in answer.could] == sorted((each.listed for each in answer.could), reverse=True)
    assert [each.text for each in answer.could if not each.listed][:2] == ["a", "to"]


def test_a_name_that_is_begun_is_gone_on_with() -> None:
    assert could(VALLEY, "deploy Va") == ["Valley"]
    assert could(VALLEY, 'deploy "Va') == ["Valley"]
    assert could(VALLEY, "deploy wolf ban") == ["WolfBandit"]


def test_a_number_is_offered_as_the_numbers_that_it_may_be() -> None:
    assert could(VALLEY, "build Bakery on ")[:9] == [*"123456789"]
    assert "a number" not in could(VALLEY, "build Bakery on ")
    assert could(CUBES, "draw ") == ["1", "2", "3"]


def test_where_no_listed_decision_goes_on_it_is_said_what_may_stand_there() -> None:
    (number,) = (each for each in said(VALLEY, "vote for ").could if not each.literal)

    assert (number.text, number.listed) == ("a number", False)


def test_a_word_that_is_nearly_right_is_named_with_what_it_is_like() -> None:
    answer = said(VALLEY, "deploy Valey")

    assert (answer.kind, answer.column) == ("unreadable", len("deploy "))
    assert answer.says == "“Valey” cannot stand here"
    assert answer.near == ("Valley",)


def test_what_follows_a_whole_line_cannot_stand_there() -> None:
    answer = said(VALLEY, "deploy Valley x")

    assert (answer.kind, answer.column) == ("unreadable", len("deploy Valley "))
    assert [(each.text, each.literal) for each in answer.could] == [("the end of the line", False)]


def test_json_that_is_no_json_is_unreadable_where_it_begins() -> None:
    answer = said(VALLEY, '{"kind":"deploy"')

    assert (answer.kind, answer.column, answer.could) == ("unreadable", 0, ())
    assert "Expecting" in answer.says


def test_an_allowed_line_is_read_back_in_its_own_words_and_in_a_sentence() -> None:
    for line in ("deploy valley", "bram: deploy a knight to VALLEY ", "deploy Valley # to hold the road"):
        answer = said(VALLEY, line)

        assert (answer.kind, answer.written) == ("allowed", "deploy Valley")
        assert answer.reads == "Bram deploys a Knight to Valley"


def test_a_number_beyond_its_bounds_is_out_of_bounds() -> None:
    answer = said(VALLEY, "build Bakery on 12")

    assert (answer.kind, answer.column) == ("out-of-bounds", len("build Bakery on "))
    assert answer.says == "a place is a number from 1 to 9"


def test_what_the_rules_refuse_is_refused_with_its_clause() -> None:
    answer = said(PLAN, "plan sword, sword, sword")

    assert (answer.kind, answer.clause) == ("refused", "KD-2.1")
    assert "a clan has 2 sword tokens, not 3" in answer.says
    assert (answer.written, answer.reads.split()[0]) == ("plan sword, sword, sword", "First")
    assert said(VALLEY, "vote for 2").clause == "HT-8.2"


def test_what_leads_to_a_draw_names_the_draw_that_is_missing() -> None:
    answer = said(CUBES, "draw 3")

    assert answer.kind == "draw-missing"
    assert answer.given is not None
    assert answer.given.request is not None
    assert answer.given.request.count == 3


def test_with_its_draws_it_is_allowed_and_with_others_it_cannot_be() -> None:
    drawn = said(CUBES, "draw 3", "draw purple, purple, neutral")
    beyond = said(CUBES, "draw 3", "draw white, white, white")

    assert drawn.kind == "allowed"
    assert beyond.kind == "draw-impossible"
    assert "white" in beyond.says
    assert said(CUBES, "draw 3", "draw purple, purple, neutral", "draw white").says == "nothing asks for white"
    with pytest.raises(LineUnreadable, match="draws: 0"):
        said(CUBES, "draw 3", "draw :")


def test_an_attack_of_a_scenario_is_read_as_well() -> None:
    assert said(SCENARIO, "attack guard with scoundrel for 3").kind == "allowed"
    assert said(SCENARIO, "attack guard ").kind == "incomplete"


def test_what_is_said_along_must_be_so() -> None:
    assert said(BALLOT, "vote for Open Gates 1").kind in {"allowed", "refused"}
    wrong = said(BALLOT, "vote for Tithe 1")
    law = said(VALLEY, "vote for Open Gates 1")

    assert wrong.kind == "out-of-bounds"
    assert "OpenGates" in wrong.says
    assert (law.kind, law.says) == ("out-of-bounds", "OpenGates is not what this is about now; what is: nothing")


def test_an_act_on_a_promise_says_what_it_would_do() -> None:
    letter = 'bram promises ada in plain words "be friendly".'
    answer = said(VALLEY, f"offer promise: {letter}")

    assert (answer.kind, answer.written) == ("act", f"offer promise: {letter}")
    assert answer.reads.startswith("Bram offers p")


def test_an_act_that_cannot_be_is_refused() -> None:
    nobody = said(VALLEY, "sign p99")
    again = said(VALLEY, "sign p1")

    assert (nobody.kind, nobody.written) == ("refused", "sign p99")
    assert "p99" in nobody.says
    assert (again.kind, again.clause) == ("refused", "")


def test_a_letter_that_cannot_be_read_is_unreadable_at_its_place_in_the_line() -> None:
    line = "offer promise: bram promises ada to dance."
    answer = said(VALLEY, line)

    assert answer.kind == "unreadable"
    assert line[answer.column :].startswith("dance"), line[answer.column :]
    assert not any(each.literal for each in answer.could)


def test_an_act_whose_words_are_too_long_is_out_of_bounds() -> None:
    answer = said(VALLEY, f"offer promise: {'x' * 5000}")

    assert answer.kind == "out-of-bounds"
    assert said(VALLEY, '{"kind":"offer","letter":"x","promise":"p1"}').kind == "out-of-bounds"


def test_only_a_seat_of_the_game_is_named_by_a_line() -> None:
    notation = notation_of(VALLEY.record)

    assert seat_of_line(notation, "cleo: deploy Valley") == "cleo"
    assert seat_of_line(notation, "offer promise: bram promises ada to dance.") is None
    assert seat_of_line(notation, "deploy Valley") is None


def test_a_draw_is_read_with_its_first_word_and_without() -> None:
    notation = notation_of(CUBES.record)
    told = read_draw(notation, "draw purple, neutral, purple")

    assert not isinstance(told, LineFault)
    assert told.drawn == ("purple", "neutral", "purple")
    assert read_draw(notation, "purple, neutral, purple") == told


def test_a_draw_that_cannot_be_read_says_where() -> None:
    notation = notation_of(CUBES.record)
    ended, broken = read_draw(notation, "draw purple,"), read_draw(notation, 'draw "\\x"')

    assert isinstance(ended, LineFault)
    assert (ended.kind, ended.column) == ("incomplete", len("draw purple,"))
    assert isinstance(broken, LineFault)
    assert (broken.column, broken.could) == (len("draw "), ())


def test_a_decision_is_said_with_its_draws_and_what_is_said_along() -> None:
    drawn = decision_in(notation_of(CUBES.record), "alex: draw 3", ["draw purple, neutral", "strike : white"])
    voted = decision_in(notation_of(BALLOT.record), "vote for Open Gates 1", [])

    assert drawn.value == {"kind": "draw", "cubes": 3}
    assert [(each.label, each.drawn) for each in drawn.reports] == [("", ("purple", "neutral")), ("strike", ("white",))]
    assert voted.asides == {"law": "OpenGates"}
    assert (voted.value["kind"], voted.reports) == ("vote", ())


def test_a_line_that_says_no_decision_is_refused_at_its_place() -> None:
    notation = notation_of(CUBES.record)

    with pytest.raises(LineUnreadable, match="line: “4x” cannot stand here; what can: a number") as line:
        decision_in(notation, "draw 4x", [])
    with pytest.raises(LineUnreadable, match=r"^draws: 1: ") as draw:
        decision_in(notation, "draw 1", ["white", "draw"])
    with pytest.raises(BadRecord, match="line: this is an act on a promise, not a decision"):
        decision_in(notation, "sign p1", [])
    with pytest.raises(BadRecord, match=r"draws: 0: a seat reports what it saw itself"):
        decision_in(notation, "draw 1", ["white seen by mike"])

    assert (line.value.column, line.value.could) == (len("draw "), ("a number",))
    assert draw.value.column == len("draw")


def test_a_line_about_taking_back_says_what_would_be_done_or_what_is_in_the_way() -> None:
    """Ash has planned; nobody has asked for anything."""
    record = begun(1).record
    maker = Seat(record.events[1].entry.by)
    other = next(each.seat for each in record.opened.seats if each.seat != maker)
    notation = GameNotation(record.ruleset, record.opened.setup(), takebacks=True)

    def read(seat: Seat, line: str) -> LineAnswer:
        return answer_line(context_of(record, notation, Place("", len(record.events), seat)), line)

    back = read(maker, "take back because a slip")
    assert (back.kind, back.written) == ("takeback", "take back because a slip")
    assert back.reads == "Player 1 takes back what was decided at 2 and since"
    assert read(other, "take back from 2").kind == "refused"
    assert read(other, "agree to take back").kind == "refused"
