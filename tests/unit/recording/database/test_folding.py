"""The two readers are equal: the fold that decodes only what the state needs, and strict reading event by event."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import PUBLIC, Viewer
from oathbook.domain.recording.database.fast_fold import FastFold, edition_in
from oathbook.domain.recording.format.codec import Codec
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record, fold_record, record_for, redact_record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.playouts import play_out
from tests.support.checkout import ROOT
from tests.support.playing import RULESET, SAMPLES, half_shown, long_game, ruleset_of, small_game, whole_game
from tests.support.promises.promising import promising_game
from tests.support.ruling import corrected_game, forked_game
from tests.support.sampling import some
from tests.support.storing import rows_of

GOLDEN = sorted((ROOT / "replays" / "golden").rglob("*.jsonl"))
QUICK = (0, 4, 5, 6, 9, 10)
"""Seeds of short play-outs, of two to four seats and both reveal policies."""
SEEDS = [pytest.param(seed, marks=() if seed in QUICK else pytest.mark.slow) for seed in range(100)]
CODECS = {key: Codec(ruleset.wire) for key, ruleset in load_registry().by_key.items()}
FOLDER = FastFold(RULESET)
GAME = small_game()
HALF = half_shown()
PROMISES = promising_game()
FIRST = next(row.position for row in rows_of(PROMISES) if row.topic == "promise.offered/1")


def in_full(game: Game) -> tuple[object, ...]:
    """Everything that a game is, down to the openings of its hidden values; equality alone looks at digests."""
    codec = CODECS[game.opened.edition]
    parts = [codec.write_value(part, no_salts) for part in (game.state, game.opened)]
    return game.id, game.position, game.step, game.closed, *parts


def no_salts() -> NoReturn:
    pytest.fail("a hidden value without a salt")


def strictly(record: Record) -> Iterator[Game]:
    """The game after every event, as strict reading has it."""
    game = games.begin(record.ruleset, record.game, record.events[0].entry)
    yield game
    for event in record.events[1:]:
        game = games.evolve(record.ruleset, game, event.entry)
        yield game


def readers_are_equal(record: Record) -> None:
    rows = rows_of(record)
    fast = FastFold(record.ruleset).fold(record.game, rows)
    *_, strict = strictly(record)

    assert in_full(fast) == in_full(strict)
    assert fast == strict == fold_record(record)


def viewers_of(record: Record) -> tuple[Viewer, ...]:
    return (*(each.seat for each in record.opened.seats), PUBLIC)


def exports_of(record: Record) -> list[Record]:
    """The record as each seat and the public may have it, now and while the game was going on."""
    stripped = [redact_record(record, viewer) for viewer in viewers_of(record)]
    return [*stripped, *(seen for viewer in viewers_of(record) if not (seen := record_for(record, viewer)).redacted)]


@cache
def played_out(seed: int) -> Record:
    return play_out(RULESET, seed).record


@pytest.mark.parametrize("path", some(GOLDEN, 20), ids=lambda path: path.stem)
def test_a_golden_record_folds_the_same_for_everybody(path: Path) -> None:
    record = whole_record_from(path.read_bytes(), ruleset_of, where=path.name)

    for export in (record, *exports_of(record)):
        readers_are_equal(export)


@pytest.mark.parametrize("sample", some(range(len(SAMPLES)), 8))
def test_a_game_of_every_sample_folds_the_same(sample: int) -> None:
    readers_are_equal(whole_game(sample, "codec"))


@pytest.mark.slow
@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_a_game_of_every_sample_folds_the_same_for_everybody(sample: int) -> None:
    record = whole_game(sample, "fold", reveal="none")

    for export in exports_of(record):
        readers_are_equal(export)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_play_out_folds_the_same_for_everybody(seed: int) -> None:
    for export in (played_out(seed), *exports_of(played_out(seed))):
        readers_are_equal(export)


@pytest.mark.parametrize(
    "record",
    [GAME, HALF, PROMISES, small_game(chance="witnessed", reveal="none"), *exports_of(HALF), *exports_of(GAME)],
    ids=lambda record: f"{len(record.events)} events",
)
def test_every_beginning_of_a_game_folds_the_same(record: Record) -> None:
    """Also in the middle of a step, and where the openings of some have been taken out."""
    rows = rows_of(record)

    for position, strict in enumerate(strictly(record), 1):
        fast = FOLDER.fold(record.game, rows[:position])
        assert in_full(fast) == in_full(strict)
        assert fast == fold_record(record, at=position)


@pytest.mark.parametrize(
    "record", [GAME, HALF, PROMISES, *exports_of(HALF)], ids=lambda record: f"{len(record.events)} events"
)
def test_a_fold_can_go_on_from_every_position(record: Record) -> None:
    rows, whole = rows_of(record), FOLDER.fold(record.game, rows_of(record))

    for split in range(1, len(rows) + 1):
        part = FOLDER.fold(record.game, iter(rows[:split]))
        assert in_full(FOLDER.continue_fold(part, iter(rows[split:]))) == in_full(whole)


def test_a_long_game_folds_the_same_in_pieces() -> None:
    record, pieces = long_game(), 7
    rows = rows_of(record)

    game = FOLDER.fold(record.game, rows[:1])
    for start in range(1, len(rows), pieces):
        game = FOLDER.continue_fold(game, rows[start : start + pieces])

    assert in_full(game) == in_full(FOLDER.fold(record.game, rows))
    readers_are_equal(record)


def test_no_events_more_leave_a_game_as_it_is() -> None:
    game = FOLDER.fold(GAME.game, rows_of(GAME))

    assert FOLDER.continue_fold(game, ()) is game


def test_the_edition_is_read_off_the_first_event() -> None:
    assert edition_in(GAME.game, rows_of(GAME)[0]) == RULESET.edition.key


Change = Callable[[list[StoredRow]], list[StoredRow]]


def at(position: int, change: Callable[[bytes], bytes]) -> Change:
    """The rows with other bytes at a position."""

    def changed(rows: list[StoredRow]) -> list[StoredRow]:
        row = rows[position - 1]
        assert change(row.state) != row.state
        return [*rows[: position - 1], row._replace(state=change(row.state)), *rows[position:]]

    return changed


def with_openings(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Bytes with another second line."""
    return lambda state: state.partition(b"\n")[0] + b"\n" + change(state.partition(b"\n")[2])


