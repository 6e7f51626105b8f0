"""What the writer refuses, it refuses whole: no table has changed, nobody was told, and the game goes on."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import (
    BadRecord,
    DrawMissing,
    GameClosed,
    IllegalDecision,
    ImpossibleDraw,
    KeyReused,
    Misfit,
    NotCovered,
    NotFound,
    PositionConflict,
    RecordDiffers,
    RecordImported,
    RecordRedacted,
    Refused,
    TooLarge,
)
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import StoredStep
from tests.support.playing import BOTH_FIRST, RULESET, Json, close_by, order_and_strike, running_game, small_game
from tests.support.storing import Play, dumped, keep, writer_on
from tests.support.variants import Consequences, decides_otherwise

ASH, BIRCH = Seat("ash"), Seat("birch")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
NONSENSE: Json = {"kind": "lay_plan", "slots": 7}
TWO_ASHES = replace(close_by(), seats=close_by().seats[:1] * 2)
DRAWS = (
    DrawReport("order/1/0", ("birch",)),
    DrawReport("strike/1/birch", ("shield",)),
    DrawReport("strike/1/ash", ("shield",)),
)
ASKED = RequestKey("ash", "key", "body")
OVER = small_game()
WAITING = order_and_strike("witnessed").record
"""A game in which next it has to be reported who goes first, and then whether the strikes hit."""
BROUGHT = running_game(name="brought", decisions=2)
REDACTED = redact_record(running_game(decisions=2), PUBLIC)
FRESH = running_game(name="fresh", decisions=4)
SHORTER = running_game(name="fresh", decisions=2)


class Table(NamedTuple):
    """A writer, and the id of a seeded game in which ash has laid a plan, asking with a key."""

    writer: Writer
    seeded: str


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def table(path: StoreAddress) -> Iterator[Table]:
    with writer_on(path) as writer:
        play = Play.opened(writer)
        play.decide({**PLAN, "by": "ash"}, request=ASKED)
        keep(writer, WAITING, OVER)
        writer.add([REDACTED, BROUGHT])
        yield Table(writer, play.game.id)


def decide(
    value: object, *reports: DrawReport, by: Seat = BIRCH, expected: int | None = None, record: Record = WAITING
) -> Callable[[Table], StoredStep]:
    """A decision in one of the records that are stored."""
    return lambda table: table.writer.decide(record.game, value, reports, by=by, expected=expected)


def in_seeded(
    *reports: DrawReport, by: Seat = BIRCH, expected: int | None = 3, request: RequestKey | None = None
) -> Callable[[Table], StoredStep]:
    """A plan that is laid in the seeded game."""
    return lambda table: table.writer.decide(table.seeded, PLAN, reports, by=by, expected=expected, request=request)


def add(*records: Record) -> Callable[[Table], object]:
    """Records that are to be stored."""
    return lambda table: table.writer.add(records)


Refusal = tuple[Callable[[Table], object], type[Refused], str]
REFUSALS: dict[str, Refusal] = {
    "no game": (lambda table: table.writer.decide("none", PLAN, by=ASH, expected=1), NotFound, "no game 'none'"),
    "stale": (decide(BOTH_FIRST, *DRAWS, expected=1), PositionConflict, "is at position 11, not 1"),
    "ahead": (decide(BOTH_FIRST, *DRAWS, expected=12), PositionConflict, "is at position 11, not 12"),
    "unreadable": (decide(NONSENSE), BadRecord, "slots"),
    "no object": (decide([PLAN]), BadRecord, "a decision is an object"),
    "another's": (decide(BOTH_FIRST, by=ASH), BadRecord, "names seat “birch”, the line “ash”"),
    "no seat": (decide(PLAN, by=Seat("oak")), BadRecord, "by: there is no seat “oak”"),
    "not asked": (decide(PLAN), IllegalDecision, r"KD-2\.1"),
    "not allowed": (decide({**BOTH_FIRST, "attacker": "oak"}, *DRAWS), IllegalDecision, r"KD-7\.5"),
    "no draw": (decide(BOTH_FIRST), DrawMissing, "“order/1/0” is missing"),
    "one draw": (decide(BOTH_FIRST, DRAWS[0]), DrawMissing, "“strike/1/birch” is missing"),
    "odd draw": (decide(BOTH_FIRST, replace(DRAWS[0], drawn=("oak",))), ImpossibleDraw, "oak cannot be 1 of"),
    "draw too many": (decide(BOTH_FIRST, *DRAWS, DrawReport("tea", ("milk",))), BadRecord, "nothing asks for “tea”"),
    "draw in a seeded game": (in_seeded(DRAWS[0]), BadRecord, "draws from its seed"),
    "over": (decide(PLAN, record=OVER), GameClosed, "is over since position 14"),
    "redacted": (decide(PLAN, record=REDACTED), RecordRedacted, "is for reading"),
    "imported": (decide(BOTH_FIRST, *DRAWS, record=BROUGHT), RecordImported, "only a fork of it can be played on"),
    "key again": (in_seeded(by=ASH, request=replace(ASKED, body="other")), KeyReused, "'key' was used for another"),
    "key again, in time": (in_seeded(by=ASH, expected=1, request=replace(ASKED, body="other")), KeyReused, "'key'"),
    "odd seats": (lambda table: table.writer.open(RULESET, NewGame(TWO_ASHES)), Misfit, "“ash” is named twice"),
    "a record cut": (add(replace(OVER, events=OVER.events[:3])), RecordDiffers, f"another record of game {OVER.game}"),
    "a record stripped": (add(redact_record(OVER, PUBLIC)), RecordDiffers, "nothing is ever replaced"),
    "one of two records": (add(FRESH, redact_record(OVER, PUBLIC)), RecordDiffers, "nothing is ever replaced"),
    "two records of an id": (add(FRESH, SHORTER), RecordDiffers, f"two different records of game {FRESH.game}"),
    "two records of an id, the other way": (add(SHORTER, OVER, FRESH), RecordDiffers, "two different records"),
    "an odd id": (add(FRESH, replace(OVER, game="../over")), BadRecord, r"game '\.\./over': the id of a game is"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_refused_stores_nothing_and_stops_nothing(name: str, table: Table, path: StoreAddress) -> None:
    """Two times, as it may not come from what the first time left behind."""
    ask, kind, says = REFUSALS[name]
    heard: list[tuple[str, int]] = []
    table.writer.subscribe(lambda step: heard.append((step.game, step.position)))
    before = dumped(path)

    for _ in range(2):
        with pytest.raises(kind, match=says):
            ask(table)

    assert heard == []
    assert dumped(path) == before
    assert decide(BOTH_FIRST, *DRAWS, expected=11)(table).events[0].entry.position == 12
    assert in_seeded()(table).events[0].entry.position == 4
    assert table.writer.add([FRESH, OVER]) == (True, False)


def not_covered(_: Consequences) -> Consequences:
    clause = "KD-8.6"
    raise NotCovered(clause, "the page is missing")


def test_a_step_that_is_not_covered_stores_nothing(table: Table, path: StoreAddress) -> None:
    table.writer.close()

    with Writer(path, lambda _: decides_otherwise(not_covered), system_sources()) as writer:
        before = dumped(path)
        with pytest.raises(NotCovered, match="the page is missing"):
            in_seeded()(Table(writer, table.seeded))
        after = dumped(path)

    assert after == before


def test_a_game_of_as_many_events_as_there_may_be_takes_no_more(
    table: Table, path: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that would go beyond is not stored by halves."""
    before = dumped(path)
    monkeypatch.setattr("oathbook.domain.recording.writing.game_head.EVENTS_PER_GAME", 4)

    with pytest.raises(TooLarge, match="position 5: a game has at most 4 events"):
        in_seeded()(table)

    assert dumped(path) == before


@pytest.mark.parametrize(("keys", "host", "whose"), [(("k", "k"), "", "seat ash"), (("j", "k"), "k", "the host")])
def test_no_game_is_opened_in_which_two_have_one_key(
    path: StoreAddress, keys: tuple[str, str], host: str, whose: str
) -> None:
    setup = close_by()
    seats = tuple(replace(seat, key=key) for seat, key in zip(setup.seats, keys, strict=True))
    with writer_on(path) as writer:
        with pytest.raises(BadRecord, match=rf"seats\[1\]\.key: it is the key of {whose} too"):
            writer.open(RULESET, NewGame(replace(setup, seats=seats), host_key=host))

        assert list(writer.archive.games()) == []
