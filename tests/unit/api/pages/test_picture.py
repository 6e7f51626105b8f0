"""The board as a picture: where pieces stand, whose they are, and that a text is never markup."""

from pathlib import Path
from struct import unpack

from msgspec.structs import replace

from oathbook.api.pages.drawing.palette import HUES
from oathbook.api.pages.drawing.picture import picture, render_png
from oathbook.api.pages.drawing.shapes import GLYPHS, MOTIFS
from oathbook.api.pages.drawing.tokens import seat_shape
from oathbook.domain.kernel import Seat, limits
from oathbook.domain.rulesets.protocol import Cell, Piece, Scene, Stack, Tray
from tests.support.checkout import ROOT
from tests.support.pages import Element, parsed

SEATS = tuple(map(Seat, ("ash", "birch", "cedar", "fir")))
MEADOW = Cell("Meadow", 0, 0, "hex", "Cat, Ash's", SEATS[0])
HILL = Cell("0,1", 1000, 0, "square")


def knight(seat: Seat | None, mark: str = "1", cell: str | None = "Meadow") -> Piece:
    return Piece(f"{seat}-{mark}", cell, f"{seat} {mark}", "red", ("one wound",), seat, mark)


def drawn(*pieces: Piece, cells: tuple[Cell, ...] = (MEADOW, HILL), trays: tuple[Tray, ...] = ()) -> Element:
    return parsed(picture(Scene(cells, pieces, trays), SEATS, "The board")).one("svg")


def test_a_board_holds_every_space_with_its_name_and_what_is_marked() -> None:
    board = drawn()

    assert [each.text for each in board.all("title")] == ["The board", "Meadow: Cat, Ash's", "0,1"]
    assert [each.text for each in board.all("text")] == ["Cat", "Ash's", "Meadow", "0,1"]
    assert board.attributes["viewbox"] == "-600 -600 2200 1200"
    assert (board.attributes["width"], board.attributes["height"]) == ("960", "524")
    assert len(board.all(fill="none", stroke="#0072b2")) == 1, "the space that ash controls is ringed, no other"
    assert len(board.one(fill="#f4ecdc").attributes["points"].split()) == 4
    assert len(board.one(fill="#eee0bd").attributes["points"].split()) == 6, "a cat's ground, with six corners"


def test_each_player_has_a_colour_and_a_shape_and_what_nobody_owns_is_grey() -> None:
    nobodys = replace(knight(None), colour="mauve")
    board = drawn(*map(knight, SEATS), nobodys, cells=(HILL, MEADOW))

    body = {each.attributes["fill"]: each for each in board.all(stroke="#ffffff")}
    assert [(fill, each.tag) for fill, each in body.items()] == [
        ("#0072b2", "circle"),
        ("#d55e00", "rect"),
        ("#009e73", "polygon"),
        ("#b5649b", "polygon"),
        ("#77736b", "circle"),
    ]
    corners = [len(body[fill].attributes["points"].split()) for fill in ("#009e73", "#b5649b")]
    assert corners == [4, 6], "a diamond and a hexagon"


def test_a_piece_alone_is_large_and_pieces_together_stand_apart() -> None:
    """720 by 500 thousandths are free below -95: one of 200 in the middle of them; two side by side, 360 each."""
    (alone,) = drawn(knight(SEATS[0])).all("circle")
    two = drawn(knight(SEATS[0]), knight(SEATS[0], "2")).all("circle")

    assert [alone.attributes[each] for each in ("cx", "cy", "r")] == ["0", "140", "200"]
    assert [(each.attributes["cx"], each.attributes["r"]) for each in two] == [("-180", "172"), ("180", "172")]


def test_the_mark_of_a_space_gives_way_to_pieces_and_pieces_off_the_board_are_not_on_it() -> None:
    board = drawn(knight(SEATS[0], "7"), knight(SEATS[1], "8", None), knight(SEATS[2], "9", "Nowhere"))

    assert [each.text for each in board.all("text")] == ["Meadow", "0,1", "7"]


def test_a_game_without_a_board_shows_its_pieces_and_what_lies_on_the_table() -> None:
    deck = Tray("deck", "deck", (Stack("a", "plus one", 3, face_down=True), Stack("b", "null", 1, face_down=True)))
    shown = Tray("shown", "drawn", (Stack("c", "bless", 2), Stack("d", "minus one"), Stack("e", "curse", 0)))
    scene = drawn(knight(SEATS[0], "S", None), cells=(), trays=(deck, shown, Tray("none", "tokens", ())))

    assert [each.text for each in scene.all("text")] == [
        *("S", "ash S", "one wound"),
        *("deck", "4 face down"),
        *("drawn", "bless: 2", "minus one"),
    ]


def test_cards_for_which_there_is_no_room_are_counted() -> None:
    """From 1330 to 3750: a card of 24 letters is 1250 wide, so the second has no room."""
    tray = Tray("t", "laws", tuple(Stack(str(number), f"the law of many letters {number}") for number in range(4)))

    texts = [each.text for each in drawn(cells=(), trays=(tray,)).all("text")]

    assert texts == ["laws", "the law of many letters 0", "+3"]


