"""What each viewer's record holds (ADR 0006, docs/record-format.md 8, law 5)."""

import re
from itertools import pairwise

import pytest

from oathbook.domain.errors import RecordRedacted
from oathbook.domain.games.game_events import Reveal
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.recording.format.record import Record, fold_record, record_for, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import (
    FAR,
    ChanceName,
    decide,
    opened,
    read_again,
    running_game,
    small_game,
    sources,
    whole_game,
)
from tests.support.tampering import events_in, marks_in

ASH, BIRCH = Seat("ash"), Seat("birch")
VIEWERS = [ASH, BIRCH, PUBLIC, TABLE, Viewer("oak")]
RUNNING = [running_game(decisions=1), running_game(decisions=3), running_game(FAR, decisions=40)]


def test_the_holder_of_a_record_has_all_of_it() -> None:
    """Whoever keeps the record."""
    for record in (*RUNNING, small_game(reveal="none")):
        assert record_for(record, HOLDER) is record


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("record", [*RUNNING, small_game(reveal="none")])
def test_an_export_holds_the_openings_whose_seats_name_the_viewer_and_no_others(record: Record, viewer: Viewer) -> None:
    """Section 8 of the format: a seat's are those meant for it, the public's none; no public line changes."""
    full = events_in(record_text(record))

    export = events_in(record_text(record_for(record, viewer)))

    for mine, whole in zip(export, full, strict=True):
        assert mine.public == whole.public
        marks = marks_in(whole.data)
        assert mine.openings == [
            opening for mark, opening in zip(marks, whole.openings, strict=True) if viewer in mark.to
        ]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("record", [*RUNNING, small_game(reveal="none")])
def test_what_a_viewer_sees_is_what_a_strict_reader_makes_of_it(record: Record, viewer: Viewer) -> None:
    """Taking openings out of an event that is known to be sound reads no more than it must, and nothing else."""
    for event in record.events:
        seen = record.codec.redact(event, viewer)
        assert seen == record.codec.read(event.line, seen.openings, game=record.game)


def secrets_of(record: Record, viewer: Viewer) -> set[str]:
    """Salts of hidden fields that are not for the viewer and have not been shown; the seed itself too."""
    shown = {salt for event in record.events for salt, _ in event.reveals.values()}
    found: set[str] = set()
    for event in events_in(record_text(record)):
        for mark, (salt, value) in zip(marks_in(event.data), event.openings, strict=True):
            if viewer not in mark.to and salt not in shown:
                found |= {salt, value} if len(str(value)) == 64 else {salt}
    return found


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("record", [*RUNNING, small_game(reveal="none")])
def test_nothing_that_a_viewer_may_not_see_is_anywhere_in_the_bytes_of_the_export(
    record: Record, viewer: Viewer
) -> None:
    """Decision 6: neither another seat's salt nor the seed; without the salt a digest tells nothing."""
    secrets = secrets_of(record, viewer)

    text = record_text(record_for(record, viewer)).decode()

    assert secrets
    assert [secret for secret in secrets if secret in text] == []


def test_two_games_that_differ_in_a_hidden_plan_give_the_others_the_same_bytes_but_for_digests() -> None:
    """Law 5: two worlds alike to a viewer, also in what their own seat writes down otherwise."""
    texts: dict[Viewer, list[bytes]] = {BIRCH: [], PUBLIC: [], ASH: []}
    for slots in (["bow", "parry"], ["shield", "movement"]):
        scribe = opened(name="worlds")
        decide(scribe, {"kind": "lay_plan", "by": "ash", "slots": slots})
        for viewer, seen in texts.items():
            seen.append(re.sub(rb"[0-9a-f]{64}", b"", record_text(record_for(scribe.record, viewer))))

    assert texts[BIRCH][0] == texts[BIRCH][1]
    assert texts[PUBLIC][0] == texts[PUBLIC][1]
    assert texts[ASH][0] != texts[ASH][1]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("chance", ["seeded", "witnessed"])
def test_after_the_end_everybody_has_all_of_a_game_that_reveals_all(viewer: Viewer, chance: ChanceName) -> None:
    """Reveal policy ``all``."""
    record = small_game(chance=chance, reveal="all")

    assert record_for(record, viewer) is record


@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_the_end_nobody_gets_more_of_a_game_that_reveals_nothing(viewer: Viewer) -> None:
    """Reveal policy ``none``: what was not shown in play stays with those who could see it."""
    record = small_game(reveal="none")

    export = record_for(record, viewer)

    assert export.redacted
    assert record_text(export) == record_text(redact_record(record, viewer))
    assert sum(event.withheld for event in export.events) > 0


@pytest.mark.parametrize("reveal", ["all", "none"])
def test_one_event_before_the_end_nothing_is_open_to_everybody_yet(reveal: Reveal) -> None:
    """The closing is what opens; the events before it do not."""
    record = small_game(reveal=reveal)
    cut = Record(record.game, record.ruleset, record.codec, record.events[:-1], record.events[-2].hash)

    assert record_for(cut, PUBLIC).redacted


def test_a_redacted_record_still_folds_to_the_same_course_of_the_game() -> None:
    """``evolve`` never looks into a hidden value, it carries it along."""
    record = whole_game(FAR, "game", reveal="none")

    public = fold_record(redact_record(record, PUBLIC))

    assert record.ruleset.standing(public.state) == record.ruleset.standing(fold_record(record).state)
    assert public.closed


@pytest.mark.parametrize("viewer", VIEWERS)
def test_stripping_again_for_the_same_viewer_changes_nothing(viewer: Viewer) -> None:
    """And for another viewer nothing comes back."""
    record = RUNNING[-1]
    once = redact_record(record, viewer)

    assert record_text(redact_record(once, viewer)) == record_text(once)
    assert all(not event.openings for event in redact_record(once, Viewer("nobody")).events)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_can_play_on_in_a_redacted_record(viewer: Viewer) -> None:
    """In memory or read from a file: it is for reading."""
    export = record_for(running_game(decisions=2), viewer)

    for record in (export, read_again(export)):
        with pytest.raises(RecordRedacted, match="a redacted record is for reading; nobody can play on in it"):
            MemoryWriter.resume(record, sources("on"))


def test_reveals_open_the_events_before_them_to_whoever_holds_the_public_record() -> None:
    """What was shown in play is known, wherever it stood hidden."""
    record = small_game(reveal="none")
    public = redact_record(record, PUBLIC)
    shown = {digest for event in record.events for digest in event.reveals}
    assert shown

    opened_now = {
        event.entry.position
        for event, entry in zip(public.events, public.entries(), strict=True)
        if entry is not event.entry
    }

    assert opened_now == {event.entry.position for event in record.events if shown & set(event.hides)}


def test_events_keep_their_hashes_in_every_export() -> None:
    """Provably the same game: the chain covers public lines only."""
    record = RUNNING[-1]

    exports = [record, *(redact_record(record, viewer) for viewer in VIEWERS)]

    for one, other in pairwise(exports):
        assert [event.hash for event in one.events] == [event.hash for event in other.events]
        assert one.head == other.head
