"""``oathbook replay``: frames in the terminal, for one viewer."""

import json
import os
import pty
import re
import select
import sys
from pathlib import Path

import pytest

from oathbook.api.cli.pager import MOVES, back, first, forward, last, split_keys, step_back, step_forward
from oathbook.api.cli.text_frames import board
from oathbook.domain.kernel import HOLDER, Seat
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray
from oathbook.replays.frames import Replay
from tests.service.disputes.test_remedies import correctable
from tests.support.playing import RULESET
from tests.support.ruling import after_correction
from tests.support.tampering import Event, events_in, forged_file, outcome_with
from tests.unit.api.games import CLOSE, duel, opened, played
from tests.unit.api.running import kept, oathbook


def test_every_position_is_listed_with_its_clauses(match: Path) -> None:
    text = oathbook("replay", match).text

    assert [int(line[:6]) for line in text.splitlines() if line[:6].strip().isdigit()] == list(range(1, 15))
    assert "Bo picks a heart  [KD-8.5, KD-8.6]" in text
    assert text.splitlines()[-1].endswith("the game is closed: victory, won by Bo  [KD-10.1]")


def test_a_position_shows_what_happened_and_why(match: Path) -> None:
    """Happenings with clauses, the working with what did not apply, the board, the standing, what changed (8)."""
    lines = oathbook("replay", match, "--at", "12").text.splitlines()

    assert any(line.startswith("  Ann builds a pile: hearts 1, shields 4  [KD-8.2, KD-8.3, KD-8.4, ") for line in lines)
    assert "    hearts: take 1 → 1 (KD-8.3, does not apply)" in lines
    assert "standing: Ann 0 hearts, Bo 1 heart; out: Ann" in lines
    assert 'changed: knights[0].space "1,0" → null' in lines
    assert "to act: nobody" in lines
    assert any(line.startswith("  KD-8.9 A target who is hit while they have a Broken Heart") for line in lines)
    assert "  KA-5 Who decides first about Inspiration: simultaneous" in lines


def test_a_decision_is_shown_as_it_was_written(match: Path) -> None:
    text = oathbook("replay", match, "--at", "2").text

    assert '  {"by":"birch","kind":"lay_plan","slots":["bow","parry"]}' in text.splitlines()


def test_the_board_is_drawn_with_a_letter_a_knight(match: Path) -> None:
    lines = oathbook("replay", match, "--at", "3").text.splitlines()
    top = lines.index("          +   ·   ·   ·   +")

    drawn = lines[top : top + 9]

    assert drawn[4] == "  +   ·   ·   ·   +   A   ·   ·   +"
    assert drawn[5] == "    ·   ·   ·   ·   B   ·   ·   ·"
    assert lines[top + 9].startswith("  A  Ann (red) 1,0: broken heart, bow")


def test_pieces_without_initials_of_their_own_are_lettered_in_order() -> None:
    cells = (Cell("a", 0, 0, "square"), Cell("b", 1000, 0, "square", "gate"))
    pieces = (Piece("1", "a", "ash", "red"), Piece("2", "a", "alder", "mauve"), Piece("3", None, "9", "red"))

    drawn = [line.plain for line in board(Scene(cells, pieces))]

    assert drawn[0] == "  AB  +"
    assert drawn[1:4] == ["  A  ash (red) a", "  B  alder (mauve) a", "  C  9 (red) off the board"]
    assert drawn[4] == "  +  b gate"


def test_pieces_are_known_by_their_marks_and_spaces_by_marks_and_labels() -> None:
    """A space whose mark is long has a sign; one without a label is called by its id."""
    cells = (
        Cell("0,0", 0, 0, "square", label="A1"),
        Cell("1,0", 1000, 0, "square", "X", label=""),
        Cell("2,0", 2000, 0, "square", "gate", label="Ford"),
        Cell("3,0", 3000, 0, "square", label="Meadow"),
    )
    king, queen = Piece("1", "0,0", "king", "", mark="K"), Piece("2", "3,0", "queen", "", mark="Q")

    assert [line.plain for line in board(Scene(cells, ()))] == ["  A1  X   +   ·", "  +  1,0 X, Ford gate"]
    assert [line.plain for line in board(Scene(cells, (king, queen)))][:3] == [
        "  K   X   +   Q",
        "  K  king A1",
        "  Q  queen Meadow",
    ]


