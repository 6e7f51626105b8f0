"""Records and replays at hand: read on when a game has gone on, read once however many ask, and let go of."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace

from oathbook.api.replay_cache import ReplayCache
from oathbook.domain.errors import NotFound
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, Viewer
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.writer import Writer
from oathbook.replays.frames import Replay
from tests.support.playing import close_by, die, ruleset_of, small_game, whole_game
from tests.support.processes import PATIENCE
from tests.support.storing import Play, writer_on

ASH = Seat("ash")

TO_EACH = pytest.mark.parametrize(
    "viewer", [ASH, *(pytest.param(each, marks=pytest.mark.gate) for each in (PUBLIC, HOLDER))]
)


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    with writer_on(tmp_path / "games.db") as writer:
        yield writer


class Counting(Archive):
    """An archive that counts how often a whole record is read."""

    reads = 0
    looks = 0

    def record(self, game: str) -> Record:
        """Count, and read."""
        self.reads += 1
        return super().record(game)

    def rows(self, game: str, *, after: int = 0, upto: int | None = None) -> list[StoredRow]:
        """Count, and read."""
        self.looks += 1
        return super().rows(game, after=after, upto=upto)


@TO_EACH
def test_a_game_that_has_gone_on_is_shown_as_if_read_anew(viewer: Viewer, writer: Writer) -> None:
    play, picks = Play.opened(writer, close_by()), die("shelf")
    cache = ReplayCache(writer.archive)
    while not play.game.closed:
        cache.replay(play.game.id, viewer)
        play.take_one(picks)

        shown, anew = cache.replay(play.game.id, viewer), Replay(writer.archive.record(play.game.id), viewer)

        assert shown.record.events == anew.record.events
        assert (shown.record.head, shown.entries) == (anew.record.head, anew.entries)
        assert list(shown.frames()) == list(anew.frames())


@TO_EACH
def test_a_step_just_made_is_shown_without_reading_anything_back(
    viewer: Viewer, writer: Writer, tmp_path: Path
) -> None:
    play, picks = Play.opened(writer, close_by()), die("step")
    with Counting(tmp_path / "games.db", ruleset_of) as archive:
        cache = ReplayCache(archive)
        cache.replay(play.game.id, viewer)
        looked = archive.looks
        while not play.game.closed:
            shown = cache.replay_after(play.take_one(picks), viewer)

            anew = Replay(writer.archive.record(play.game.id), viewer)
            assert (shown.record.events, shown.entries) == (anew.record.events, anew.entries)
            assert list(shown.frames()) == list(anew.frames())
        assert archive.looks == looked


def test_a_step_made_while_nobody_looked_is_read_back(writer: Writer) -> None:
    play, picks = Play.opened(writer, close_by()), die("unseen")
    cache = ReplayCache(writer.archive)
    cache.replay(play.game.id, ASH)
    first, second = play.take_one(picks), play.take_one(picks)

    shown = cache.replay_after(second, ASH)

    assert len(shown) == second.position
    assert cache.replay_after(first, ASH) is shown, "an earlier step is no news"


def test_what_many_ask_for_at_once_is_read_once(writer: Writer, tmp_path: Path) -> None:
    game = small_game()
    writer.add([game])
    with Counting(tmp_path / "games.db", ruleset_of) as archive, ThreadPoolExecutor(8) as many:
        cache = ReplayCache(archive)

        found = list(many.map(cache.replay, [game.game] * 64, [ASH] * 64))

        assert archive.reads == 1
        assert all(each is found[0] for each in found)


class Weighed(tuple[EncodedEvent, ...]):
    """Events at which somebody who goes through them stops, until something else has been done."""

    __slots__ = ()
    first: ClassVar[list[Callable[[], object]]] = []

    def __iter__(self) -> Iterator[EncodedEvent]:
        """Do it first."""
        for each in self.first:
            each()
        return super().__iter__()


class Weighing(Archive):
    """An archive with such a game."""

    slow = ""

    def record(self, game: str) -> Record:
        """Read it."""
        found = super().record(game)
        return replace(found, events=Weighed(found.events)) if game == self.slow else found


def test_while_a_record_is_weighed_the_other_games_are_at_hand(
    writer: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, other = small_game(), whole_game(-1, "other")
    writer.add([slow, other])
    with Weighing(tmp_path / "games.db", ruleset_of) as archive, ThreadPoolExecutor(1) as somebody:
        archive.slow = slow.game
        cache = ReplayCache(archive)
        found: list[Record] = []
        monkeypatch.setattr(
            Weighed, "first", [lambda: found.append(somebody.submit(cache.record, other.game).result(PATIENCE))]
        )

        assert cache.record(slow.game).head == slow.head

    assert {each.head for each in found} == {other.head}


def test_what_is_kept_is_bounded_and_what_was_used_last_stays(writer: Writer, tmp_path: Path) -> None:
    games = [whole_game(-1, f"shelf {number}") for number in range(4)]
    writer.add(games)
    with Counting(tmp_path / "games.db", ruleset_of) as archive:
        cache = ReplayCache(archive, most_bytes=1)  # not even one fits, and the one in use is kept
        for each in games:
            assert cache.record(each.game).events == each.events

        cache.record(games[-1].game)
        assert archive.reads == len(games)
        cache.record(games[0].game)
        assert archive.reads == len(games) + 1


def test_a_game_that_is_not_there_is_not_found(writer: Writer) -> None:
    with pytest.raises(NotFound):
        ReplayCache(writer.archive).record("nobody")