def other(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Bytes with something else in the place of something."""
    return lambda state: state.replace(old, new)


def named(topic: str, position: int) -> Change:
    """The rows with another topic at a position."""
    return lambda rows: [row._replace(topic=topic) if row.position == position else row for row in rows]


UNREADABLE: dict[str, tuple[Change, int, str]] = {
    "no events": (lambda _: [], 1, "begins with game.opened"),
    "no opening": (lambda rows: rows[1:], 1, "begins with game.opened"),
    "an opening further on": (lambda rows: [rows[0]._replace(position=2), *rows[1:]], 1, "at position 1"),
    "another opening": (named("game.opened/1", 4), 4, r"game\.opened/1 cannot come here"),
    "an unknown topic": (named("game.undone/1", 4), 4, r"game\.undone/1 cannot come here"),
    "an event after the end": (named("game.closed/1", 4), 5, r"game\.outcome/1 cannot come after the end"),
    "one event missing": (lambda rows: [*rows[:4], *rows[5:]], 5, "position 6 is in its place"),
    "one event twice": (lambda rows: [*rows[:4], *rows[3:]], 5, "position 4 is in its place"),
    "an opening cut": (at(1, lambda state: state[:99]), 1, "truncated"),
    "an opening without openings": (at(1, with_openings(lambda _: b"[7]")), 1, "array"),
    "openings twice": (at(1, with_openings(lambda line: json.dumps(json.loads(line) * 2).encode())), 1, "twice"),
    "an opening of a game for none": (at(1, other(b'"seat":"birch"', b'"seat":"ash"')), 1, "“ash” is named twice"),
    "an opening without a step": (at(1, other(b'"step":1', b'"stop":1')), 1, "step"),
    "an outcome cut": (at(5, lambda state: state[:99]), 5, "truncated"),
    "an outcome of no text": (at(5, other(b'"kind":"', b'"kind":"\xff')), 5, "utf-8"),
    "an outcome of nothing": (at(5, lambda _: b""), 5, "truncated"),
    "an unknown consequence": (at(5, other(b'"kind":"plan', b'"kind":"plum')), 5, "Invalid value"),
    "a consequence for nobody": (at(5, other(b'"seat":"birch"', b'"seat":"oak"')), 5, "oak"),
    "hidden values that cannot be read": (at(5, with_openings(lambda line: line[:-3])), 5, "truncated"),
    "a last event without a step": (at(11, other(b'"step":', b'"stop":')), 11, "step"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_events_that_cannot_be_folded_name_the_game_and_the_position(name: str) -> None:
    """Of a game in which hidden plans were laid, and still lie, at position 5."""
    change, position, says = UNREADABLE[name]

    with pytest.raises(CorruptRecord, match=says) as refused:
        FOLDER.fold(HALF.game, change(rows_of(HALF)))

    assert (refused.value.game, refused.value.position) == (HALF.game, position)


def test_events_that_cannot_be_folded_on_name_the_position_too() -> None:
    rows = rows_of(HALF)
    game = FOLDER.fold(HALF.game, rows[:3])

    with pytest.raises(CorruptRecord, match="position 3 is in its place") as refused:
        FOLDER.continue_fold(game, rows[2:])

    assert (refused.value.game, refused.value.position) == (HALF.game, 4)


def test_nothing_comes_after_the_end_of_a_game() -> None:
    rows = rows_of(GAME)
    game = FOLDER.fold(GAME.game, rows)

    with pytest.raises(CorruptRecord, match=r"game\.closed/1 cannot come after the end") as refused:
        FOLDER.continue_fold(game, [rows[-1]._replace(position=len(rows) + 1)])

    assert refused.value.position == len(rows) + 1


NEVER_OFFERED = at(FIRST, other(b'"promise":"p1"', b'"promise":"p9"'))


@pytest.mark.parametrize("record", [*forked_game(), corrected_game()[1]], ids=["closed", "fork", "corrected"])
def test_a_game_to_which_a_ruling_did_something_folds_the_same_for_everybody(record: Record) -> None:
    for export in (record, *exports_of(record)):
        readers_are_equal(export)
        for end in range(1, len(export.events) + 1):
            fast = FOLDER.fold(export.game, rows_of(export)[:end])
            assert fast == fold_record(replace(export, events=export.events[:end]))


def test_a_correction_is_taken_in_behind_what_was_folded_before() -> None:
    rows = rows_of(corrected_game()[1])

    before = FOLDER.fold(corrected_game()[1].game, rows[:-1])

    assert FOLDER.continue_fold(before, rows[-1:]) == fold_record(corrected_game()[1])


def cut(state: bytes) -> bytes:
    """The beginning of a line."""
    return state[:99]


@pytest.mark.parametrize("change", [cut, other(b'"field":', b'"fields":')], ids=["cut", "another"])
def test_a_correction_that_cannot_be_folded_is_named(change: Callable[[bytes], bytes]) -> None:
    record = corrected_game()[1]
    *rows, last = rows_of(record)

    with pytest.raises(CorruptRecord) as refused:
        FOLDER.fold(record.game, [*rows, last._replace(state=change(last.state))])

    assert (refused.value.game, refused.value.position) == (record.game, len(record.events))


UNPROMISED: dict[str, tuple[Change, int, str]] = {
    "an offer cut": (at(FIRST, lambda state: state[:99]), FIRST, "truncated"),
    "an offer of a number": (at(FIRST, other(b'"promise":"p1"', b'"promise":1')), FIRST, "promise"),
    "an offer twice": (at(FIRST + 2, other(b'"promise":"p2"', b'"promise":"p1"')), FIRST + 2, "p1 is offered twice"),
    "a signature on nothing": (NEVER_OFFERED, FIRST + 1, "there is no promise “p1”"),
}


@pytest.mark.parametrize("name", UNPROMISED)
def test_promises_that_cannot_be_folded_name_the_game_and_the_position(name: str) -> None:
    change, position, says = UNPROMISED[name]

    with pytest.raises(CorruptRecord, match=says) as refused:
        FOLDER.fold(PROMISES.game, change(rows_of(PROMISES)))

    assert (refused.value.game, refused.value.position) == (PROMISES.game, position)


def test_behind_the_end_nothing_new_is_promised() -> None:
    rows = rows_of(PROMISES)
    offer = rows[FIRST - 1]._replace(position=len(rows) + 1)

    with pytest.raises(CorruptRecord, match=r"promise\.offered/1 cannot come after the end"):
        FOLDER.fold(PROMISES.game, [*rows, offer])


@pytest.mark.parametrize("state", [b"", b"{}", b'{"data":{"edition":7}}', b'{"data":{"edition":"\xff"}}', b"[" * 2_000])
def test_a_first_event_that_names_no_edition_is_named(state: bytes) -> None:
    with pytest.raises(CorruptRecord) as refused:
        edition_in("game", StoredRow(1, "game.opened/1", state))

    assert (refused.value.game, refused.value.position) == ("game", 1)