def test_marks_that_two_players_share_come_after_the_initials_of_the_players() -> None:
    """Colour would be the only difference; pieces together stand apart, and the next space further off."""
    cells = tuple(Cell(f"{number},0", number * 1000, 0, "square") for number in range(2))
    owned = [
        Piece(f"{seat}{mark}", "0,0", seat, "red", (), Seat(seat), mark) for mark in "12" for seat in ("ash", "fir")
    ]

    (row, *_) = board(Scene(cells, (*owned, Piece("b", "1,0", "bandit", "grey", mark="B1"))))

    assert row.plain == "  A1,F1,A2  B1"


def test_a_scene_without_cells_is_only_a_legend() -> None:
    """Where there is no board, nobody is off it."""
    pieces = (Piece("1", None, "ash", "red"), Piece("2", None, "birch", "blue", ("lost",)))

    assert [line.plain for line in board(Scene((), pieces))] == ["  A  ash (red)", "  B  birch (blue): lost"]


def test_what_lies_beside_the_board_is_told_a_line_a_tray() -> None:
    """So many of a kind with their number, one alone without; an empty tray holds nothing."""
    trays = (Tray("bag", "bag", (Stack("red", "red cubes", 3), Stack("die", "die"))), Tray("hand", "hand", ()))

    drawn = [line.plain for line in board(Scene((), (), trays))]

    assert drawn == ["  bag: 3 red cubes, die", "  hand: nothing"]


def test_a_game_that_is_held_up_says_by_what(tmp_path: Path) -> None:
    """A stall notice comes after so many turns without a combat (KA-36)."""
    components = json.loads(value_text(RULESET.edition.components["knights-duty-sample-1"]))
    scribe = opened({**CLOSE, "components": {**components, "name": "mine", "stall_turns": 1}})
    idle = tuple({"by": seat, "kind": "lay_plan", "slots": list[str]()} for seat in ("ash", "birch"))
    path = kept(played(scribe, idle), tmp_path / "idle.jsonl")

    lines = oathbook("replay", path, "--at", "5").text.splitlines()

    assert "held up: no combat (KA-36)" in lines


def test_what_a_record_cites_need_not_be_in_the_rulebook(tmp_path: Path) -> None:
    """A table may have written anything; who reads it is told what is no clause and no reading."""

    def cite(events: list[Event]) -> None:
        outcome, number = outcome_with(events, "plan_laid")
        outcome.data["consequences"][number] |= {"cites": ["house rule"], "readings": ["hunch"]}

    path = tmp_path / "house.jsonl"
    path.write_bytes(forged_file(duel(), cite))

    lines = oathbook("replay", path, "--at", "3").text.splitlines()

    assert "  house rule is no clause of this rulebook" in lines
    assert "  hunch is no reading of this rulebook" in lines


def test_an_outcome_that_was_corrected_says_where_and_in_which_dispute(tmp_path: Path) -> None:
    game = correctable()
    record = after_correction(game.record, game.at).record
    file = kept(record, tmp_path / "corrected.jsonl")

    (said,) = re.findall(
        r"corrected at position (\d+) by the ruling", oathbook("replay", file, "--at", str(game.at)).text
    )

    assert int(said) == len(record.events)
    assert "by the ruling in dispute" not in oathbook("replay", file, "--at", str(game.at - 1)).text


def test_frames_as_json_are_all_or_the_one(match: Path) -> None:
    everything = oathbook("replay", match, "--json").json
    one = oathbook("replay", match, "--at", "12", "--json").json

    assert [frame["position"] for frame in everything["frames"]] == list(range(1, 15))
    assert one["frames"] == [everything["frames"][11]]
    assert one.keys() == {"game", "edition", "viewer", "frames"}
    assert one["viewer"] == HOLDER
    assert one["frames"][0].keys() == {
        *("position", "step", "at", "by", "type", "decision"),
        *("happenings", "became", "corrected", "view", "changed", "to_act", "standing"),
    }


