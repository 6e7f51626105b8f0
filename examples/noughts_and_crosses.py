"""Noughts and crosses: three cells in a row win."""

from oathbook.kit import Cell, Game, Piece, Put, Scene, Seat

CELLS = [f"{column}{row}" for row in "123" for column in "abc"]
LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]

g = Game(
    "noughts_and_crosses/1",
    "Noughts and crosses",
    seats=(2, 2),
    names={"cell": CELLS},
    outcomes=["three in a row", "full board"],
    refusals={"no-cell": "is it a cell of the board", "taken": "is the cell empty"},
    clauses="""
    N-1 Marking: In your turn, you mark an empty cell. The first player draws crosses, the other one noughts.
    N-2 Three in a row: Whoever has marked three cells in a straight line wins.
    N-3 Full board: If no cell is empty and nobody has won, nobody wins.""",
)

g.field("marks", dict[str, Seat], {})

Marked = g.event("Marked", "{seat} marks {cell}", seat=Seat, cell=str, do=[Put("marks", "seat", "cell")])


@g.decision("mark [cell] {cell:cell}", "N-1", letter="mark cell {cell:cell}")
def mark(t, by, cell: str):
    yield t.must(cell in CELLS, "no-cell", f"{cell} is no cell")
    yield t.must(cell not in t.marks, "taken", f"{cell} is marked")
    yield Marked(by, cell)
    yield g.turn_ended(by)
    if any(all(t.marks.get(each) == by for each in line.split()) for line in LINES):
        yield g.over("three in a row", [by], "N-2")
    elif len(t.marks) == len(CELLS):
        yield g.over("full board", [], "N-3")


def scene(view):
    cells = tuple(Cell(name, at % 3 * 1000, at // 3 * 1000, "square") for at, name in enumerate(CELLS))
    signs = dict(zip(view.seats, "XO", strict=True))
    return Scene(cells, tuple(Piece(f"on-{c}", c, signs[s], "", (), s, signs[s]) for c, s in view.marks.items()))


RULESET = g.rules(scene=scene)
