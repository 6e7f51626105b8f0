"""The script of ``docs/verification.md`` finds what was changed in a record, and says where."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.docs.checking import GOLDEN, SEEDED, WITNESSED, Said, Script, changed
from tests.support.playing import die
from tests.support.tampering import Event, canonical, digest, events_in, first


@pytest.fixture(name="script")
def _script(tmp_path: Path) -> Script:
    return Script(tmp_path)


def line_of(text: bytes, position: int) -> int:
    """On which line of a file an event stands."""
    events = ((at, line) for at, line in enumerate(text.splitlines()[1:-1], 2) if line.startswith(b"{"))
    return next(at for at, line in events if json.loads(line)["n"] == position)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_changed_byte_of_an_event_is_found_there(name: str, script: Script) -> None:
    """Where the line says of itself that something is wrong, else where the next hash does not fit it."""
    picks = die(name)
    lines = GOLDEN[name].splitlines(keepends=True)
    last = len(events_in(GOLDEN[name]))
    for position in [*picks.sample(range(1, last), min(6, last - 1)), last]:
        number = line_of(GOLDEN[name], position)
        line = lines[number - 1]
        at = picks.randrange(len(line) - 1)
        other = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]

        said = script.says(b"".join([*lines[: number - 1], other, *lines[number:]]))

        here = said.text.startswith((f"line {number}:", f"line {number}, position {position}: "))
        next_one = f"position {position + 1}: does not follow position {position} as it is here" in said.text
        cut = said.text == f"line {len(lines)}: no trailer that fits: cut, or position {last} was changed\n"
        assert said.code == 1
        assert here or (cut if position == last else next_one), f"{position}, byte {at}: {said.text}"


@pytest.mark.parametrize("name", [name for name, text in GOLDEN.items() if b"\n[" in text])
def test_a_wrong_opening_is_found_at_its_event(name: str, script: Script) -> None:
    """Another value under the same salt, and another salt for the same value."""
    concealing = [event for event in events_in(GOLDEN[name]) if event.openings]
    for number, event in enumerate(die(name).sample(concealing, min(2, len(concealing)))):
        position = event.public["n"]

        def lie(events: list[Event], position: int = position, which: int = number % 2) -> None:
            opening = events[position - 1].openings[-1]
            opening[which] = "f" * 32 if which == 0 else [opening[1]]

        text = changed(GOLDEN[name], lie, chain=False)
        said = script.says(text)

        assert said == Said(
            1,
            f"line {line_of(text, position)}, position {position}: an opening on the next line fits no hidden field\n",
        )


def test_every_changed_draw_of_a_seeded_game_is_found_at_its_position(script: Script) -> None:
    """Somebody who computes every later hash again gets past the chain, and not past the seed."""
    draws = [event.public for event in events_in(SEEDED) if event.topic == "game.draw/1"]
    mixed = [each for each in draws if len(set(each["data"]["draw"]["pile"])) > 1]

    assert len(mixed) == 6
    for public in mixed:
        position, made = public["n"], public["data"]["draw"]
        other = next(card for card in made["pile"] if card not in made["drawn"])

        def lie(events: list[Event], position: int = position, other: str = other) -> None:
            events[position - 1].data["draw"]["drawn"] = [other]

        text = changed(SEEDED, lie)
        said = script.says(text)

        assert said == Said(1, f"line {line_of(text, position)}, position {position}: the seed draws {made['drawn']}\n")


def test_a_file_that_is_cut_is_found_wherever_it_is_cut(script: Script) -> None:
    """In a line, at its end, before the last byte."""
    ends = [found.end() for found in re.finditer(rb"\n", SEEDED)]
    places = [0, 1, *die("cut").sample(range(1, len(SEEDED)), 8), *ends[:3], *ends[-4:-1], len(SEEDED) - 1]
    for place in places:
        said = script.says(SEEDED[:place])

        assert said.code == 1
        assert "cut" in said.text, f"{place}: {said.text}"


def another_seed(events: list[Event]) -> None:
    """One that fits its own digest."""
    seed = first(events, "game.seed-revealed/1").data["seed"]
    seed["value"] = "ab" * 32
    seed["sd"] = digest(seed["salt"], seed["value"])


def shown_otherwise(events: list[Event]) -> None:
    """The seed, but not the one behind its digest."""
    first(events, "game.seed-revealed/1").data["seed"]["value"] = "ab" * 32


def shown_without_salt(events: list[Event]) -> None:
    """Another seed beside the digest that was committed to, in a shape in which nobody can open it."""
    seed = first(events, "game.seed-revealed/1").data["seed"]
    seed["value"] = "ab" * 32
    del seed["salt"]


def shown_with_more(events: list[Event]) -> None:
    """The same, with a part too many."""
    seed = first(events, "game.seed-revealed/1").data["seed"]
    seed.update(value="ab" * 32, spare="")


def committed_otherwise(events: list[Event]) -> None:
    """Another digest in event 1 than the one that is revealed, hidden elsewhere."""
    seed = events[0].data["chance"]["seed"]
    events[0].data["chance"]["spare"] = dict(seed)
    seed["sd"] = "0" * 64
    events[0].openings.clear()


def drawn_again(events: list[Event]) -> None:
    """The second draw is said to be of the first one's decision."""
    draws = [event for event in events if event.topic == "game.draw/1"]
    draws[1].data["of"] = draws[0].data["of"]


