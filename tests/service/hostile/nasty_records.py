"""Records and transcripts that somebody might send by mistake or on purpose, each with the answer that is due to it."""

import json
from collections.abc import Callable, Iterator
from typing import Final

from oathbook.domain.kernel.limits import BODY_BYTES, CONSEQUENCES_PER_STEP, DRAWS_PER_STEP, RECORD_BYTES
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import MOST_LINE_BYTES, record_text
from tests.service.hostile.nasty_bodies import BAD, LARGE, LONG, Due, Nasty
from tests.support.playing import Json
from tests.support.tampering import Event, canonical, chained, events_in, file_of, forged_file
from tests.support.transcribing import BOW, HEADER, SETUP, SHIELD, transcript

DEEP: Final = b'{"x":' * 100_000


def odd_files(record: Record) -> Iterator[Nasty]:
    """What can be wrong with a record file, made from one that is right."""
    valid = record_text(record)
    lines = valid.splitlines(keepends=True)
    for name, body, says in (
        ("nothing", b"", "it is empty"),
        ("an empty line", b"\n", "line 1: it is empty"),
        ("a million empty lines", b"\n" * 1_000_000, "line 1: it is empty"),
        ("an object", b"{}\n", "line 1: it is no Oathbook file"),
        ("an array", b"[]\n", "line 1: it is no Oathbook file"),
        ("a decision", b'{"decision":{"kind":"lay_plan"}}\n', "line 1: it is no Oathbook file"),
        ("something zipped", b"\x1f\x8b\x08\0" + valid, "line 1: it is no Oathbook file"),
        ("a byte-order mark", b"\xef\xbb\xbf" + valid, "line 1: it is no Oathbook file"),
        ("UTF-16", valid.decode().encode("utf-16"), "line 1: it is no Oathbook file"),
        ("deep nesting first", DEEP, "line 1: it is no Oathbook file"),
        ("a later version", valid.replace(b"record/1", b"record/2", 1), "it is “record/2”"),
        ("a kind of 10,000 letters", valid.replace(b"record/1", LONG.encode(), 1), "the file says it is “qqq"),
        ("a header alone", lines[0], "line 2: the file is cut"),
        ("the last line break missing", valid[:-1], "the file is cut"),
        ("half a file", valid[: len(valid) // 2], "the file is cut"),
        ("no trailer", b"".join(lines[:-1]), "(trailer)"),
        ("an empty line further on", b"".join([*lines[:3], b"\n", *lines[3:]]), "position"),
        ("Windows lines", valid.replace(b"\n", b"\r\n"), "(header): its bytes differ"),
        ("blanks in the header", valid.replace(b'{"', b'{ "', 1), "(header): its bytes differ"),
        ("a key twice in the header", valid.replace(b'{"e', b'{"game":"x","e', 1), "(header): its bytes differ"),
        ("NaN events", _headed(valid, b"NaN"), "line 1"),
        ("2**63 events", _headed(valid, b"9223372036854775808"), "line 1"),
        ("10**5000 events", _headed(valid, b"1" + b"0" * 5_000), "line 1"),
        ("1e400 events", _headed(valid, b"1e400"), "line 1"),
        ("half an event", _headed(valid, b"1.5"), "line 1"),
        ("no events", _headed(valid, b"0"), "(header): Expected `int` >= 1"),
        ("one event too many", _headed(valid, b"%d" % (len(record.events) + 1)), "(header): its count or head"),
        ("a game of 65 letters", valid.replace(record.game.encode(), b"q" * 65, 1), "$.game"),
        ("another game's header", valid.replace(record.game.encode(), b"another", 1), "it names another game"),
        ("deep nesting", _lined(lines, DEEP), "position 2"),
        ("a line beyond its limit", _lined(lines, b'"' + b"q" * MOST_LINE_BYTES + b'"'), "line 4: it is longer than"),
        ("a byte that is no UTF-8", _lined(lines, lines[3][:-1].replace(b"birch", b"bi\xff")), "position 2"),
        ("a surrogate in bytes", _lined(lines, lines[3][:-1].replace(b"birch", b"\xed\xa0\x80")), "position 2"),
        ("an escaped surrogate", _lined(lines, lines[3][:-1].replace(b"birch", b"\\ud800")), "position 2"),
        ("an event twice", b"".join([*lines[:4], *lines[3:]]), "position"),
        ("openings twice", b"".join([*lines[:3], lines[2], *lines[3:]]), "position 2"),
        ("an event changed", valid.replace(b'"Player 1"', b'"Player 7"', 1), "position 1"),
        ("a hash changed", valid.replace(record.head.encode(), b"0" * 64), "position"),
        ("as long as may be", b"x" * RECORD_BYTES, "line 1: it is longer than"),
    ):
        yield Nasty(name, body, BAD, says)
    yield Nasty("a byte too long", b"x" * (RECORD_BYTES + 1), LARGE, "16,777,216 bytes")
    yield from _forged(record)


def _headed(valid: bytes, events: bytes) -> bytes:
    header, _, rest = valid.partition(b"\n")
    fields = json.loads(header)
    return canonical({**fields, "events": 7}).replace(b'"events":7', b'"events":' + events) + b"\n" + rest


def _lined(lines: list[bytes], line: bytes) -> bytes:
    """The second event's line another one."""
    return b"".join([*lines[:3], line + b"\n", *lines[4:]])


def _forged(record: Record) -> Iterator[Nasty]:
    """What only somebody sends who computes the hashes again."""
    forgeries: tuple[tuple[str, Callable[[list[Event]], object], Due, str], ...] = (
        ("an id like a path", lambda events: _renamed(events, "../../x"), BAD, "the id of a game"),
        ("an id with a NUL", lambda events: _renamed(events, "a\0b"), BAD, "the id of a game"),
        (
            "an edition nobody has",
            lambda events: _opened(events, edition="chess/1"),
            (404, "unknown-edition"),
            "chess/1",
        ),
        ("a seat called host", lambda events: _seated(events, "host"), BAD, "seats"),
        (
            "thirteen seats",
            lambda events: _opened(events, seats=[{"key": "", "player": "", "seat": f"s{n}"} for n in range(13)]),
            BAD,
            "seats",
        ),
        (
            "another game under the same id",
            lambda events: _said(events, "Player 7"),
            (409, "record-differs"),
            record.game,
        ),
    )
    for name, change, due, says in forgeries:
        yield Nasty(name, forged_file(record, change), due, says)
    events = events_in(record_text(record))
    yield Nasty("no beginning", file_of_without_opening(events), BAD, "position")


def file_of_without_opening(events: list[Event]) -> bytes:
    """The record file of all events but the first."""
    first, *rest = events
    header, *lines = file_of(chained([first, *rest])).splitlines(keepends=True)
    return b"".join([header, *lines[1 + bool(first.openings) :]])


def _renamed(events: list[Event], game: str) -> None:
    for event in events:
        event.public["game"] = game


def _opened(events: list[Event], **changes: object) -> None:
    events[0].data.update(changes)


def _seated(events: list[Event], name: str) -> None:
    events[0].data["seats"][0]["seat"] = name


def _said(events: list[Event], player: str) -> None:
    events[0].data["seats"][0]["player"] = player


def odd_transcripts() -> Iterator[Nasty]:
    """What can be wrong with a transcript."""
    for name, header, says in _HEADERS:
        yield Nasty(name, transcript(header=header), BAD, says)
    unknown = transcript(header={**HEADER, "edition": "chess/1"})
    yield Nasty("an edition nobody has", unknown, (404, "unknown-edition"), "line 1")
    yield Nasty("a step that is a list", transcript(BOW) + b"[]\n", BAD, "line 3: ")
    for name, step, says in _STEPS:
        yield Nasty(name, transcript(BOW, step), BAD, says)


def _deep(levels: int) -> object:
    value: list[object] = []
    for _ in range(levels - 1):
        value = [value]
    return value


_HEADERS: Final[tuple[tuple[str, Json, str], ...]] = (
    ("a later version", {**HEADER, "oathbook": "transcript/2"}, "the file says it is “transcript/2”"),
    ("no setup", {"oathbook": "transcript/1", "edition": "knights_duty/1"}, "line 1: "),
    ("a setup that is a number", {**HEADER, "setup": 1}, "line 1: "),
    ("a setup without seats", {**HEADER, "setup": {}}, "line 1: setup: "),
    ("a setup with a key of its own", {**HEADER, "setup": {**SETUP, "x": LONG}}, "line 1: setup: "),
    ("a setup with odd seats", {**HEADER, "setup": {**SETUP, "seats": [1]}}, "line 1: setup: "),
    ("a header beyond its limit", {**HEADER, "x": "q" * MOST_LINE_BYTES}, "line 1: it is longer than"),
    ("deep nesting in the header", {**HEADER, "x": _deep(17)}, "line 1: it is nested deeper than 16"),
    ("a surrogate in the header", {**HEADER, "x": "\ud800"}, "line 1: it is no Oathbook file"),
    ("2**53 in the header", {**HEADER, "x": 2**53}, "line 1: 9007199254740992 is beyond"),
)

_STEPS: Final[tuple[tuple[str, Json, str], ...]] = (
    ("a step by nobody", {"decision": {}}, "line 3: "),
    ("a step by a stranger", {**BOW, "by": LONG}, "line 3: "),
    ("a decision that is a list", {**SHIELD, "decision": []}, "line 3: "),
    ("a decision nobody knows", {**SHIELD, "decision": {"kind": "castle"}}, "line 3: decision: "),
    ("a decision by another seat", {**SHIELD, "decision": {"by": "ash", "kind": "lay_plan"}}, "line 3: decision: "),
    ("a decision out of turn", BOW, "line 3: "),
    (
        "too many draws",
        {**SHIELD, "draws": [{"label": "x", "drawn": []}] * (DRAWS_PER_STEP + 1)},
        "draws: expected a list of at most 200",
    ),
    (
        "too many consequences",
        {**SHIELD, "outcome": [{}] * (CONSEQUENCES_PER_STEP + 1)},
        "outcome: expected a list of at most 500",
    ),
    ("an outcome nobody knows", {**SHIELD, "outcome": [{"event": {"kind": "won"}}]}, "line 3: outcome: "),
    ("a line beyond its limit", {**SHIELD, "x": "q" * BODY_BYTES}, "line 3: it is longer than 65,536 bytes"),
    ("deep nesting", {**SHIELD, "draws": _deep(500)}, "line 3: it is nested deeper than 16"),
    ("a number beyond all", {**SHIELD, "draws": 10**4_000}, "line 3: 10000000000000000000 is beyond"),
    ("a surrogate", {**SHIELD, "decision": {"kind": "\udfff"}}, "line 3: it is not UTF-8"),
)
