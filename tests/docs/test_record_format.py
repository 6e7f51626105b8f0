"""docs/record-format.md says what is so: its programs run, its vectors and shapes are those of real records."""

import json
import re
import runpy
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.games.game_events import BySeed, DrawMade
from oathbook.domain.kernel import PUBLIC, DrawRequest, Seat
from oathbook.domain.kernel.canonical import canonical_bytes, event_hash, hidden_digest
from oathbook.domain.recording.format.codec import Codec
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.format.topics import topics_of
from tests.handgame.played import BRAMS_HAND, hand_game
from tests.support.checkout import ROOT
from tests.support.playing import RULESET, die, half_shown, long_game, opened, small_game
from tests.support.promises.promising import promising_game
from tests.support.ruling import corrected_game, forked_game
from tests.support.taking_back import withdrawn_game
from tests.support.tampering import Event, JsonValue, events_in
from tests.support.transcribing import DUEL, read
from tests.support.transcribing import given as told

PAGE = (ROOT / "docs" / "record-format.md").read_text("utf-8")
BLOCKS = re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL)
DRAW, CHECKER = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
GAMES: Final[dict[str, Callable[[], Record]]] = {
    "promises": promising_game,
    "seeded": small_game,
    "witnessed": partial(small_game, chance="witnessed"),
    "never revealed": partial(small_game, reveal="none"),
    "long": long_game,
    "half shown": half_shown,
}

Drawing = Callable[[str, str, int, str, list[str], int], list[str]]


# The draw function --------------------------------------------------------------------------------------------


def drawing() -> Drawing:
    """The function of the page."""
    names: dict[str, Any] = {}
    exec(DRAW, names)  # noqa: S102  # the page's own program is what is tested
    function: Drawing = names["draw"]
    return function


PAGES_DRAW = drawing()


@settings(deadline=None)
@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=9),
    st.integers(1, 100_000),
    st.text(max_size=9),
    st.integers(1, 300),
    st.integers(0, 4),
)
def test_the_draw_function_of_the_page_draws_what_the_program_draws(  # all that a draw depends on
    seed: bytes, game: str, position: int, label: str, size: int, taken: int
) -> None:
    """Section 7: for any seed, game, position, label and pile."""
    pile = [str(number) for number in range(size)]
    count = min(taken, size)

    drawn = PAGES_DRAW(seed.hex(), game, position, label, pile, count)

    assert tuple(drawn) == SeededChance(seed.hex(), game, position).draw(DrawRequest(label, tuple(pile), count)).drawn


@pytest.mark.parametrize("record", [small_game(), long_game()])
def test_the_draw_function_of_the_page_gives_every_draw_of_a_real_record(record: Record) -> None:
    """Somebody with nothing but the file and this page can recompute them all."""
    chance = record.opened.chance
    assert isinstance(chance, BySeed)
    made = [event.entry.body for event in record.events if isinstance(event.entry.body, DrawMade)]

    drawn = [
        PAGES_DRAW(
            chance.seed.look(), record.game, each.of, each.draw.label, list(each.draw.pile), len(each.draw.drawn)
        )
        for each in made
    ]

    assert made
    assert [tuple(cards) for cards in drawn] == [each.draw.drawn for each in made]


def test_the_vectors_of_the_draw_function_are_the_ones_the_page_prints() -> None:
    """Section 7: the table beside the function, with the seed above it."""
    seed = re.search(r"^`([0-9a-f]{64})`,$", PAGE, re.MULTILINE)
    rows = re.findall(r"\| `(\S+)` \| the texts `1` to `(\d+)` \| (\d+) \| `([\d ]+)`", PAGE)

    assert seed
    assert len(rows) == 2
    for label, size, count, cards in rows:
        pile = [str(number) for number in range(1, int(size) + 1)]
        assert PAGES_DRAW(seed[1], "g", 42, label, pile, int(count)) == cards.split()


# The checker --------------------------------------------------------------------------------------------------


