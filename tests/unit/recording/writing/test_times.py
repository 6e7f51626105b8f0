"""The times of events: they never run backwards, whatever the clock does (RFC 3339 texts of one form)."""

from msgspec.structs import replace

from oathbook.domain.recording.database.address import StoreAddress
from tests.support.playing import die, sources
from tests.support.storing import Play, writer_on


def backwards() -> list[str]:
    """What a clock says that runs backwards, a second at a time."""
    return [f"2026-01-01T00:{minute:02}:{second:02}.000000Z" for minute in (9, 8, 7) for second in range(59, -1, -1)]


def test_times_stay_where_they_are_while_the_clock_runs_backwards(store: StoreAddress) -> None:
    path, said = store, iter(backwards())
    with writer_on(path, replace(sources("times"), clock=lambda: next(said))) as writer:
        play, picks = Play.opened(writer), die("times")
        for _ in range(6):
            play.take_one(picks)
        first = writer.archive.record(play.game.id)
    with writer_on(path, replace(sources("later"), clock=lambda: next(said))) as writer:
        play = Play.resumed(writer, play.game.id)
        play.take_one(picks)
        record = writer.archive.record(play.game.id)

    times = [event.entry.at for event in record.events]
    assert backwards()[0] > backwards()[len(times) - 1]
    assert times == sorted(times)
    assert set(times) == {backwards()[0]}
    assert len(record.events) > len(first.events)
