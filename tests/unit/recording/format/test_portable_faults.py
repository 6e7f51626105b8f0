"""Files that are no record: each is refused in one line that says what is wrong and where (issue: exits 2)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from oathbook.domain.errors import BadRecord, CorruptRecord, UnknownEdition
from oathbook.domain.recording.format.record_file import (
    MOST_LINE_BYTES,
    read_header,
    record_from,
    record_text,
    whole_record_from,
)
from tests.support.playing import Json, ruleset_of, small_game, whole_game
from tests.support.tampering import Event, canonical, chained, events_in, file_of, hash_of

TEXT = record_text(small_game())
LINES = TEXT.splitlines()
LAST = len(LINES)
EVENTS = len(small_game().events)


def refusal(text: bytes, kind: type[BadRecord] = BadRecord) -> str:
    """What reading says; one line, and never another exception."""
    with pytest.raises(kind) as refused:
        whole_record_from(text, ruleset_of, where="some.jsonl")
    says = str(refused.value)
    assert "\n" not in says
    return says


def with_header(**changes: Any) -> bytes:  # noqa: ANN401  # values of any JSON type
    return b"\n".join([canonical({**json.loads(LINES[0]), **changes}), *LINES[1:], b""])


def with_trailer(**changes: Any) -> bytes:  # noqa: ANN401  # as above
    return b"\n".join([*LINES[:-1], canonical({**json.loads(LINES[-1]), **changes}), b""])


def without_key(line: bytes, key: str) -> bytes:
    value: Json = json.loads(line)
    del value[key]
    return canonical(value)


def forged(change: Callable[[list[Event]], object]) -> bytes:
    events = events_in(TEXT)
    change(events)
    return file_of(chained(events))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "some.jsonl: it is empty"),
        (b"\n", "some.jsonl: line 1: it is empty"),
        (b"\n" + TEXT, "some.jsonl: line 1: it is empty"),
        (b"{}\n", "some.jsonl: line 1: it is no Oathbook file"),
        (b"hello\n", "some.jsonl: line 1: it is no Oathbook file"),
        (b"[" * 100_000, "some.jsonl: line 1: it is no Oathbook file"),
        (bytes(range(256)) * 8, "some.jsonl: line 1: it is no Oathbook file"),
        (b"\xef\xbb\xbf" + TEXT, "some.jsonl: line 1: it is no Oathbook file"),
        (b'{"oathbook":7}\n', "some.jsonl: line 1: it is no Oathbook file"),
        (TEXT[:40], "some.jsonl: line 1: it is no Oathbook file"),
        (
            with_header(oathbook="record/2"),
            "line 1: this program reads record/1 here, and the file says it is “record/2",
        ),
        (with_header(oathbook="transcript/1"), "line 1: this program reads record/1 here"),
        (with_header(oathbook="x" * 10_000), f"the file says it is “{'x' * 40}”"),
    ],
)
def test_a_file_that_is_something_else_is_refused_at_its_first_line(text: bytes, says: str) -> None:
    """Empty, no JSON, binary, cut in the header, another kind of file, a later version of the format."""
    assert says in refusal(text)


def test_an_unknown_edition_is_refused_with_the_editions_there_are() -> None:
    """Somebody has to learn what to install."""
    with pytest.raises(UnknownEdition, match=r"^some\.jsonl: line 1 .*edition “chess/1”; installed: .*knights_duty/1"):
        record_from(with_header(edition="chess/1"), ruleset_of, where="some.jsonl")


@pytest.mark.parametrize(
    "text",
    [
        with_header(events=0),
        with_header(events=100_001),
        with_header(events="14"),
        with_header(head="0" * 63),
        with_header(head="F" * 64),
        with_header(game=""),
        with_header(game="g" * 65),
        with_header(edition="e" * 81),
        with_header(more=1),
        TEXT.replace(b'"edition":', b'"edition": ', 1),
        b"\n".join([LINES[0].replace(b"{", b'{"oathbook":"record/1",', 1), *LINES[1:], b""]),
        *(b"\n".join([without_key(LINES[0], key), *LINES[1:], b""]) for key in ("edition", "events", "game", "head")),
    ],
)
def test_a_header_that_is_not_as_it_must_be_is_refused_at_line_1(text: bytes) -> None:
    """Out of range, other types, unknown, missing and repeated keys, bytes that are not canonical."""
    assert refusal(text).startswith("some.jsonl: line 1 (header): ")


@pytest.mark.parametrize(
    "text",
    [
        with_trailer(oathbook="end/2"),
        with_trailer(events="14"),
        with_trailer(more=1),
        TEXT[:-2] + b" }\n",
        *(b"\n".join([*LINES[:-1], without_key(LINES[-1], key), b""]) for key in ("events", "head", "oathbook")),
        b"\n".join([*LINES[:-1], b"null", b""]),
        b"\n".join([*LINES[:-1], b"\xff", b""]),
    ],
)
def test_a_trailer_that_is_not_as_it_must_be_is_refused_at_the_last_line(text: bytes) -> None:
    """The message says that the file may be cut, for that is how it comes about."""
    says = refusal(text)

    assert says.startswith(f"some.jsonl: line {LAST} (trailer): ")
    assert says.endswith("the file may be cut")


def test_a_header_is_read_without_the_rest_and_as_strictly() -> None:
    assert read_header(LINES[0], where="some.jsonl").head == small_game().head
    with pytest.raises(BadRecord, match=r"some\.jsonl: line 1"):
        read_header(with_header(events="two"), where="some.jsonl")


@pytest.mark.parametrize("ends", [{"events": EVENTS + 1}, {"head": "0" * 64}], ids=["count", "head"])
def test_where_header_and_trailer_differ_the_one_that_is_wrong_is_named(ends: Json) -> None:
    """Both name the same events; the events say which of the two does not."""
    assert refusal(with_header(**ends)).startswith("some.jsonl: line 1 (header): its count or head is not that of")
    assert refusal(with_trailer(**ends)).startswith(f"some.jsonl: line {LAST} (trailer): its count or head is not that")


def test_a_header_of_another_game_than_all_its_events_is_named_itself() -> None:
    """The many are believed."""
    says = refusal(with_header(game="another"))

    assert says == "some.jsonl: line 1 (header): it names another game than the events do"


def test_a_count_that_is_not_the_number_of_events_is_refused() -> None:
    """Header and trailer agree with each other and not with what stands between them."""
    ends = {"events": EVENTS + 1}
    text = b"\n".join([with_header(**ends).splitlines()[0], *LINES[1:-1], with_trailer(**ends).splitlines()[-1], b""])

    assert f"the header counts {EVENTS + 1} events, the file has {EVENTS}" in refusal(text)


def test_a_head_that_is_not_the_last_hash_breaks_the_chain_at_the_last_position() -> None:
    """Header and trailer agree on another head."""
    ends = {"head": "0" * 64}
    text = b"\n".join([with_header(**ends).splitlines()[0], *LINES[1:-1], with_trailer(**ends).splitlines()[-1], b""])

    says = refusal(text, CorruptRecord)

    assert f"position {EVENTS}: its hash is not the head that the record names" in says


def test_a_file_cut_after_any_line_is_refused() -> None:
    """Section 3.3: the trailer is there so that a cut file is noticed."""
    for kept in range(LAST):
        refusal(b"".join(line + b"\n" for line in LINES[:kept]))


def test_a_file_cut_after_any_byte_is_refused() -> None:
    """Also without its very last byte, the line end of the trailer."""
    for kept in range(len(TEXT)):
        refusal(TEXT[:kept])


@pytest.mark.parametrize("number", range(2, LAST))
def test_a_file_without_one_of_its_lines_is_refused_with_a_position(number: int) -> None:
    """An event or its openings left out: openings make a redacted record, so those are for the reader to know."""
    text = b"".join(line + b"\n" for line in LINES[: number - 1] + LINES[number:])

    if LINES[number - 1].startswith(b"["):
        assert whole_record_from(text, ruleset_of, where="some.jsonl").redacted
    elif number == LAST - 1:
        assert f"the header counts {EVENTS} events, the file has {EVENTS - 1}" in refusal(text)
    else:
        assert "position" in refusal(text, CorruptRecord)


@pytest.mark.parametrize("number", range(2, LAST))
def test_a_file_with_one_of_its_lines_twice_is_refused(number: int) -> None:
    """Nothing in a record stands twice."""
    text = b"".join(line + b"\n" for line in LINES[:number] + LINES[number - 1 :])

    refusal(text, CorruptRecord)


def test_windows_line_ends_are_refused_and_named() -> None:
    """They would change every hash; an editor that puts them in has spoiled the record."""
    says = refusal(TEXT.replace(b"\n", b"\r\n"))

    assert "line 1 (header): its bytes differ" in says


def test_an_empty_line_between_events_is_refused() -> None:
    """Section 1 of the format: there is no empty line."""
    assert "position 2: " in refusal(TEXT.replace(LINES[3] + b"\n", b"\n" + LINES[3] + b"\n"), CorruptRecord)


def test_bytes_behind_the_trailer_are_refused() -> None:
    """The trailer is the last line."""
    assert f"line {LAST + 1}" in refusal(TEXT + b"x")
    assert f"line {LAST + 1}" in refusal(TEXT + b"\n")


def test_an_event_of_another_game_is_refused_at_its_position() -> None:
    """A file is one game's."""
    other = events_in(record_text(whole_game(name="another")))

    def smuggle(events: list[Event]) -> None:
        events[2].public["game"] = other[0].public["game"]

    says = refusal(forged(smuggle), CorruptRecord)

    assert "position 3: the event names another game" in says


