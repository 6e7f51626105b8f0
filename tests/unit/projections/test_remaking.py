"""Read models made from nothing, stream by stream: the same rows as page by page, or those that were there."""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.projections import batch_builder
from oathbook.projections.batch_builder import Batches, WholeStreams, build_share, split_streams
from oathbook.projections.citations import citations
from oathbook.projections.definitions import Projection
from oathbook.projections.projector import Projector
from tests.support.checkout import ROOT
from tests.support.playing import CLOSE, long_game, ruleset_of, running_game, whole_game
from tests.support.projecting import Tables, caught_up, positions_in, projected, stored, tables_in
from tests.support.ruling import corrected_game, forked_game
from tests.unit.projections.test_docket import STORIES, store
from tests.unit.projections.test_parking import SPEECHLESS_AT_TOKENS, only

GOLDEN = ROOT / "replays" / "golden" / "heirless" / "e1"
EVERY = (
    *(running_game(decisions=9), long_game(), whole_game(CLOSE, "sealed", reveal="none")),
    *(*forked_game(), *corrected_game()),
    *(whole_record_from(path.read_bytes(), ruleset_of, where=path.stem) for path in sorted(GOLDEN.glob("*.jsonl"))[:6]),
)

PLAYED = tuple({record.game: record for record in EVERY}.values())


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games in turns, with promises, a fork and a correction, and disputes."""
    path = store(tmp_path_factory.mktemp("remaking") / "db", *STORIES)
    return stored(path, *PLAYED, shuffled=random.Random("turns"))  # noqa: S311  # it mixes a test's games


@pytest.fixture(scope="module")
def expected(db: Path) -> Tables:
    """What comes of it page by page."""
    return caught_up(db, db.with_name("expected"))


class Here:
    """Makes shares in this process, in an order of its own."""

    def __init__(self, db: Path, order: random.Random | None = None) -> None:
        self._db = db
        self._order = order
        self.made = 0

    def __call__(self, projections: Sequence[Projection], shares: Sequence[WholeStreams]) -> Iterator[Batches]:
        """What each of them makes."""
        mixed = [*shares]
        if self._order is not None:
            self._order.shuffle(mixed)
        with Archive(self._db, ruleset_of) as archive:
            for share in mixed:
                self.made += 1
                yield build_share(archive, ruleset_of, projections, share)


def names(projector: Projector) -> list[str]:
    return [each.name for each in projector.projections]


@pytest.mark.parametrize("events", [1, 40, 100_000])
def test_the_rows_are_those_of_the_pages_however_the_streams_are_shared(
    events: int, db: Path, expected: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_builder, "EVENTS_PER_SHARE", events)
    here = Here(db, random.Random(events))  # noqa: S311  # as above
    with projected(db, tmp_path / "views") as (projector, _):
        projector.rebuild_at_once(here, *names(projector))

    assert tables_in(tmp_path / "views") == expected
    assert len(set(positions_in(tmp_path / "views").values())) == 1
    assert (here.made > 1) == (events < 100_000)


def test_every_stream_is_in_one_share(db: Path) -> None:
    with Archive(db, ruleset_of) as archive:
        newest = archive.last_number()
        streams = [stream for share in split_streams(archive, newest) for stream in share.streams]
        games = [*archive.games()]

    assert sorted(streams) == sorted({*games, *STORIES})


def test_what_was_stored_since_is_taken_in_afterwards(tmp_path: Path) -> None:
    first, *_, last = PLAYED
    db, views = stored(tmp_path / "db", first), tmp_path / "views"
    here = Here(db)

    def late(projections: Sequence[Projection], shares: Sequence[WholeStreams]) -> Iterable[Batches]:
        stored(db, last)
        return here(projections, shares)

    with projected(db, views) as (projector, _):
        projector.rebuild_at_once(late, *names(projector))

    assert tables_in(views) == caught_up(db, tmp_path / "again")


def test_if_it_fails_the_old_rows_stay(db: Path, expected: Tables, tmp_path: Path) -> None:
    """As when a process that makes shares is killed, after it has made one of several."""
    views, here = tmp_path / "views", Here(db)
    caught_up(db, views)

    def killed(projections: Sequence[Projection], shares: Sequence[WholeStreams]) -> Iterator[Batches]:
        yield from here(projections, shares[:1])
        raise ChildProcessError

    with projected(db, views) as (projector, _):
        with pytest.raises(ChildProcessError):
            projector.rebuild_at_once(killed, *names(projector))
        assert tables_in(views) == expected
        projector.rebuild_at_once(here, *names(projector))

    assert tables_in(views) == expected


def test_shares_that_are_made_twice_double_what_is_counted(db: Path, expected: Tables, tmp_path: Path) -> None:
    """The control: the tables tell a share that is missing or there twice."""
    here = Here(db)
    for number in range(2):
        views = tmp_path / str(number)

        def wrongly(
            projections: Sequence[Projection], shares: Sequence[WholeStreams], *, wrong: int = number
        ) -> Iterable[Batches]:
            return here(projections, [*shares[1:], *shares[1:]] if wrong else shares[1:])

        with projected(db, views) as (projector, _):
            projector.catch_up()
            projector.rebuild_at_once(wrongly, "clause_usage")

        assert tables_in(views) != expected


def test_an_event_that_cannot_be_taken_in_is_found_page_by_page(tmp_path: Path) -> None:
    """It parks the read models that it stops, at the same place, and no others."""
    faulty = only(SPEECHLESS_AT_TOKENS)
    db = stored(tmp_path / "db", running_game(decisions=9), whole_game(CLOSE, "later"))
    with projected(db, tmp_path / "expected", ruleset_of=faulty) as (projector, _):
        projector.rebuild(*names(projector))

    with projected(db, tmp_path / "views", ruleset_of=faulty) as (projector, _), Archive(db, faulty) as archive:
        projector.rebuild_at_once(
            lambda each, shares: (build_share(archive, faulty, each, share) for share in shares), *names(projector)
        )
        parked = [state.name for state in projector.states() if state.status == "parked"]

    assert "timeline" in parked
    assert tables_in(tmp_path / "views") == tables_in(tmp_path / "expected")


def test_events_stand_in_the_order_of_the_log_however_the_rows_were_made(db: Path, tmp_path: Path) -> None:
    """Games were played in turns, so that the order of the log is not that of the games."""
    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        before = citations(views, ruleset_of("knights_duty/1"), "KD-2.3")

        projector.rebuild_at_once(Here(db), *names(projector))

        assert citations(views, ruleset_of("knights_duty/1"), "KD-2.3") == before
    assert len({each.game for each in before.events}) > 1
    assert [each.game for each in before.events] != sorted(each.game for each in before.events)
