"""The whole pile table: 8 rows of 3 weapons, played through ``decide`` and figured by hand."""

from fractions import Fraction
from typing import Final, Literal

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import ImpossibleDraw
from oathbook.domain.kernel import DrawRequest, Hidden, Line
from oathbook.domain.rulesets.knights_duty.model.combat_events import PileBuilt
from oathbook.domain.rulesets.knights_duty.model.components import CardSupply, Components
from oathbook.domain.rulesets.knights_duty.model.decisions import Inspire
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from tests.unit.rulesets.knights_duty.table import AS_PRINTED, BIRCH, HEX, Table, seated

CAPPED: Final = Switches(pile="capped")


class Cell(Struct, frozen=True):
    """A cell of the table: its row, its weapon, the running totals of hearts and shields, the chance to hit."""

    row: str
    weapon: Literal["sword", "spear", "bow"]
    hearts: tuple[int, int, int]
    shields: tuple[int, int, int]
    chance: str

    @property
    def defends(self) -> bool:
        return "Def" in self.row

    @property
    def attacker_inspired(self) -> bool:
        return "AI" in self.row

    @property
    def target_inspired(self) -> bool:
        return "TI" in self.row


# Hearts: printed, after Defending, after the attacker's Inspiration. Shields: printed, after Defending, after the
# target's Inspiration. The last of each and the chance are the figures of the table.
TABLE: Final = (
    Cell("- - -", "bow", (1, 1, 1), (3, 3, 3), "1/4"),
    Cell("- - -", "spear", (2, 2, 2), (2, 2, 2), "1/2"),
    Cell("- - -", "sword", (3, 3, 3), (1, 1, 1), "3/4"),
    Cell("- - TI", "bow", (1, 1, 1), (3, 3, 4), "1/5"),
    Cell("- - TI", "spear", (2, 2, 2), (2, 2, 3), "2/5"),
    Cell("- - TI", "sword", (3, 3, 3), (1, 1, 2), "3/5"),
    Cell("- AI -", "bow", (1, 1, 2), (3, 3, 3), "2/5"),
    Cell("- AI -", "spear", (2, 2, 3), (2, 2, 2), "3/5"),
    Cell("- AI -", "sword", (3, 3, 4), (1, 1, 1), "4/5"),
    Cell("- AI TI", "bow", (1, 1, 2), (3, 3, 4), "1/3"),
    Cell("- AI TI", "spear", (2, 2, 3), (2, 2, 3), "1/2"),
    Cell("- AI TI", "sword", (3, 3, 4), (1, 1, 2), "2/3"),
    Cell("Def - -", "bow", (1, 0, 0), (3, 4, 4), "0"),
    Cell("Def - -", "spear", (2, 1, 1), (2, 3, 3), "1/4"),
    Cell("Def - -", "sword", (3, 2, 2), (1, 2, 2), "1/2"),
    Cell("Def - TI", "bow", (1, 0, 0), (3, 4, 5), "0"),
    Cell("Def - TI", "spear", (2, 1, 1), (2, 3, 4), "1/5"),
    Cell("Def - TI", "sword", (3, 2, 2), (1, 2, 3), "2/5"),
    Cell("Def AI -", "bow", (1, 0, 1), (3, 4, 4), "1/5"),
    Cell("Def AI -", "spear", (2, 1, 2), (2, 3, 3), "2/5"),
    Cell("Def AI -", "sword", (3, 2, 3), (1, 2, 2), "3/5"),
    Cell("Def AI TI", "bow", (1, 0, 1), (3, 4, 5), "1/6"),
    Cell("Def AI TI", "spear", (2, 1, 2), (2, 3, 4), "1/3"),
    Cell("Def AI TI", "sword", (3, 2, 3), (1, 2, 3), "1/2"),
)
SHORT_OF_CARDS: Final = tuple(cell for cell in TABLE if cell.weapon == "bow" and cell.defends and cell.target_inspired)
"""The piles of five shields: 0:5 and 1:5. A clan has four Shield cards."""


