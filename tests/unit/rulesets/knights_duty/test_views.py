"""What a viewer sees: own tokens and choices, those of others once they are shown, and the table as shapes."""

from typing import Final

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, Hidden, Seat, Viewer
from oathbook.domain.rulesets.knights_duty.model.state import Field, Plan
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.knights_duty.presentation.view import ChoiceView, CombatView, InspirationView, TrackerView
from oathbook.domain.rulesets.protocol import Cell, Piece
from tests.unit.rulesets.knights_duty.setup.positions import PLANNING
from tests.unit.rulesets.knights_duty.table import (
    ASH,
    BIRCH,
    CEDAR,
    DUTY,
    HEX,
    SQUARE,
    Table,
    fresh,
    knights,
    seated,
    taken_up,
)


def seen(by: Seat) -> Viewer:
    return Viewer(by)


OTHERS: Final = pytest.mark.parametrize("viewer", [seen(BIRCH), PUBLIC])


@OTHERS
def test_a_plan_is_face_down_for_others(viewer: Viewer) -> None:
    """KD-2.1, KA-8: they see which slots are filled, not with what."""
    table = seated(ash="2,0", birch="3,0").lay(ash="bow - parry")

    view = DUTY.view(table.state, viewer)

    assert view.trackers == (TrackerView(ASH, ("face_down", None, "face_down")),)


@pytest.mark.parametrize("viewer", [seen(ASH), HOLDER])
def test_a_plan_is_open_to_its_seat_and_to_whoever_holds_the_record(viewer: Viewer) -> None:
    """KD-2.1: one's own tokens."""
    table = seated(ash="2,0", birch="3,0").lay(ash="bow - parry")

    view = DUTY.view(table.state, viewer)

    assert view.trackers == (TrackerView(ASH, ("bow", None, "parry")),)


@OTHERS
def test_a_token_is_seen_by_all_once_its_slot_is_revealed(viewer: Viewer) -> None:
    """KD-2.3: slot 1 is, slot 2 is not."""
    table = seated(ash="2,0", birch="4,0").plan(ash="movement parry")

    view = DUTY.view(table.state, viewer)

    assert view.trackers[0] == TrackerView(ASH, ("movement", "face_down"))


@pytest.mark.parametrize("viewer", [HOLDER, seen(ASH)])
def test_what_a_record_does_not_open_stays_face_down(viewer: Viewer) -> None:
    """A redacted position: only digests of Ash's plan are there."""
    unseen = Plan(ASH, (Hidden((ASH,), digest="a" * 64),))
    table = taken_up(Field(stage="planning", turn=1, knights=knights(ash="2,0", birch="3,0"), plans=(unseen,)))

    view = DUTY.view(table.state, viewer)

    assert view.trackers == (TrackerView(ASH, ("face_down",)),)


@pytest.mark.parametrize(
    ("viewer", "to"), [(seen(ASH), "2,1"), (HOLDER, "2,1"), (seen(BIRCH), "hidden"), (PUBLIC, "hidden")]
)
def test_a_movement_is_hidden_until_it_is_shown(viewer: Viewer, to: str) -> None:
    """KD-4.1, KA-15: only the mover knows before all have chosen."""
    table = seated(ash="2,0", birch="4,0").plan(ash="movement", birch="movement").move(ash="2,1")

    view = DUTY.view(table.state, viewer)

    assert view.choices == (ChoiceView(ASH, to),)


@OTHERS
def test_a_movement_is_seen_by_all_once_it_is_shown(viewer: Viewer) -> None:
    """KD-4.3: they clash, so both are on the table."""
    table = seated(ash="2,0", birch="3,1").plan(ash="movement", birch="movement").move(ash="2,1", birch="2,1")

    view = DUTY.view(table.state, viewer)

    assert view.choices == (ChoiceView(ASH, "2,1"), ChoiceView(BIRCH, "2,1"))
    assert (view.stage, view.asked) == ("clash", (ASH, BIRCH))


@pytest.mark.parametrize(
    ("viewer", "use"),
    [(seen(ASH), "yes"), (HOLDER, "yes"), (seen(BIRCH), "hidden"), (seen(CEDAR), "hidden"), (PUBLIC, "hidden")],
)
def test_a_choice_of_inspiration_is_hidden_until_both_are_made(viewer: Viewer, use: str) -> None:
    """KD-8.4, KA-5."""
    table = seated(ash="2,0 sword", birch="3,0", cedar="-4,0").plan(ash="sword").point(ash=BIRCH).inspire(ash=True)

    combat = DUTY.view(table.state, viewer).combat

    assert combat is not None
    assert (combat.attacker, combat.target, combat.weapon) == (ASH, BIRCH, "sword")
    assert [(each.seat, each.use) for each in combat.choices] == [(ASH, use)]


