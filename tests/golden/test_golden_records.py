"""Every golden record is what its script makes, verifies, and shows what was worked out by hand beside it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from oathbook.domain.games.happenings import Happening
from oathbook.domain.kernel import HOLDER, PUBLIC, Line, format_line
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.verification import verify
from tests.golden.every import numbered
from tests.golden.scripting import Script, recorded
from tests.support.checkout import GOLDEN

PATHS = sorted(GOLDEN.rglob("*.jsonl"))


def read(path: Path) -> Record:
    """The record in a file."""
    return whole_record_from(path.read_bytes(), load_registry().ruleset, where=path.name)


def hand_work(path: Path) -> dict[str, Any]:
    """What somebody worked out by hand, beside the record."""
    return tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))


def by_name(path: Path) -> str:
    """The record's name."""
    return path.stem


def as_said(line: Line) -> str:
    """A line of a working as the hand work writes it."""
    return format_line(line) if line.applied else f"{format_line(line)} (does not apply)"


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_a_golden_record_verifies(path: Path) -> None:
    """Every decision, decided again, has the recorded outcome, and nothing is left unchecked."""
    verdict = verify(read(path))

    assert verdict.status == "sound"
    assert verdict.decisions > 0


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_a_golden_record_shows_what_was_worked_out_by_hand(path: Path) -> None:
    """At the position named: that fact, with exactly these slots and clauses, resting on these readings."""
    frames = {frame.position: frame for frame in Replay(read(path), HOLDER).frames()}
    hand = hand_work(path)

    assert len(frames) == hand["events"]
    for expected in hand["expect"]:
        found = [each for each in frames[expected["at"]].happenings if _is_the_one(each, expected)]
        assert len(found) == 1, expected
        assert list(found[0].cites) == expected["clauses"], expected
        assert set(expected.get("readings", ())) <= set(found[0].readings), expected
        if "working" in expected:
            assert [as_said(line) for line in found[0].working] == expected["working"]


def _is_the_one(happening: Happening, expected: dict[str, Any]) -> bool:
    same = happening.kind == expected["kind"] and (happening.by or "") == expected.get("by", "")
    return bool(same and dict(happening.slots) == expected["slots"])


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_a_golden_record_stands_as_worked_out_by_hand(path: Path) -> None:
    """Where the hand work says how it stands: every piece on its cell, and how many of what is in a tray, for all."""
    record = read(path)
    replay = Replay(record, PUBLIC)
    for shown in hand_work(path).get("shown", ()):
        state = replay.game_at(shown["at"]).state
        scene = record.ruleset.scene(record.ruleset.view(state, PUBLIC))

        trays = {tray.id: {each.id: each.count for each in tray.stacks if each.count} for tray in scene.trays}
        assert {tray: trays[tray] for tray in shown["trays"]} == shown["trays"]
        if "pieces" in shown:
            assert {piece.id: piece.cell for piece in scene.pieces} == shown["pieces"]


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_a_golden_record_ends_as_worked_out_by_hand(path: Path) -> None:
    """The standing, and the end with its clause if there is one."""
    record, hand = read(path), hand_work(path)
    standing = record.ruleset.standing(fold_record(record).state)

    assert {score.seat: score.points for score in standing.scores} == hand["standing"]
    if "ending" not in hand:
        assert standing.ending is None
    else:
        assert standing.ending is not None
        assert standing.ending.outcome == hand["ending"]["outcome"]
        assert list(standing.ending.winners) == hand["ending"]["winners"]
        assert standing.ending.clause == hand["ending"]["clause"]


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_the_promises_of_a_golden_record_come_to_what_was_worked_out_by_hand(path: Path) -> None:
    """Of each: how it stands, where each part of it was decided, and who pays how much with nothing left to a judge."""
    record = read(path)

    found = [
        {
            "id": each.promise,
            "status": each.status,
            "at": [part.proof.position for part in each.parts],
            "pays": {due.seat: due.amount for part in each.parts for due in part.penalties if due.applies},
        }
        for each in audit(record.ruleset, record.entries()).promises
    ]

    by_hand = hand_work(path).get("promise", [])
    assert found == [{name: each[name] for name in ("id", "status", "at", "pays")} for each in by_hand]
    assert all(each["why"] for each in by_hand)


@pytest.mark.parametrize("path", PATHS, ids=by_name)
def test_hand_work_names_clauses_and_readings_that_there_are(path: Path) -> None:
    """Whoever follows a figure finds what it rests on; vectors (KV, CV, GV, HV) are named after no book."""
    books = [ruleset.edition.rulebook for ruleset in load_registry().by_key.values()]
    known = {each.id for book in books for each in book.clauses} | {each.id for book in books for each in book.readings}

    named = set(re.findall(r"\b(?!KV|CV|GV|HV)[A-Z]{2}-\d+(?:\.\d+)?", path.with_suffix(".toml").read_text("utf-8")))

    assert named
    assert named <= known


@pytest.mark.parametrize(("number", "script"), tuple(numbered()), ids=lambda each: getattr(each, "name", ""))
def test_a_script_played_again_gives_the_same_bytes(number: int, script: Script) -> None:
    """A rule that comes out otherwise changes a golden record, and somebody has to accept that."""
    path = GOLDEN / script.edition / f"{script.name}.jsonl"

    assert record_text(recorded(script, number)) == path.read_bytes()


@pytest.mark.parametrize("ruleset", load_registry().by_key.values(), ids=lambda each: each.edition.key)
def test_every_way_a_game_can_end_has_a_golden_record(ruleset: AnyRuleset) -> None:
    """Law 8: each outcome that the edition names, in a record of that edition."""
    shown = {hand_work(path).get("ending", {}).get("outcome") for path in PATHS if ruleset.edition.key in str(path)}

    assert set(ruleset.edition.outcomes) <= shown