class Checker:
    """The page's checker, saved to a file and run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, printed: pytest.CaptureFixture[str]) -> None:
        """Save it."""
        self._program = folder / "check_record.py"
        self._program.write_text(CHECKER, "utf-8")
        self._record = folder / "record.jsonl"
        self._monkeypatch = monkeypatch
        self._printed = printed

    def says(self, text: bytes) -> str:
        """What it prints about a file, or what it complains of and exits with 1 for."""
        self._record.write_bytes(text)
        self._monkeypatch.setattr(sys, "argv", [str(self._program), str(self._record)])
        try:
            runpy.run_path(str(self._program))
        except SystemExit as complaint:
            return str(complaint.code)
        return self._printed.readouterr().out.strip()


@pytest.fixture(name="checker")
def _checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_of_the_page_accepts_a_real_record_and_says_what_it_found(game: str, checker: Checker) -> None:
    """Section 10: number of events and steps, openings, and the head to compare with another copy."""
    record = GAMES[game]()
    openings = sum(len(each.openings) for each in events_in(record_text(record)))
    last = record.events[-1].entry

    says = checker.says(record_text(record))

    assert says == (f"{last.position} events in {last.step} steps, {openings} hidden values opened, head {record.head}")


@pytest.mark.parametrize("viewer", [PUBLIC, Seat("ash")])
def test_the_checker_of_the_page_accepts_what_a_reader_is_given(viewer: Seat, checker: Checker) -> None:
    """A redacted record is provably the same game: the same head."""
    record = half_shown()

    says = checker.says(record_text(record_for(record, viewer)))

    assert says.endswith(f"head {record.head}")


def test_the_checker_of_the_page_refuses_a_record_with_a_byte_changed_and_names_the_line(checker: Checker) -> None:
    """A few bytes of every line; the line itself is named, or the next one that vouches for it."""
    text = record_text(small_game())
    edition = text.index(b"knights_duty/1")  # in the header only ``data`` can confirm it, as the page says
    lines = text.splitlines(keepends=True)
    picks = die("checker")
    misnamed: list[str] = []

    for number, line in enumerate(lines, 1):
        start = sum(map(len, lines[: number - 1]))
        for at in picks.sample(range(start, start + len(line) - 1), 6):
            says = checker.says(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])
            named = re.match(r"line (\d+): ", says)
            if not (named and number <= int(named[1]) <= number + 2) and at not in range(edition, edition + 14):
                misnamed.append(f"line {number}, byte {at}: {says}")

    assert misnamed == []


@pytest.mark.parametrize("text", [b"", b"\n", b"{}\n", record_text(small_game())[:-1], record_text(small_game())[:999]])
def test_the_checker_of_the_page_refuses_a_file_that_is_empty_or_cut(text: bytes, checker: Checker) -> None:
    """Section 9.1: the trailer makes a cut file show."""
    assert re.match(r"line \d+: ", checker.says(text))


# Vectors, examples and shapes ---------------------------------------------------------------------------------


def test_the_vectors_of_hash_and_digest_are_the_ones_the_page_prints() -> None:
    """Section 6: whoever writes a reader of their own tests it with these."""
    hashed = re.search(r"\| hash \| public line `(.*?)` \| `([0-9a-f]{64})`", PAGE)
    hidden = re.search(r"\| digest \| salt `([0-9a-f]{32})`, value `(.*?)` \| `([0-9a-f]{64})`", PAGE)

    assert hashed
    assert hidden
    assert event_hash(hashed[1].encode()) == hashed[2]
    assert hidden_digest(hidden[1], hidden[2].encode()) == hidden[3]


def test_the_example_of_the_page_is_an_event_that_is_read() -> None:
    """Section 1: the two lines are canonical, and the openings fit."""
    (example,) = (block for block in BLOCKS if block.startswith('{"at":"2'))
    line, openings = example.splitlines()

    event = Codec(RULESET.wire).read(line.encode(), openings.encode())

    assert event.withheld == 0
    assert "birch" in event.entry.by


def shape(value: JsonValue, skeleton: JsonValue) -> JsonValue:
    """The keys of a value, as deep as the skeleton of the page goes; an empty list has them all."""
    if isinstance(skeleton, dict) and isinstance(value, dict):
        return {key: shape(inner, skeleton.get(key)) for key, inner in value.items()}
    if isinstance(skeleton, list) and isinstance(value, list):
        shapes = [shape(inner, skeleton[0]) for inner in value]
        return [inner for number, inner in enumerate(shapes) if inner not in shapes[:number]] or skeleton
    return None


def skeletons() -> dict[str, JsonValue]:
    """The ``data`` of each topic as section 4 lists it."""
    rows = re.findall(r"^((?:game|promise)\.[a-z-]+/[12]) +(\{.*\})$", PAGE, re.MULTILINE)
    return {topic: json.loads(keys.replace("…", "null").replace('"seeded"', "null")) for topic, keys in rows}


def _closed_by_ruling() -> list[Event]:
    return [event for event in events_in(record_text(forked_game()[0])) if event.topic == "game.forked/1"]


def test_every_topic_has_its_keys_on_the_page_and_no_others() -> None:
    """Section 4, against every event of a whole game, the workings of its consequences included."""
    page = skeletons()
    found: dict[str, JsonValue] = {}

    last = (corrected_game()[1], forked_game()[0], read(f"{DUEL}! ash:\n  then nothing\n"))
    played = (
        event
        for record in (promising_game(), long_game(), withdrawn_game())
        for event in events_in(record_text(record))
        if not event.data.keys() & {"takebacks", "why"}
    )
    dealt = [event for event in events_in(record_text(hand_game(1))) if event.public["n"] == BRAMS_HAND]
    for event in (*played, *dealt, *(events_in(record_text(record))[-1] for record in last), *_closed_by_ruling()):
        found[event.topic] = shape(event.data, page[event.topic])
        assert found[event.topic] == page[event.topic]

    assert found.keys() == page.keys() == topics_of(RULESET.wire).keys()
    assert set(re.findall(r"^\| `((?:game|promise)\.[a-z-]+/[12])` \| ", PAGE, re.MULTILINE)) == page.keys()


def test_a_witnessed_game_says_so_and_nothing_more_about_its_chance() -> None:
    """Section 4: there is no seed to commit to."""
    (event,) = events_in(record_text(opened(chance="witnessed").record))

    assert event.data["chance"] == {"source": "witnessed"}


def keys_of_row(table: str) -> list[str]:
    """The names in the first column of the table that follows a heading."""
    part = PAGE.split(table, 1)[1]
    return re.findall(r"`([a-z]+)`", " ".join(re.findall(r"^\| (`.*?) \|", part.split("\n\n## ")[0], re.MULTILINE)))


def test_the_fields_of_the_envelope_the_header_and_the_trailer_are_on_the_page() -> None:
    """Sections 3 and 4: each has a row."""
    header, *_, trailer = (json.loads(line) for line in record_text(small_game()).splitlines())
    envelope = json.loads(small_game().events[0].line)

    assert set(keys_of_row("## 3. ")) == header.keys() | trailer.keys()
    assert set(keys_of_row("## 4. ")[:9]) == envelope.keys()


def test_the_fields_of_a_transcripts_step_are_on_the_page() -> None:
    """Section 11: the rows of the table, and what an export writes."""
    (step,) = told({"by": "ash", "decision": {"kind": "lay_plan", "slots": []}})

    assert set(keys_of_row("## 11. ")) == {"setup", "promise", *step}


@settings(deadline=None)
@given(st.recursive(st.text(max_size=5) | st.integers(-9, 9) | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_the_checker_writes_canonical_json_as_the_program_does(value: JsonValue) -> None:
    """Section 2: one way to write a value, the page's and ours."""
    names: dict[str, Any] = {}
    exec(CHECKER.split("with open(", 1)[0], names)  # noqa: S102  # the page's own program is what is tested

    assert names["canonical"](value) == canonical_bytes(value)
