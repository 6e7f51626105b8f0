"""docs/verification.md says what is so: its commands print what it shows, and its script passes sound records."""

import ast
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

import pytest

from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import record_text
from tests.docs.checking import GOLDEN, PAGE, SCRIPT, SEEDED, SOUND, WITNESSED, Script, changed
from tests.docs.consoles import console_in, differing, lay_out
from tests.handgame.played import ANNS_HAND, hand_game
from tests.support.playing import read, small_game
from tests.support.tampering import Event, events_in, marks_in


@pytest.fixture(name="script")
def _script(tmp_path: Path) -> Script:
    return Script(tmp_path)


# The script itself --------------------------------------------------------------------------------------------------


def test_the_script_is_as_short_as_the_page_says_and_needs_the_standard_library_alone() -> None:
    tree = ast.parse(SCRIPT)
    imported = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}

    assert "eighty-seven lines" in PAGE
    assert SCRIPT.count("\n") == 87
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert imported
    assert imported <= sys.stdlib_module_names


def test_every_command_of_the_page_prints_what_it_shows(tmp_path: Path) -> None:
    """The first one takes the script out of the page as a reader would."""
    lay_out(PAGE, tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "verification.md").write_text(PAGE, "utf-8")

    with console_in(tmp_path) as console:
        assert differing(PAGE, console) == []
    assert (tmp_path / "check.py").read_text("utf-8") == SCRIPT


# Sound records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN)
def test_the_script_finds_nothing_wrong_with_a_golden_record_and_says_what_it_saw(name: str, script: Script) -> None:
    record = read(GOLDEN[name])
    events = events_in(GOLDEN[name])
    hidden = {mark.digest for event in events for mark in marks_in(event.data)}
    draws = [event for event in events if event.topic == "game.draw/1"]
    seeded = any(event.topic == "game.seed-revealed/1" for event in events)

    said = script.says(GOLDEN[name])
    found = SOUND.fullmatch(said.text)

    assert said.code == 0
    assert found, said.text
    assert found.groups() == tuple(
        map(str, (len(events), len(hidden), len(hidden), len(draws) if seeded else 0, len(draws), record.head))
    )


def test_the_draws_of_the_seeded_golden_record_are_recomputed_from_what_everybody_may_read(script: Script) -> None:
    """Without a single opening: the seed comes from the public event that reveals it."""

    def redact(events: list[Event]) -> None:
        for event in events:
            event.openings.clear()

    bare = changed(SEEDED, redact, chain=False)
    found = SOUND.fullmatch(script.says(bare).text)

    assert found
    assert (found["recomputed"], found["draws"]) == ("7", "7")


@pytest.mark.parametrize(("viewer", "opened"), [(PUBLIC, "5"), (Seat("birch"), "6")])
def test_the_script_counts_what_a_redacted_record_conceals(viewer: Seat, opened: str, script: Script) -> None:
    """What was revealed in play counts as open."""
    text = record_text(record_for(read(WITNESSED), viewer))

    found = SOUND.fullmatch(script.says(text).text)

    assert found
    assert (found["open"], found["hidden"], found["head"]) == (opened, "6", read(WITNESSED).head)


# What the page says beside the script -------------------------------------------------------------------------------


def test_a_record_written_anew_passes_and_has_another_head(script: Script) -> None:
    """Number 12: only a head that somebody noted shows it."""

    def later(events: list[Event]) -> None:
        events[-1].public["at"] = "2026-11-21T18:00:00.000000Z"

    found = SOUND.fullmatch(script.says(changed(SEEDED, later)).text)

    assert found
    assert found["head"] != read(SEEDED).head


def test_a_record_of_an_earlier_moment_passes_and_its_head_stands_in_the_later_one(script: Script) -> None:
    """Numbers 4 and 12: the head at position 42 is what event 43 names."""

    def shorten(events: list[Event]) -> None:
        del events[42:]

    found = SOUND.fullmatch(script.says(changed(SEEDED, shorten)).text)

    assert found
    assert found["head"] == events_in(SEEDED)[42].public["prev"]


def test_the_draw_worked_out_on_the_page_is_the_one_of_the_golden_record() -> None:
    """Number 8: the block, the number and the card."""
    (seed, message, block), *_ = re.findall(r"^seed +(\w+)\nmessage +(.+)\nblock 0 +(\w+)$", PAGE, re.MULTILINE)
    made = events_in(SEEDED)[28].data
    pile = made["draw"]["pile"]
    x, n = bytes.fromhex(block)[0], len(pile)

    assert hmac.digest(bytes.fromhex(seed), message.encode(), hashlib.sha256).hex() == block
    assert json.loads(message) == [read(SEEDED).game, made["of"], made["draw"]["label"], 0]
    assert f"x = {x:#x} = {x}. It is below floor(256 / {n}) · {n} = {256 // n * n}, and {x} mod {n} = {x % n}" in PAGE
    assert f"{', '.join(pile)}." in PAGE
    assert made["draw"]["drawn"] == [pile[x % n]] == ["heart"]


def test_the_working_on_the_page_is_the_one_of_the_golden_record() -> None:
    """Number 9: all lines on hearts at position 30."""
    shown = [json.loads(line) for line in re.findall(r'^\{"applied".*\}$', PAGE, re.MULTILINE)]
    consequences = events_in(SEEDED)[29].data["consequences"]
    (working,) = (each["working"] for each in consequences if each["event"]["kind"] == "pile_built")

    assert shown == [line for line in working if line["of"] == "hearts"]


def test_a_game_that_reveals_nothing_never_shows_that_its_draws_came_from_the_seed(script: Script) -> None:
    """Number 11: of a game under the policy ``none`` no draw is recomputed."""
    found = SOUND.fullmatch(script.says(record_text(small_game(reveal="none"))).text)

    assert found
    assert found["draws"] != "0"
    assert found["recomputed"] == "0"


# Hidden draws -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (hand_game(), "7 of 7 draws recomputed from the seed"),
        (record_for(hand_game(1), PUBLIC), "0 of 5 draws recomputed from the seed"),
    ],
    ids=["revealed", "running"],
)
def test_the_script_checks_hidden_draws_as_far_as_they_are_open(record: Record, says: str, script: Script) -> None:
    said = script.says(record_text(record))

    assert (said.code, says in said.text) == (0, True)


def test_the_script_finds_hidden_cards_that_the_seed_does_not_give(script: Script) -> None:
    """Two cards of a hand in the other order: digests and chain are those of what is there."""

    def swap(events: list[Event]) -> None:
        hand = events[ANNS_HAND - 1]
        hand.data["draw"]["hidden"]["drawn"].reverse()
        hand.openings.reverse()

    said = script.says(changed(record_text(hand_game()), swap))

    assert (said.code, "the seed draws" in said.text) == (1, True)
