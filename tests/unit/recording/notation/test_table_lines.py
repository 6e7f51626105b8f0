"""What a table did beside the rules: written down, judged, and the same record again (docs/transcripts.md)."""

from typing import Any

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.table_events import AnyTableActed, TableActed
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_from, record_text
from oathbook.domain.recording.notation.edit_lines import edit_lines
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.transcripts import transcript_lines
from oathbook.domain.rulesets.knights_duty.model.events import TokenRevealed
from oathbook.replays.verification import verify
from tests.support.mistakes.gloomhaven import TABLE
from tests.support.mistakes.misplay import Misplay
from tests.support.mistakes.misplays import FAR_DUEL, HEIRLESS, MISPLAYS, THIRD_TOKEN, TURN_OF_BRAM
from tests.support.playing import ruleset_of
from tests.support.transcribing import imported, read


def act_at(record: Record, position: int) -> AnyTableActed:
    """What the table did at a position."""
    body = record.entries()[position - 1].body
    assert isinstance(body, TableActed)
    return body


@pytest.mark.parametrize("misplay", MISPLAYS.values(), ids=MISPLAYS)
def test_verifying_names_the_place_and_the_clause(misplay: Misplay) -> None:
    """The first clause of what the rules would have had there; none where nobody decided."""
    found = verify(read(misplay.sheet))

    assert found.status == "discrepancy"
    told = [(each.position, each.kind) for each in found.discrepancies]
    assert told == [(at, misplay.kind) for at in misplay.positions]
    assert tuple(each.clause for each in found.discrepancies) == misplay.clauses


@pytest.mark.parametrize("misplay", MISPLAYS.values(), ids=MISPLAYS)
def test_a_sheet_a_record_and_a_transcript_come_back_to_the_same_bytes(misplay: Misplay) -> None:
    """The sheet with its stamps; a transcript has new salts, and tells the same."""
    record = read(misplay.sheet)
    sheet = "".join(f"{each}\n" for each in sheet_lines(record))

    assert record_text(read(sheet)) == record_text(record)
    assert record_text(record_from(record_text(record), ruleset_of, where="again")) == record_text(record)
    again = imported(b"".join(each + b"\n" for each in transcript_lines(record)))
    assert [*map(_deed, again.entries())] == [*map(_deed, record.entries())]


def _deed(entry: Entry) -> tuple[str, str, int]:
    body = entry.body
    return (body.of, body.says, len(body.did)) if isinstance(body, TableActed) else ("", type(body).__name__, 0)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("out of turn", ["! dov: deploy Thicket", "  says nobody noticed"]),
        (
            "edited count",
            ["! ann:", "  says one Influence too many", "  edit earned = 1", "  edit players ann influence = 4"],
        ),
    ],
)
def test_an_export_leaves_out_what_reading_derives(name: str, lines: list[str]) -> None:
    """A deed as if it were allowed needs no ``then``, an edit no whole position."""
    told = [each for each in sheet_lines(read(MISPLAYS[name].sheet)) if each.startswith(("!", "  "))]

    assert told == lines


def test_the_turn_stays_whose_it_was_and_the_deed_counts() -> None:
    """Dov deploys in Bram's turn: Bram is still asked, and Dov's Knight stands on Thicket."""
    record = read(f"{TURN_OF_BRAM}! dov: deploy Thicket\n")
    position: Any = act_at(record, 4).after

    assert position.turn.seat == "bram"
    assert [each.id for each in position.knights if each.tile == "Thicket"] == ["dov-1"]


def test_a_value_that_is_shown_is_proved_by_the_digest_of_its_place() -> None:
    """Two movements lie in the plan: slot 3 is opened by the digest with which the third token was laid."""
    record = read(THIRD_TOKEN)
    public = record_for(record, PUBLIC)

    assert [(each.position, each.kind, each.clause) for each in verify(record).discrepancies] == [
        (10, "table", "KD-2.4")
    ]
    assert [(each.kind, each.clause) for each in verify(public).discrepancies] == [("table", "KD-2.4")]
    plan: Any = record.entries()[3].body
    shown = [event.token for event in act_at(record, 10).did if isinstance(event, TokenRevealed)]
    assert shown[-1].digest == plan.decision.slots[2].digest


def test_what_a_sentence_hides_is_what_the_decision_hides() -> None:
    """Of all plans of three tokens, that of the three spears which Ash laid."""
    steps = "! ash: plan spear, spear, spear\n  then Ash lays 3 tokens face down\n"
    act: Any = act_at(read(f"{FAR_DUEL}\n{steps}"), 2)

    (laid,) = act.did
    assert [each.look() for each in laid.slots] == ["spear", "spear", "spear"]
    assert laid.slots == act.meant.slots


def test_what_a_sentence_hides_is_refused_where_no_decision_says_it() -> None:
    """Nobody knows which tokens Ash laid."""
    with pytest.raises(BadRecord, match="line 8, column 8: this sentence does not say what is hidden"):
        read(f"{FAR_DUEL}\n! ash:\n  then Ash lays 3 tokens face down\n")


