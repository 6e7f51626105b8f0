"""Lights: what stands in a scene for a value, by its id, by what it says, and by its parts."""

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.notation.lights import Light, Lights, names_in
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray

ASH, BIRCH = Seat("ash"), Seat("birch")


def hand(seat: Seat | None, *stacks: Stack) -> Tray:
    return Tray(f"{seat or 'common'} hand", "hand", stacks, seat, stands_for=() if seat is None else (seat,))


SCENE = Scene(
    cells=(Cell("Valley", 0, 0, "hex"), Cell("0,4", 0, 0, "hex", stands_for=("blue", "green"))),
    pieces=(Piece("A", "Valley", "army A", "red", stands_for=("A/archer", "A/knight")), Piece("B", None, "army B", "")),
    trays=(
        hand(ASH, Stack("wood", "wood"), Stack("first", "first", stands_for=("place 1",))),
        hand(BIRCH, Stack("wood", "wood"), Stack("iron", "iron")),
        hand(None, Stack("gate", "the gate", stands_for=("Gate",)), Stack("gate", "another", stands_for=("Gate",))),
    ),
)


def lit(value: object, label: str = "") -> tuple[Light, ...]:
    return Lights(SCENE, ASH).of(tuple(names_in(value, label)))


@pytest.mark.parametrize(
    ("name", "light"),
    [
        ("Valley", Light(cell="Valley")),
        ("green", Light(cell="0,4")),
        ("B", Light(piece="B")),
        ("A/knight", Light(piece="A")),
        ("birch", Light(tray="birch hand")),
        ("Gate", Light(tray="common hand", stack="gate")),
    ],
)
def test_a_thing_lights_by_its_id_or_by_a_name_that_it_stands_for(name: str, light: Light) -> None:
    assert lit(name) == (light,)


def test_what_nothing_stands_for_is_not_lit() -> None:
    assert lit("Mill") == lit(None) == lit(value=True) == lit([]) == ()


def test_a_number_lights_by_the_label_of_its_place_only() -> None:
    assert lit(1, "place") == (Light(tray="ash hand", stack="first"),)
    assert lit(1, "amount") == lit("1", "place") == ()


def test_what_another_seat_has_is_lit_only_where_nothing_nearer_is() -> None:
    assert lit("wood") == (Light(tray="ash hand", stack="wood"),)
    assert lit("iron") == (Light(tray="birch hand", stack="iron"),)
    assert Lights(SCENE, BIRCH).of(("wood",)) == (Light(tray="birch hand", stack="wood"),)


def test_a_value_of_several_parts_is_lit_where_most_of_them_stand() -> None:
    assert lit({"army": "A", "unit": "A/knight"}) == (Light(piece="A"),)
    assert lit({"army": "A", "to": "Valley"}) == (Light(piece="A"), Light(cell="Valley"))
    assert lit({"of": [{"place": 1}], "count": 4}) == (Light(tray="ash hand", stack="first"),)