def drawn_twice(events: list[Event]) -> None:
    """A second draw under the same label after the first one."""
    at = next(number for number, event in enumerate(events) if event.topic == "game.draw/1")
    events.insert(at, Event(json.loads(canonical(events[at].public))))
    for number, event in enumerate(events, 1):
        event.public["n"] = number


def from_nowhere(events: list[Event]) -> None:
    """A card that is not in the pile."""
    first(events, "game.draw/1").data["draw"]["drawn"] = ["crown"]


def renamed(events: list[Event]) -> None:
    """An event of another game."""
    events[3].public["game"] = "another"


def left_out(events: list[Event]) -> None:
    """An event is missing."""
    del events[3]


def skipped(events: list[Event]) -> None:
    """A step is left out."""
    for event in events[3:]:
        event.public["step"] += 1


@pytest.mark.parametrize(
    ("text", "change", "complaint"),
    [
        (SEEDED, another_seed, r"position 81: shows what was not hidden"),
        (SEEDED, shown_otherwise, r"position 81: shows what was not hidden"),
        (SEEDED, shown_without_salt, r"position 81: not a reveal as step 6 opens it"),
        (SEEDED, shown_with_more, r"position 81: not a reveal as step 6 opens it"),
        (SEEDED, committed_otherwise, r"position 81: position 1 is committed to another seed"),
        (SEEDED, drawn_again, r"position 36: not a draw of this decision, or the second one"),
        (WITNESSED, drawn_twice, r"position \d+: not a draw of this decision, or the second one"),
        (WITNESSED, from_nowhere, r"position \d+: impossible"),
        (SEEDED, renamed, r"position 4: not position 4 of this game"),
        (SEEDED, left_out, r"position 4: not position 4 of this game"),
        (SEEDED, skipped, r"position 4: step 4 does not follow step 2"),
    ],
)
def test_whoever_makes_the_hashes_fit_again_is_found_elsewhere(
    text: bytes, change: Callable[[list[Event]], None], complaint: str, script: Script
) -> None:
    said = script.says(changed(text, change))

    assert said.code == 1
    assert re.fullmatch(rf"line \d+, {complaint}\n", said.text), said.text


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b'"step":1,', b'"step":1.0,', "1.0 is not a whole number"),
        (b'{"at":', b'{ "at":', "not canonical JSON"),
        (b'"prev":"",', b'"prev":"","prev":"",', "not canonical JSON"),
        (b'"n":1,', b'"n":NaN,', "cannot be read: ValueError"),
        (b'"by":"host"', b'"by":"\xff"', "cannot be read: UnicodeDecodeError"),
        (b'"prev":"",', b"", "cannot be read: KeyError"),
    ],
)
def test_a_line_that_is_no_canonical_json_is_named(old: bytes, new: bytes, complaint: str, script: Script) -> None:
    said = script.says(SEEDED.replace(old, new, 1))

    assert said.code == 1
    assert re.match(rf"line 2(, position 1)?: {re.escape(complaint)}", said.text), said.text


@pytest.mark.parametrize("openings", [b"[]", b'[["00","bow"]]'])
def test_openings_that_belong_to_no_event_are_found(openings: bytes, script: Script) -> None:
    """An empty line of them, and a second one."""
    lines = SEEDED.splitlines(keepends=True)
    after = 3 if openings == b"[]" else 2
    said = script.says(b"".join([*lines[: after + 1], openings + b"\n", *lines[after + 1 :]]))

    assert said == Said(1, f"line {after + 2}: openings without an event\n")


def test_a_header_that_says_something_else_is_named(script: Script) -> None:
    said = script.says(SEEDED.replace(b"knights_duty/1", b"knights_duty/2", 1))

    assert said == Said(1, "line 1: no header that fits\n")