def test_a_choice_of_inspiration_made_in_the_open_is_seen_by_all() -> None:
    """KA-5, free: what is shown is shown to everybody; "no" as well as "yes"."""
    switches = Switches(inspiration_order="free")
    table = seated(HEX, switches, ash="2,0 sword", birch="3,0").plan(ash="sword").point(ash=BIRCH)

    view = DUTY.view(table.inspire(birch=False).state, PUBLIC)

    assert view.combat == CombatView(ASH, BIRCH, "sword", (InspirationView(BIRCH, "no"),))


def test_what_lies_open_is_the_same_for_everybody() -> None:
    """KD-1.4: Knights, hearts, weapons and tokens are on show, and so are turn and slot."""
    state = taken_up(PLANNING).state

    views = [DUTY.view(state, viewer) for viewer in (PUBLIC, seen(BIRCH), seen(CEDAR))]

    assert views[0] == views[1] == views[2]
    assert views[0].knights == PLANNING.knights
    assert (views[0].turn, views[0].slot, views[0].stage) == (3, 0, "planning")
    assert views[0].board == HEX.board


def pieces(table: Table) -> dict[str, Piece]:
    return {piece.id: piece for piece in DUTY.scene(DUTY.view(table.state, PUBLIC)).pieces}


def test_the_scene_has_a_cell_a_space_and_marks_high_ground_and_corners() -> None:
    """Rows of hexagons are 0.866 of a step apart, and each row is half a step further to the right."""
    scene = DUTY.scene(DUTY.view(fresh("ash", "birch").state, PUBLIC))
    cells = {cell.id: cell for cell in scene.cells}

    assert (len(cells), scene.pieces) == (61, ())
    assert cells["0,0"] == Cell("0,0", 0, 0, "hex", "high ground")
    assert cells["1,0"] == Cell("1,0", 1000, 0, "hex", "")
    assert cells["0,4"] == Cell("0,4", 2000, 3464, "hex", "blue", stands_for=("blue",))
    assert cells["4,-4"] == Cell("4,-4", 2000, -3464, "hex", "white", stands_for=("white",))


def test_the_scene_of_the_square_board_is_square() -> None:
    """One step right, one step down."""
    cells = {
        each.id: each for each in DUTY.scene(DUTY.view(fresh("ash", "birch", components=SQUARE).state, PUBLIC)).cells
    }

    assert len(cells) == 81
    assert cells["4,4"] == Cell("4,4", 4000, 4000, "square", "high ground")
    assert cells["8,0"] == Cell("8,0", 8000, 0, "square", "blue", stands_for=("blue",))


def test_a_knight_is_a_piece_with_all_that_lies_beside_its_corner() -> None:
    """Heart, weapon and token as notes; without a cell once it is out."""
    shown = pieces(seated(ash="2,0", birch="3,0 bow broken spent", cedar="out"))

    ash, birch = ("full heart", "no weapon", "inspiration face up"), ("broken heart", "bow", "inspiration face down")
    assert shown["ash"] == Piece("ash", "2,0", "Ash", "red", ash, ASH, "A")
    assert shown["birch"] == Piece("birch", "3,0", "Birch", "blue", birch, BIRCH, "B")
    assert (shown["cedar"].cell, shown["cedar"].notes[-1]) == (None, "defeated")


def test_a_tracker_is_a_tray_in_which_the_tokens_of_others_lie_face_down() -> None:
    """KD-2.1: a seat sees what it laid; others see where it laid something, and an empty slot as empty."""
    state = seated(ash="2,0", birch="3,0").lay(ash="bow - parry").state

    own, other = (DUTY.scene(DUTY.view(state, viewer)).trays[0] for viewer in (seen(ASH), seen(BIRCH)))

    assert (own.seat, own.label, own.stacks[0].colour) == (ASH, "Ash's tracker", "red")
    assert [stack.label for stack in own.stacks] == ["1: bow", "2: empty", "3: parry"]
    assert [stack.label for stack in other.stacks] == ["1: face down", "2: empty", "3: face down"]
    assert [stack.face_down for stack in other.stacks] == [True, False, True]


def test_turns_and_slots_are_what_people_step_by() -> None:
    """KD-2.3: a slot is a phase of a turn; the game has no rounds."""
    begins = {each.kind: each.begins for each in DUTY.vocabulary.kinds if each.begins}

    assert begins == {"turn_begins": "turn", "slot_begins": "phase"}
