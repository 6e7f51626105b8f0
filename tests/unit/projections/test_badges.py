"""Badges in the catalogue: figures worked out by hand, filters by them, and nothing that only some may know."""

import random
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.application.dispute_stream import encode_event
from oathbook.domain.disputes.dispute_events import Appealed, DisputeFiled, DisputeWithdrawn
from oathbook.domain.kernel import Hidden
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.game_head import StreamEnd
from oathbook.domain.rulesets.heirless.model.decisions import Attack, PlaceCard
from oathbook.projections import log_reader
from oathbook.projections.badges import Badge, Badges
from oathbook.projections.games import catalogue, catalogue_row, neighbours
from oathbook.projections.view_store import Views
from tests.support.playing import die, small_game, sources, steps, whole_game
from tests.support.projecting import projected, stored
from tests.support.ruling import corrected_game
from tests.unit.projections.test_docket import ADA, ASH, CY, WRONG, Happened, found, ruled
from tests.unit.projections.test_docket import BIRCH as ACCUSED
from tests.unit.projections.test_nothing_hidden import with_openings
from tests.unit.projections.test_promise_ledger import golden
from tests.unit.rulesets.heirless.promises.test_promises_unseen import KEEP, attacked
from tests.unit.rulesets.heirless.table import BIRCH, CEDAR

NOTHING = Badges(0, None, 0, 0, None)


def badges_of(record: Record, folder: Path) -> Badges:
    """Those of a game that stands alone in a database."""
    folder.mkdir(exist_ok=True)
    with projected(stored(folder / "db", record), folder / "views") as (projector, views):
        projector.catch_up()
        return told(views, record)


def told(views: Views, record: Record) -> Badges:
    found = catalogue_row(views, record.game)
    assert found is not None
    return found.badges


@pytest.mark.parametrize(
    ("name", "broken", "at"),
    [
        ("promise-kept", 0, None),
        ("promise-broken-by-an-act", 1, 6),
        ("promise-together-broken-by-both", 1, 9),
        ("promise-made-good", 0, None),
        ("promise-not-made-good", 1, 16),
        ("promise-released", 0, None),
        ("four-players-and-their-word", 2, 43),
    ],
)
def test_broken_promises_are_counted_and_the_first_breach_is_named(
    name: str, broken: int, at: int | None, tmp_path: Path
) -> None:
    """As the page beside each record says; a joint promise that two have broken is one."""
    assert badges_of(golden(name), tmp_path) == replace(NOTHING, broken=broken, broken_at=at)


def test_a_correction_is_named_by_its_position(tmp_path: Path) -> None:
    before, corrected = corrected_game()

    assert badges_of(before, tmp_path / "before").corrected_at is None
    assert badges_of(corrected, tmp_path / "after").corrected_at == len(corrected.events)


# Disputes ---------------------------------------------------------------------------------------------------------


def filed_about(record: Record) -> Happened:
    """A claim about a game."""
    return ASH, DisputeFiled(record.game, record.opened.edition, 9, "0" * 64, WRONG, "It is not so.")


FILED: Happened = filed_about(small_game())
FOUND: Happened = found("rejected")
APPEALED: Happened = (ACCUSED, Appealed("It was not asked."))


@pytest.mark.parametrize(
    ("happened", "upheld", "open_"),
    [
        ([], 0, 1),
        ([FOUND], 0, 1),
        ([FOUND, ruled(ADA, "upheld", 2)], 1, 0),
        ([FOUND, ruled(ADA, "rejected", 2)], 0, 0),
        ([FOUND, ruled(ADA, "upheld", 2), APPEALED], 0, 1),
        ([FOUND, ruled(ADA, "upheld", 2), APPEALED, ruled(CY, "rejected", 2)], 0, 0),
        ([FOUND, ruled(ADA, "rejected", 2), APPEALED, ruled(CY, "upheld", 2)], 1, 0),
        ([FOUND, (ASH, DisputeWithdrawn())], 0, 0),
    ],
)
def test_a_dispute_is_open_until_the_last_ruling_says_whether_it_is_upheld(
    happened: list[Happened], upheld: int, open_: int, tmp_path: Path
) -> None:
    db = stored(tmp_path / "db", small_game())
    dispute(db, "d1", [FILED, *happened])

    with projected(db, tmp_path / "views") as (projector, views):
        projector.catch_up()
        found = told(views, small_game())

    assert found == replace(NOTHING, upheld=upheld, open=open_)


def dispute(db: Path, name: str, happened: Iterable[Happened]) -> None:
    """Store a dispute with all that happens in it."""
    records, made, end = SqliteRecords(db), sources("badges"), StreamEnd()
    for by, event in happened:
        events = encode_event(name, by, event, made, end)
        records.commit(events)
        end = StreamEnd(events[-1].entry.position, events[-1].entry.step, events[-1].hash)
    records.close()