def name_of(cell: Cell) -> str:
    return f"{cell.row} {cell.weapon}"


of_a_cell = pytest.mark.parametrize("cell", TABLE, ids=name_of)


def last_word(cell: Cell) -> Inspire:
    """The decision that the pile waits for: the target's about Inspiration."""
    return Inspire(BIRCH, Hidden.of(cell.target_inspired, BIRCH))


def before_the_pile(
    cell: Cell, *, switches: Switches = AS_PRINTED, components: Components = HEX, heart: str = ""
) -> Table:
    """Ash attacks Birch as the row says; only Birch has still to decide about Inspiration."""
    table = seated(components, switches, ash=f"2,0 {cell.weapon}", birch=f"3,0 {heart}")
    table = table.plan(ash=cell.weapon, birch="shield" if cell.defends else "-")
    return table.point(ash=BIRCH).inspire(ash=cell.attacker_inspired)


def request_of(table: Table, cell: Cell) -> DrawRequest:
    return table.draw_missing(last_word(cell))


def chance_to_hit(request: DrawRequest) -> Fraction:
    assert set(request.known_pile()) <= {"heart", "shield"}
    return Fraction(request.known_pile().count("heart"), len(request.known_pile()))


def lines_of(cell: Cell) -> tuple[Line, ...]:
    """The working as it must read, those lines included that were considered and did not apply."""
    (h1, h2, h3), (s1, s2, s3) = cell.hearts, cell.shields
    return (
        Line("KD-8.2", "hearts", "start", h1, h1),
        Line("KD-8.3", "hearts", "take", 1, h2, applied=cell.defends),
        Line("KD-8.4", "hearts", "add", 1, h3, applied=cell.attacker_inspired),
        Line("KD-8.2", "hearts", "at-most", 4, h3, applied=False),
        Line("KD-8.2", "shields", "start", s1, s1),
        Line("KD-8.3", "shields", "add", 1, s2, applied=cell.defends),
        Line("KD-8.4", "shields", "add", 1, s3, applied=cell.target_inspired),
        Line("KD-8.2", "shields", "at-most", 4, s3, applied=False),
    )


@of_a_cell
def test_the_pile_is_the_one_of_the_table(cell: Cell) -> None:
    """Section 3 of the digest (KD-8.2, KD-8.3, KD-8.4): hearts and shields, and the working line by line."""
    table = before_the_pile(cell).picking(ash="shield")

    built = table.decide(last_word(cell)).the(PileBuilt)

    assert built.event == PileBuilt(BIRCH, cell.hearts[-1], cell.shields[-1])
    assert {"KD-8.2", "KD-8.3", "KD-8.4"} <= set(built.cites)
    assert built.working == lines_of(cell)
    assert ("KA-2" in built.readings) == (cell in SHORT_OF_CARDS)


@of_a_cell
def test_the_chance_to_hit_is_the_one_of_the_table(cell: Cell) -> None:
    """Section 3 of the digest (KD-8.5, KD-8.6): one card of hearts and shields, each card as likely."""
    table = before_the_pile(cell)

    request = request_of(table, cell)

    assert (request.label, request.count) == ("strike/1/ash", 1)
    assert request.known_pile() == ("heart",) * cell.hearts[-1] + ("shield",) * cell.shields[-1]
    assert chance_to_hit(request) == Fraction(cell.chance)


@pytest.mark.parametrize("cell", [cell for cell in TABLE if cell.chance == "0"], ids=name_of)
def test_a_pile_without_a_heart_cannot_give_one(cell: Cell) -> None:
    """KD-8.3: a bow against a Defending target without the attacker's Inspiration always misses."""
    table = before_the_pile(cell).picking(ash="heart")

    with pytest.raises(ImpossibleDraw) as raised:
        table.decide(last_word(cell))

    assert "heart" not in raised.value.request.known_pile()