def test_an_event_at_another_position_is_refused_at_the_place_it_stands() -> None:
    """Positions run 1 to n without a gap."""
    text = forged(lambda events: events[4].public.update(n=6))

    assert "position 5: the event says it is at position 6" in refusal(text, CorruptRecord)


def test_a_record_that_does_not_begin_with_an_opening_is_refused() -> None:
    """Position 1 is ``game.opened`` and nothing else."""
    decision = events_in(TEXT)[1]
    decision.public.update(n=1, step=1, prev="")
    line = canonical(decision.public)
    ends = {"events": 1, "head": hash_of(line)}
    header, trailer = ({**json.loads(each), **ends} for each in (LINES[0], LINES[-1]))
    text = b"".join(each + b"\n" for each in (canonical(header), line, canonical(trailer)))

    assert "position 1: a record begins with game.opened" in refusal(text, CorruptRecord)


def test_an_opening_of_another_edition_than_the_header_says_is_refused() -> None:
    """What was played under one edition is not read under another."""
    text = forged(lambda events: events[0].data.update(edition="knights_duty/0"))
    lied = text.replace(b'{"edition":"knights_duty/0"', b'{"edition":"knights_duty/1"', 1)

    assert "position 1: the opening says edition “knights_duty/0”" in refusal(lied, CorruptRecord)


def test_a_line_may_have_a_mebibyte_and_not_one_byte_more() -> None:
    """The limit at its edge, in the middle of a file; a line of just that length is refused for what it says."""

    def lengthened(size: int) -> bytes:
        return b"\n".join([*LINES[:3], b"x" * size, *LINES[3:], b""])

    assert "position 2: " in refusal(lengthened(MOST_LINE_BYTES), CorruptRecord)
    assert "some.jsonl: line 4: it is longer than 1,048,576 bytes" in refusal(lengthened(MOST_LINE_BYTES + 1))