def test_a_value_that_nobody_hid_stands_as_said_by_the_table() -> None:
    """The third token that Birch shows lies in no plan."""
    sheet = THIRD_TOKEN.replace("slot 3 token movement action move", "slot 3 token spear action attack")
    record = read("".join(each for each in sheet.splitlines(keepends=True)[:-2]))

    (unproved, table) = verify(record).discrepancies
    assert (unproved.kind, unproved.says) == ("reveal", "what is shown was said by the table; nothing proves it")
    assert table.kind == "table"


def test_a_sheet_carries_the_salts_of_what_the_table_hid_and_of_what_it_showed_unproved() -> None:
    """The decision that was meant is sealed before what came of it, and a value that lies in no plan on its own."""
    shown = THIRD_TOKEN.replace("slot 3 token movement action move", "slot 3 token spear action attack")
    planned = f"{FAR_DUEL}! birch: plan spear\n  then Ash lays 1 token face down\n"
    for sheet in ("".join(shown.splitlines(keepends=True)[:-2]), planned):
        record = read(sheet)
        again = read("".join(f"{each}\n" for each in sheet_lines(record)))
        assert record_text(again) == record_text(record)


def test_edits_of_a_name_that_cannot_be_quoted_are_written_as_a_whole_position() -> None:
    """A quotation mark ends a name in an edit, and an equals sign what is edited."""
    assert edit_lines({"a b": 1, "c": 2}, {"a b": 3, "c": 4}) == ['"a b" = 3', "c = 4"]
    for name in ('a"b', "a=b"):
        assert edit_lines({name: 1}, {name: 2}) == []


@pytest.mark.parametrize(
    ("steps", "column", "says"),
    [
        ("! bram: deploy Thicket\n", "line 6, column 9", "the rules allow this; write the line without “!”"),
        ("! bram:\n", "line 6", "write below it what came of it: “then …”"),
        ("! bram:\n  then the cow jumps\n", "line 7, column 8", "what could have happened: "),
        ("! bram:\n  edit players zoe influence = 4\n", "line 7", "there is no zoe there; what there is: ann, bram"),
        ("! bram:\n  edit players ann influence\n", "line 7", "an equals sign and its value"),
        ("! bram:\n  edit players ann influence = many\n", "line 7", "nothing like that can stand there"),
        ("! bram:\n  edit players ann influence = 4\n", "line 6", "there would be Influence 13 instead of 12"),
        ("! bram:\n  edit knights ann-1 tile = Nowhere\n", "line 6", "Nowhere"),
        ("! bram:\n  edit knights ann tile = Meadow\n", "line 7, column 8", "ann is the name of 3 things there: "),
        ("! bram:\n  edit earned = 10000000000000000000000\n", "line 7, column 8", "nothing like that can stand there"),
        ('! bram:\n  edit players ann influence = "\\ud800"\n', "line 7, column 8", "UTF-8"),
        ("! bram:\n  edit knights = [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]\n", "line 7, column 8", "nested deeper"),
        ("! bram:\n  after nothing\n", "line 7", "the whole position"),
        ('! bram:\n  after "\\ud800"\n', "line 7, column 9", "the whole position"),
        ('! bram:\n  after {"earned":0,"earned":1}\n', "line 7, column 9", "occurs twice"),
        ("! bram: [null]\n", "line 6, column 9", "“[null]” cannot stand here"),
        ("! bram:\n  after {}\n  after {}\n", "line 8", "is written once"),
        ("bram: idle\n  says hello\n", "line 7", "goes below a line that begins with “!”"),
        ("! bram:\n  draw Meadow\n  then nothing\n", "line 7", "say what this was drawn for"),
        ("! zoe: idle\n", "line 6, column 3", "zoe"),
        ("! dov: deploy Thicket\n  then Dov deploys Dov 1 to Thicket\n", "line 6", "what happened does not fit"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(steps: str, column: str, says: str) -> None:
    """Nothing is kept of it; the message is in words of players."""
    with pytest.raises(BadRecord) as refused:
        read(f"{TURN_OF_BRAM}{steps}")

    assert column in str(refused.value)
    assert says in str(refused.value)


def test_a_position_in_which_nobody_could_go_on_is_refused() -> None:
    """The stage of an attack, and no attack."""
    with pytest.raises(BadRecord, match=r"line 6.*the rules cannot say who decides then: there is no attack at hand"):
        read(f"{TABLE}! ann:\n  edit stage = choosing\n")


def test_a_promise_is_broken_by_what_the_table_did() -> None:
    """The letter speaks of what happens, whoever allowed it."""
    letter = 'dov: offer promise: dov promises ann not to deploy a knight to tile "Thicket" until the end of season 1.'
    record = read(f"{HEIRLESS}{letter}\ndov: sign p1\nann: sign p1\nann: deploy Valley\n! dov: deploy Thicket\n")

    (promise,) = audit(record.ruleset, record.entries()).promises
    assert promise.status == "broken"


def test_what_was_done_beside_the_rules_can_be_taken_back() -> None:
    """By the seat whose deed it was; the game stands as before it."""
    table = TURN_OF_BRAM.replace("seats", "takebacks own-last\nseats")
    record = read(f"{table}! dov: deploy Thicket\ndov: take back\nbram: deploy Thicket\n")

    assert verify(record).discrepancies[0].kind == "table"
    assert "".join(f"{each}\n" for each in sheet_lines(record)).count("take back") == 1
