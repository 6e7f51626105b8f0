"""A game as a text a person can read, with clause numbers (docs/record-format.md 9)."""

import re

import pytest

from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.replays.frames import Replay
from oathbook.replays.transcript import transcript
from tests.support.playing import RULESET, half_shown, long_game, read_again, running_game, small_game

ASH, BIRCH = Seat("ash"), Seat("birch")
CLAUSES = {clause.id for clause in RULESET.edition.rulebook.clauses}
READINGS = {reading.id for reading in RULESET.edition.rulebook.readings}


def text_of(record: Record, viewer: Viewer = HOLDER) -> list[str]:
    return list(transcript(Replay(record, viewer)))


def test_a_text_begins_with_the_game_its_seats_and_who_looks() -> None:
    """So that a page torn out of it can be put back."""
    record = small_game()

    title, seats, length, *_ = text_of(record)

    assert title == f"A Knight's Duty (knights_duty/1), game {record.game}"
    assert seats == "Seats: ash (Player 1), birch (Player 2)"
    assert length == f"{len(record.events)} events, everything this record opens"
    assert text_of(record, ASH)[2] == f"{len(record.events)} events, as ash saw it"


def test_every_step_is_a_paragraph_and_every_event_is_numbered() -> None:
    """Positions are numbers that a person can say out loud, and point at in a dispute."""
    record = small_game()
    lines = text_of(record)

    steps = [line for line in lines if line.startswith("Step ")]
    numbers = [int(found[1]) for line in lines if (found := re.match(r" {0,5}(\d+)  \S", line))]

    assert steps == [f"Step {number}" for number in range(1, record.events[-1].entry.step + 1)]
    assert all(lines[lines.index(step) - 1] == "" for step in steps)
    assert numbers == list(range(1, len(record.events) + 1))


def test_every_consequence_stands_with_its_clauses_and_readings() -> None:
    """Decision 4: no consequence without a clause; in brackets behind its sentence."""
    lines = text_of(long_game())

    named = {each for line in lines if (found := re.search(r"  \[(.*)\]$", line)) for each in found[1].split(", ")}

    assert {"KD-8.5", "KD-9.1", "KD-10.1"} <= named
    assert named <= CLAUSES | READINGS
    assert named & READINGS


def test_workings_stand_line_by_line_with_the_rules_that_do_not_apply() -> None:
    """The arithmetic that a player could dispute, and what was considered."""
    lines = [line.strip() for line in text_of(small_game())]

    assert "hearts: 1 (KD-8.2)" in lines
    assert "shields: 3 (KD-8.2)" in lines
    assert "hearts: take 1 → 1 (KD-8.3, does not apply)" in lines
    assert "shields: add 1 → 4 (KD-8.4)" in lines
    assert any(line.startswith("distance: 1 is within 4 (KD-7.2)") for line in lines)


def test_a_decision_stands_as_its_seat_wrote_it() -> None:
    """For the holder with its hidden values, so that it can be asked about again."""
    lines = text_of(half_shown())

    assert any('"slots":["bow","parry"]' in line for line in lines)
    assert any('"target":"birch"' in line for line in lines)


def test_a_text_says_how_the_game_ended() -> None:
    """The last line is the closing with its clause."""
    assert text_of(small_game())[-1].endswith("the game is closed: victory, won by Player 2  [KD-10.1]")


@pytest.mark.parametrize("viewer", [PUBLIC, BIRCH])
def test_a_plan_that_lies_face_down_is_not_in_another_seats_text(viewer: Viewer) -> None:
    """Its digest is; the token is not, before it is turned over or after the whole game is revealed."""
    own, others = ('"slots":["bow","parry"]', "parry")

    seen = "\n".join(text_of(half_shown(), viewer))

    assert own in "\n".join(text_of(half_shown(), ASH))
    assert seen.count(others) == (2 if viewer == BIRCH else 0)
    assert '{"sd":"' in seen


@pytest.mark.parametrize("viewer", [PUBLIC, ASH, BIRCH])
@pytest.mark.parametrize(
    "record",
    [half_shown(), small_game(), small_game(reveal="none"), running_game(decisions=3)],
    ids=["half shown", "revealed", "kept", "running"],
)
def test_a_viewers_text_is_the_same_from_the_full_record_and_from_its_own_export(
    record: Record, viewer: Viewer
) -> None:
    """Law 5: nothing that a viewer may not have is in what a viewer reads."""
    own = read_again(record_for(record, viewer))

    assert text_of(own, viewer) == text_of(record, viewer)


def test_a_seed_is_in_no_text_before_it_is_revealed() -> None:
    """It stands in the record of whoever keeps it, and in nobody's text."""
    record = half_shown()
    chance = record.opened.chance
    assert isinstance(chance, BySeed)
    seed = chance.seed.look()

    assert len(seed) == 64
    for viewer in (HOLDER, PUBLIC, ASH):
        assert seed not in "\n".join(text_of(record, viewer))
    assert any("the seed is revealed" in line for line in text_of(small_game(), PUBLIC))
