"""Whatever a golden game tells people reads as a person says it, to the public, the holder and every seat."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from oathbook.domain.games.game_sentences import decision_sentence, scene_with_names
from oathbook.domain.kernel import HOLDER, PUBLIC, Concealed, Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import Scene
from oathbook.replays.frames import Replay
from oathbook.replays.sentences import steps_in_sentences
from tests.golden.test_golden_records import PATHS, by_name, read
from tests.support.sampling import some

QUOTED: Final = re.compile(r"“[^”]*”")
"""What a letter or a person says stands as it was written."""

UNFIT: Final = {
    "snake_case": re.compile(r"\b[a-z]+_[a-z]"),
    "a brace": re.compile(r"[{}]"),
    "a list": re.compile(r"\[|\]"),
    "None": re.compile(r"\bNone\b"),
    "decides:": re.compile(r"decides:"),
    "a digest": re.compile(r"\b[0-9a-f]{16,}\b"),
    "a name run together": re.compile(r"[a-z][A-Z]"),
    "a figure's id": re.compile(r"\b[A-Za-z]\w*-\d+\b"),
}


def unfit(sentence: str, seats: Mapping[str, str]) -> list[str]:
    """Returns the faults of a sentence. ``seats`` maps seats to names of players."""
    own = QUOTED.sub("", sentence)
    for name in seats.values():
        own = own.replace(name, "") if name else own
    found = [what for what, looks in UNFIT.items() if looks.search(own)]
    found += [f"the id {seat}" for seat in seats if re.search(rf"\b{seat}\b", own)]
    return found + [
        f"the seat {seat}" for seat, name in seats.items() if name and re.search(rf"\b{seat.title()}\b", own)
    ]


def told(replay: Replay) -> Iterator[str]:
    """Everything that is said about a game: what happened, the scenes, and at the end what may be decided."""
    for step in steps_in_sentences(replay, first=1, last=len(replay)):
        yield from step.says
    seen: Scene | None = None
    for frame in replay.frames():
        yield from (each.sentence for each in frame.happenings)
        yield from (each.says for each in frame.became)
        scene = scene_with_names(replay.record.ruleset.scene(frame.view), replay.roster)
        if scene != seen:
            yield from drawn(scene)
        seen = scene
    yield from offered(replay)


def drawn(scene: Scene) -> Iterator[str]:
    """The words of a scene; the name of a space is its id, which the page spells."""
    yield from (each.mark for each in scene.cells)
    for piece in scene.pieces:
        yield from (piece.label, *piece.notes)
    for tray in scene.trays:
        yield from (tray.label, *(each.label for each in tray.stacks))


def offered(replay: Replay) -> Iterator[str]:
    """What those who are to act may decide, as far as this viewer's record shows it."""
    game, ruleset = replay.game_at(len(replay)), replay.record.ruleset
    for seat in replay.to_act(game):
        try:
            found = ruleset.options(game.state, seat)
        except Concealed:
            continue
        yield from (decision_sentence(ruleset, each, replay.roster) for each in found.listed)


def viewers(record: Record) -> tuple[Seat, ...]:
    return (PUBLIC, HOLDER, *(each.seat for each in record.opened.seats))


@pytest.mark.parametrize("path", some(PATHS, 6), ids=by_name)
def test_every_sentence_is_one_for_players(path: Path) -> None:
    record = read(path)
    seats = {str(each.seat): each.player for each in record.opened.seats}

    wrong = {
        sentence: found
        for viewer in viewers(record)
        for sentence in told(Replay(record, viewer))
        if (found := unfit(sentence, seats))
    }

    assert not wrong


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("Birch attacks Ada", ["the seat birch"]),
        ("Ada attacks Ash", []),
        ("Birch decides: attack", ["decides:", "the seat birch"]),
        ("Ash lays a plan: lay_plan", ["snake_case"]),
        ('Ash offers {"giver": 1}', ["a brace"]),
        ("Ash gives ['cat0']", ["a list"]),
        ("None attacks Ash", ["None"]),
        (f"the seed is revealed: {27:064x}", ["a digest"]),
        ("Ash puts OpenGates to the vote", ["a name run together"]),
        ("Bram's bram-1 flees", ["a figure's id"]),
        ("turn 5: it is birch's", ["the id birch"]),
        ("birch-1 targets Ada 1", ["a figure's id", "the id birch"]),
    ],
)
def test_a_sentence_that_no_player_would_say_is_found(planted: str, found: list[str]) -> None:
    assert unfit(planted, {"ash": "Ada", "birch": "Ash"}) == found


def test_what_a_letter_says_stands_as_it_was_written() -> None:
    assert unfit("Ash offers p1: “ash promises birch to give 2 wolf0.”", {"ash": "", "birch": ""}) == []