def test_a_text_is_never_markup() -> None:
    nasty = '<script>alert(1)</script>"&\x00\x1b\ufffe'
    shown = '<script>alert(1)</script>"&\ufffd\ufffd\ufffd'
    cell, tray = replace(MEADOW, id=nasty, mark=nasty), Tray("t", nasty, (Stack("s", nasty),))
    piece = replace(knight(SEATS[0]), label=nasty, mark=nasty, notes=(nasty,), cell=nasty)

    on_board, without = drawn(piece, cells=(cell,)), drawn(replace(piece, cell=None), cells=(), trays=(tray,))

    assert [*on_board.all("script"), *without.all("script")] == []
    assert [each.text for each in on_board.all("text")] == [shown, shown]
    assert [each.text for each in without.all("text")] == [shown] * 5
    for text in ("<svg", "<script"):
        assert picture(Scene((cell,), (piece,)), SEATS, nasty).count(text) == (text == "<svg")


def test_each_colour_is_a_pattern_on_spaces_and_on_pieces_of_nobody() -> None:
    cells = tuple(replace(HILL, id=colour, x=1000 * number, colour=colour) for number, colour in enumerate(MOTIFS))
    nobodys = tuple(replace(knight(None, colour, colour), colour=colour) for colour in MOTIFS)

    board = drawn(*nobodys, knight(SEATS[0], "1", "red"), cells=(*cells, replace(HILL, colour="mauve")))

    patterns = {each.attributes["id"]: each.one("path").attributes for each in board.all("pattern")}
    assert [*patterns] == [f"pattern-{each}" for each in MOTIFS]
    assert len({each["d"] for each in patterns.values()}) == len({each["stroke"] for each in patterns.values()}) == 8
    for colour in MOTIFS:
        assert [each.tag for each in board.all(fill=f"url(#pattern-{colour})")] == ["polygon", "circle"]
    assert len(board.all(fill="#f4ecdc")) == 1, "a colour without a pattern is none"


def test_colours_are_those_of_the_page_and_the_documents_name_all_with_their_glyphs() -> None:
    light = (ROOT / "api" / "pages" / "static" / "shared" / "house.css").read_text("utf-8").partition("@media")[0]
    said = (ROOT / "docs" / "service.md").read_text("utf-8")

    assert {*HUES} == {*MOTIFS}
    for colour, hue in HUES.items():
        assert f"  --{colour}: {hue};" in light
        assert f"{colour} (" in said
        assert colour in str(Cell.__doc__)
    for glyph in GLYPHS:
        assert f"`{glyph}`" in said
        assert glyph in str(Piece.__doc__)


def test_a_glyph_of_the_list_stands_for_a_mark_and_another_does_not() -> None:
    glyphs = (*GLYPHS, "<img src=x>", "")
    board = drawn(*(replace(knight(None, glyph), mark="K", colour="", glyph=glyph) for glyph in glyphs))

    assert [each.attributes["d"] for each in board.all("path")] == [*GLYPHS.values()]
    assert [each.text for each in board.all("text")] == ["Meadow", "0,1", "K", "K"]


def test_a_label_is_written_in_place_of_the_id_and_an_empty_one_not_at_all() -> None:
    board = drawn(knight(None, "7", "b"), cells=(replace(HILL, id="a", label="Ford"), replace(HILL, id="b", label="")))

    assert [each.text for each in board.all("title")] == ["The board", "Ford", "b", "None 7, one wound"]
    assert [each.text for each in board.all("text")] == ["Ford", "7"]


# In pixels ---------------------------------------------------------------------------------------------------------


def size_in_pixels(scene: Scene) -> tuple[int, int]:
    """How wide and how high a picture is in pixels (PNG, section 11.2.1)."""
    pixels = render_png(Path("games.db"), svg=picture(scene, SEATS, "The board"))
    width, height = unpack(">II", pixels[16:24])
    return width, height


def test_however_far_spaces_lie_apart_a_picture_in_pixels_takes_no_more_memory() -> None:
    far = replace(HILL, x=0, y=1_000_000)

    assert drawn(cells=(MEADOW, far)).attributes["height"] == "800960", "the control: so many it would be else"
    assert size_in_pixels(Scene((MEADOW, far), ())) == (2, 1_200)


def test_any_text_can_be_drawn_in_pixels() -> None:
    for text in ("\x00\x1b\ufffe\ud800", "\u202eabc", "e\u0301" * 80, "\U0001f600", "<script>&", ""):
        cell = replace(MEADOW, id=f"{text}a", mark=text)
        assert size_in_pixels(Scene((cell,), (replace(knight(None, cell=cell.id), label=text, mark=text),))) == (
            1_200,
            1_200,
        )


def test_no_two_of_twelve_players_have_pieces_alike() -> None:
    assert len({seat_shape(number, (0, 0), 100) for number in range(limits.SEATS)}) == limits.SEATS
