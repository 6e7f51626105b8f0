"""Since when everything drawn is so: changes planted in scenes, and golden records compared the long way."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from oathbook.domain.games.game import Game
from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray
from oathbook.replays.frames import Replay
from oathbook.replays.last_changes import LastChanges, PieceSince, TraySince
from oathbook.replays.replay_index import ReplayIndex
from tests.support.changing import drawn, last_changed, told
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, long_game, ruleset_of
from tests.support.sampling import some
from tests.support.variants import Counted
from tests.unit.api.games import duel

NAMES: Final = sorted(path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.rglob("*.jsonl"))
FOLLOWED: Final = (1, 3, 5, 7, 9, 12)
"""Where something follows in the duel: the positions after which it can be drawn in another way."""
LONG: Final = "heirless/e1/four-players-and-their-word"
LONGEST: Final = "heirless/e1/three-seasons-of-four-players"
"""Takes as long as all others together."""


# Changes that are planted -----------------------------------------------------------------------------------------


class Planted(Replay):
    """The duel, drawn as it is said: a scene for each position at which something follows."""

    def __init__(self, *scenes: Scene) -> None:
        super().__init__(duel(), PUBLIC)
        self.scenes = scenes

    def scene(self, game: Game) -> Scene:
        """The one of the last position at which something followed."""
        passed = sum(position <= game.position for position in FOLLOWED)
        return self.scenes[min(passed, len(self.scenes)) - 1]


def at_the_end(*scenes: Scene) -> LastChanges:
    """The answer after the last of these scenes."""
    return ReplayIndex(Planted(*scenes)).last_changes(FOLLOWED[len(scenes) - 1])


def piece(*notes: str, cell: str = "a1", label: str = "ash", colour: str = "red") -> Scene:
    """A piece."""
    return Scene((), (Piece("ash", cell, label, colour, notes),))


def tray(*stacks: Stack, label: str = "hand") -> Scene:
    """A tray."""
    return Scene((), (), (Tray("hand", label, stacks),))


def marked(*marks: str) -> Scene:
    """Cells with these marks."""
    return Scene(tuple(Cell(f"a{number}", number, 0, "hex", mark) for number, mark in enumerate(marks)), ())


@pytest.mark.parametrize(
    "moved", [piece(cell="b2"), piece(label="oak"), piece(colour="blue")], ids=["cell", "label", "colour"]
)
def test_a_piece_changes_where_it_moves_or_looks_different(moved: Scene) -> None:
    assert at_the_end(piece(), piece(), moved, moved).pieces == (PieceSince("ash", 5, ()),)


def test_a_note_changes_alone_and_with_it_no_piece_and_no_other_note() -> None:
    found = at_the_end(piece("5 health", "bow"), piece("3 health", "bow"), piece("3 health", "bow", "ill"))

    assert found.pieces == (PieceSince("ash", 1, (3, 1, 5)),)


def test_a_note_that_moves_up_as_another_goes_has_not_changed() -> None:
    found = at_the_end(piece("ill", "bow"), piece("lame", "ill", "bow"), piece("bow"))

    assert found.pieces == (PieceSince("ash", 1, (1,)),)


def test_what_is_again_as_it_was_has_changed_when_it_became_so_again() -> None:
    """A wound that is healed: there were 5 before, and it is the healing that is asked for."""
    found = at_the_end(piece("5 health"), piece("3 health"), piece("5 health"), piece("5 health"))

    assert found.pieces == (PieceSince("ash", 1, (5,)),)


def test_of_two_notes_alike_the_second_came_later() -> None:
    assert at_the_end(piece("ill"), piece("ill", "ill")).pieces == (PieceSince("ash", 1, (1, 3)),)


@pytest.mark.parametrize(
    "other",
    [
        Stack("1", "heart", 2),
        Stack("1", "hearts", 3),
        Stack("1", "heart", 3, "red"),
        Stack("1", "heart", 3, face_down=True),
        Stack("9", "heart", 3),
    ],
    ids=["count", "label", "colour", "face", "another"],
)
def test_a_stack_changes_with_anything_of_it_and_the_others_stay(other: Stack) -> None:
    heart, shield = Stack("1", "heart", 3), Stack("2", "shield")

    found = at_the_end(tray(heart, shield), tray(other, shield))

    assert found.trays == (TraySince("hand", 1, (3, 1)),)


def test_a_tray_changes_with_its_label_and_by_being_empty_or_not() -> None:
    shield = Stack("2", "shield")

    assert at_the_end(tray(), tray(shield)).trays == (TraySince("hand", 3, (3,)),)
    assert at_the_end(tray(shield), tray()).trays == (TraySince("hand", 3, ()),)
    assert at_the_end(tray(shield), tray(shield, label="deck")).trays == (TraySince("hand", 3, (1,)),)
    assert at_the_end(tray(shield), tray(shield, shield)).trays == (TraySince("hand", 1, (1, 3)),)


def test_a_stack_of_one_tray_says_nothing_about_that_of_another() -> None:
    shield = Stack("2", "shield")
    hand, deck = Tray("hand", "hand", (shield,)), Tray("deck", "deck", (shield,))

    found = at_the_end(Scene((), (), (hand,)), Scene((), (), (deck, hand)))

    assert found.trays == (TraySince("deck", 3, (3,)), TraySince("hand", 1, (1,)))


def test_a_cell_changes_with_its_mark_and_by_losing_it() -> None:
    assert at_the_end(marked("wood", "red", ""), marked("wood", "", ""), marked("wood", "", "")).cells == (1, 3, 1)


def test_nothing_leads_to_a_later_event() -> None:
    scenes = piece("5 health"), piece("3 health"), piece("5 health")
    index = ReplayIndex(Planted(*scenes))

    index.last_changes(14)

    assert [index.last_changes(position).pieces[0].notes for position in range(1, 15)] == [
        *[(1,)] * 2,
        *[(3,)] * 2,
        *[(5,)] * 10,
    ]


# Every golden record ----------------------------------------------------------------------------------------------


def golden(name: str) -> Record:
    return whole_record_from((GOLDEN / f"{name}.jsonl").read_bytes(), ruleset_of, where=name)


def indexed(record: Record, viewer: Viewer, *, earlier: ReplayIndex | None = None) -> ReplayIndex:
    """The index of a record, gone on with from that of a shorter one."""
    replay = Replay(record, viewer, earlier=None if earlier is None else earlier.replay)
    return ReplayIndex(replay, earlier=earlier)


def told_at(index: ReplayIndex, position: int) -> dict[str, int]:
    plain: Json = msgspec.to_builtins(index.last_changes(position))
    return told(plain)


def history(replay: Replay) -> Iterator[dict[str, str]]:
    """Everything drawn at each position."""
    for _, game in replay.play():
        standing = replay.standing(game)
        yield drawn(msgspec.to_builtins(replay.scene(game)), msgspec.to_builtins(standing.scores))


@pytest.mark.parametrize("name", some(NAMES, 10, long=[LONG], slow=[LONGEST]))
def test_everything_drawn_in_a_golden_game_is_as_old_as_a_slow_comparison_says(name: str) -> None:
    record = golden(name)
    for viewer in (PUBLIC, HOLDER, record.opened.seats[0].seat):
        replay = Replay(record, viewer)
        index, scenes = ReplayIndex(replay), list(history(replay))

        for position in (*range(len(replay), 0, -7), *range(1, len(replay) + 1)):
            assert told_at(index, position) == last_changed(scenes[:position]), (viewer, position)


def test_a_seat_is_told_the_same_of_its_own_record_as_of_the_whole() -> None:
    """Law 5: what it may not see cannot matter, since it is not there."""
    whole = duel()
    for seat in whole.opened.seats:
        own = record_for(whole, seat.seat)
        assert [indexed(own, seat.seat).last_changes(at) for at in range(1, 15)] == [
            indexed(whole, seat.seat).last_changes(at) for at in range(1, 15)
        ]


# Kept with the replay ---------------------------------------------------------------------------------------------


def test_each_scene_is_compared_once_however_often_it_is_asked_for() -> None:
    drawn_scenes = Counted("scene")
    replay = Replay(replace(long_game(), ruleset=drawn_scenes.rules), PUBLIC)
    index = ReplayIndex(replay)
    index.last_changes(len(replay))
    before = drawn_scenes.times

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(index.last_changes, range(1, len(replay) + 1)))

    assert before <= len(replay) + 1
    assert drawn_scenes.times - before == len(replay), "one each, to tell its parts"
    assert [each.position for each in found] == list(range(1, len(replay) + 1))


@pytest.mark.parametrize("viewer", [PUBLIC, HOLDER, Viewer("ash")])
def test_a_game_that_has_gone_on_is_compared_as_if_read_anew(viewer: Viewer) -> None:
    record = duel()
    for cut in range(1, 14):
        earlier = indexed(replace(record, events=record.events[:cut]), viewer)
        earlier.last_changes(cut)
        later, anew = indexed(record, viewer, earlier=earlier), indexed(record, viewer)

        assert [later.last_changes(at) for at in range(1, 15)] == [anew.last_changes(at) for at in range(1, 15)]
        assert earlier.last_changes(cut) == anew.last_changes(cut), (
            "whoever still holds the shorter one is told the same"
        )


def test_when_a_game_has_gone_on_only_what_came_since_is_compared() -> None:
    drawn_scenes = Counted("scene")
    record = replace(long_game(), ruleset=drawn_scenes.rules)
    earlier = indexed(replace(record, events=record.events[:-2]), PUBLIC)
    earlier.last_changes(len(earlier.replay))
    before = drawn_scenes.times

    indexed(record, PUBLIC, earlier=earlier).last_changes(len(record.events))

    assert drawn_scenes.times - before <= 3