@pytest.mark.parametrize(
    ("viewer", "other"), [("ash", "birch"), ("birch", "ash"), ("public", "ash"), ("public", "birch")]
)
def test_a_seat_sees_no_plan_but_its_own_before_it_is_shown(viewer: str, other: str, match: Path) -> None:
    """Law 5: whoever may not see it finds tokens face down, even after everything has been revealed."""
    frames = oathbook("replay", match, "--as", viewer, "--json").json["frames"]

    (laid,) = (
        frame
        for frame in frames
        if frame["decision"] and frame["decision"]["by"] == other and "slots" in frame["decision"]
    )
    after = frames[laid["position"]]
    tracker = (
        next(each["slots"] for each in after["view"]["trackers"] if each["seat"] == other) if other == "birch" else None
    )
    assert all(token is None or token.keys() == {"sd", "to"} for token in laid["decision"]["slots"])
    assert tracker in (None, ["face_down", "face_down"])


def test_nothing_that_is_hidden_from_a_seat_is_in_its_replay(running: Path) -> None:
    """The salts and values of openings that are not ash's are in no line that ash is shown."""
    whole = oathbook("replay", running, "--json").out
    shown = oathbook("replay", running, "--as", "ash", "--json").out
    listed = oathbook("replay", running, "--as", "ash").out
    secrets = [salt for event in events_in(running.read_bytes()) for salt, _ in event.openings]

    decisions = [frame["decision"] for frame in json.loads(whole)["frames"] if frame["decision"]]
    of_birch = [json.dumps(each["slots"]) for each in decisions if each["by"] == "birch" and "slots" in each]
    seen = json.loads(shown)["frames"]
    assert of_birch
    assert not any(secret.encode() in shown + listed for secret in secrets)
    assert not any(
        json.dumps(frame["decision"].get("slots")) in of_birch
        for frame in seen
        if frame["decision"] and frame["decision"]["by"] == "birch"
    )


# Keys -------------------------------------------------------------------------------------------------------------


def test_the_keys_move_by_events_and_by_steps() -> None:
    """Steps of the duel: 1, 2-3, 4-5, 6-7, 8-9, 10-14."""
    replay = Replay(duel(), HOLDER)

    assert [back(replay, each) for each in (1, 2, 14)] == [1, 1, 13]
    assert [forward(replay, each) for each in (1, 13, 14)] == [2, 14, 14]
    assert [step_back(replay, each) for each in (1, 2, 3, 14)] == [1, 1, 1, 9]
    assert [step_forward(replay, each) for each in (1, 2, 3, 9, 14)] == [3, 3, 5, 14, 14]
    assert (first(replay, 9), last(replay, 9)) == (1, 14)


def test_keys_that_arrive_together_are_told_apart() -> None:
    keys = split_keys(b"\x1b[Cj\x1bOH\x1b[4~q\x1b")

    assert keys == [b"\x1b[C", b"j", b"\x1bOH", b"\x1b[4~", b"q", b"\x1b"]
    assert [MOVES.get(key) for key in keys] == [forward, step_forward, first, last, None, None]


def screens(keys: list[bytes], *arguments: str) -> tuple[list[int], int]:
    """What positions a process on a terminal shows, one key after the other, and its exit code."""
    program = str(Path(sys.executable).with_name("oathbook"))
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program, ["oathbook", *arguments], {**os.environ, "TERM": "xterm", "LINES": "50", "COLUMNS": "120"})  # noqa: S606  # the program that is tested
    shown: list[int] = []
    seen = b""
    waiting = list(keys)
    while select.select([terminal], [], [], 10)[0]:
        try:
            seen += os.read(terminal, 65_536)
        except OSError:
            break
        found = [int(each) for each in re.findall(rb"position (\d+) of \d+", seen)]
        if len(found) > len(shown):
            shown = found
            if waiting:
                os.write(terminal, waiting.pop(0))
    return shown, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_on_a_terminal_the_arrow_keys_step_through_the_game(match: Path) -> None:
    """One position a screen; the terminal is given back."""
    shown, code = screens([b"\x1b[C", b"j", b"\x1b[F", b"k", b"h", b"g", b"q"], "replay", str(match))

    assert shown == [1, 2, 3, 14, 9, 8, 1]
    assert code == 0