@pytest.mark.parametrize(
    "cell", [cell for cell in TABLE if cell not in SHORT_OF_CARDS], ids=lambda c: f"{c.row} {c.weapon}"
)
def test_capped_by_cards_every_other_pile_is_the_same(cell: Cell) -> None:
    """KA-2: no other pile is short of cards."""
    table = before_the_pile(cell, switches=CAPPED)

    request = request_of(table, cell)
    built = table.picking(ash="shield").decide(last_word(cell)).the(PileBuilt)

    assert built.event == PileBuilt(BIRCH, cell.hearts[-1], cell.shields[-1])
    assert "KA-2" not in built.readings
    assert chance_to_hit(request) == Fraction(cell.chance)


@pytest.mark.parametrize(("row", "hearts", "chance"), [("Def - TI", 0, "0"), ("Def AI TI", 1, "1/5")])
def test_capped_by_cards_the_fifth_shield_is_left_out(row: str, hearts: int, chance: str) -> None:
    """KA-2: 0:5 becomes 0:4 and misses either way; 1:5 with 1/6 becomes 1:4 with 1/5."""
    (cell,) = (cell for cell in SHORT_OF_CARDS if cell.row == row)
    table = before_the_pile(cell, switches=CAPPED)

    request = request_of(table, cell)
    built = table.picking(ash="shield").decide(last_word(cell)).the(PileBuilt)

    assert built.event == PileBuilt(BIRCH, hearts, 4)
    assert built.working[-1] == Line("KD-8.2", "shields", "at-most", 4, 4)
    assert "KA-2" in built.readings
    assert chance_to_hit(request) == Fraction(chance)


@of_a_cell
def test_a_broken_heart_makes_the_same_pile(cell: Cell) -> None:
    """KA-3: the target's own kind of heart is in it, and there are 4 of each kind."""
    table = before_the_pile(cell, heart="broken").picking(ash="shield")

    built = table.decide(last_word(cell)).the(PileBuilt)

    assert built.event == PileBuilt(BIRCH, cell.hearts[-1], cell.shields[-1])
    assert "KA-3" in built.readings


@pytest.mark.parametrize(
    ("cards", "heart", "hearts"),
    [
        (CardSupply(full_heart=4, broken_heart=3, shield=4), "", 4),
        (CardSupply(full_heart=4, broken_heart=3, shield=4), "broken", 3),
        (CardSupply(full_heart=3, broken_heart=4, shield=4), "", 3),
        (CardSupply(full_heart=3, broken_heart=4, shield=4), "broken", 4),
    ],
)
def test_the_hearts_of_the_pile_are_of_the_targets_kind(cards: CardSupply, heart: str, hearts: int) -> None:
    """KA-3, KA-4: with another count of cards, a capped pile ends where the target's own kind of heart ends."""
    (cell,) = (cell for cell in TABLE if (cell.row, cell.weapon) == ("- AI -", "sword"))
    components = replace(HEX, cards=cards)
    table = before_the_pile(cell, switches=CAPPED, components=components, heart=heart).picking(ash="shield")

    built = table.decide(last_word(cell)).the(PileBuilt)

    assert built.event == PileBuilt(BIRCH, hearts, 1)
    assert built.working[3] == Line("KD-8.2", "hearts", "at-most", hearts, hearts, applied=hearts < 4)
    assert ("KA-2" in built.readings) == (hearts < 4)


def test_four_hearts_are_exactly_the_cards_of_a_clan() -> None:
    """KA-4: sword and Inspiration take all 4 hearts, so nothing rests on KA-2."""
    (cell,) = (cell for cell in TABLE if (cell.row, cell.weapon) == ("- AI -", "sword"))
    table = before_the_pile(cell).picking(ash="shield")

    built = table.decide(last_word(cell)).the(PileBuilt)

    assert (HEX.cards.full_heart, HEX.cards.broken_heart, built.event.hearts) == (4, 4, 4)
    assert "KA-2" not in built.readings