# Filters ----------------------------------------------------------------------------------------------------------

BROKEN, LATER, KEPT = (golden(f"promise-{each}") for each in ("broken-by-an-act", "not-made-good", "kept"))
CORRECTED = corrected_game()[1]
GAMES = (BROKEN, small_game(), KEPT, CORRECTED, LATER, whole_game(name="undisputed"))
"""Oldest first."""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Generator[Views]:
    """Their catalogue, with a dispute about the second that is open and one about the third that was upheld."""
    folder = tmp_path_factory.mktemp("badges")
    db = stored(folder / "db", *GAMES)
    dispute(db, "d1", [FILED])
    dispute(db, "d2", [filed_about(KEPT), FOUND, ruled(ADA, "upheld", 2)])
    with projected(db, folder / "views") as (projector, views):
        projector.catch_up()
        yield views


WITH: Final[dict[Badge, tuple[Record, ...]]] = {
    "broken": (LATER, BROKEN),
    "open": (small_game(),),
    "upheld": (KEPT,),
    "corrected": (CORRECTED,),
}
"""Newest first."""


@pytest.mark.parametrize("badge", WITH)
def test_a_badge_finds_the_games_that_have_it(badge: Badge, many: Views) -> None:
    first = catalogue(many, badge=badge, limit=1)
    rest = catalogue(many, badge=badge, after=first.games[0].number)

    games = [record.game for record in WITH[badge]]
    assert [row.game for row in catalogue(many, badge=badge).games] == games
    assert [row.game for row in (*first.games, *rest.games)] == games
    assert (first.next is not None) == (len(games) > 1)


@pytest.mark.parametrize("badge", WITH)
def test_games_found_by_a_badge_lead_to_each_other(badge: Badge, many: Views) -> None:
    """And so does a game without the badge that is newer than all of them."""
    games = [record.game for record in WITH[badge]]

    assert [neighbours(many, each, badge=badge) for each in games] == list(
        zip([None, *games], [*games[1:], None], strict=False)
    )
    assert neighbours(many, GAMES[-1].game, badge=badge) == (None, games[0])


def test_a_badge_goes_together_with_the_other_filters(many: Views) -> None:
    assert catalogue(many, badge="broken", state="over").games == ()
    assert len(catalogue(many, badge="broken", edition="heirless/e1", player="First player").games) == 2
    assert catalogue(many, badge="broken", player="Nobody").games == ()


# As everyone may know ---------------------------------------------------------------------------------------------


@cache
def unseen() -> tuple[Record, Record]:
    """Cedar lays face down the card that it had promised to keep; and the same game at its end, all cards shown."""
    table = attacked(KEEP.format("c1"))
    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)))
    hidden = table.scribe.record
    table.decide(Attack(BIRCH, "c1", Hidden.of("c2", BIRCH)))
    for _ in steps(table.scribe, die("unseen")):
        pass
    return hidden, table.scribe.record


def test_a_breach_that_only_some_may_know_gives_no_badge_until_everyone_may(tmp_path: Path) -> None:
    hidden, shown = unseen()

    assert badges_of(hidden, tmp_path / "hidden") == NOTHING
    assert badges_of(shown, tmp_path / "shown").broken == 1


def test_read_models_that_read_what_is_hidden_would_give_the_badge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    hidden, _ = unseen()
    monkeypatch.setattr(log_reader, "public_line", with_openings)

    assert badges_of(hidden, tmp_path).broken == 1


@pytest.mark.parametrize("page", [1, 500])
def test_badges_are_the_same_however_the_log_was_cut_and_after_a_rebuild(page: int, tmp_path: Path) -> None:
    turns = random.Random("badges")  # noqa: S311  # it mixes a test's games
    records = (BROKEN, LATER, small_game(), CORRECTED)
    db = stored(tmp_path / "db", *records, shuffled=turns)
    dispute(db, "d1", [FILED])

    with projected(db, tmp_path / "views", page=page) as (projector, views):
        projector.catch_up()
        caught_up = catalogue(views)
        for name in ("games", "promise_ledger", "docket", "timeline"):
            projector.rebuild(name)
        rebuilt = catalogue(views)

    assert caught_up == rebuilt
    assert sum(row.badges != NOTHING for row in rebuilt.games) == len(records)


def test_a_catalogue_is_as_old_as_the_oldest_of_what_it_tells(tmp_path: Path) -> None:
    """The ledger has taken nothing in, so nothing is known of promises."""
    with projected(stored(tmp_path / "db", BROKEN), tmp_path / "views") as (projector, views):
        for name in ("games", "docket", "timeline"):
            projector.rebuild(name)
        behind = catalogue(views)
        projector.catch_up()
        caught_up = catalogue(views)

    assert (behind.upto, behind.games[0].badges.broken) == (0, 0)
    assert (caught_up.upto, caught_up.games[0].badges.broken) == (len(BROKEN.events), 1)
