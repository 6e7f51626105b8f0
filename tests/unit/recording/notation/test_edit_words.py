"""Edits in words of a title: both ends of what is counted change, and what does not fit is refused at its place."""

import json
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.games.table_events import TableActed
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.notation.edit_words import EditWords
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.line_scanner import LineScanner
from oathbook.domain.recording.notation.ruled_edits import write_edit
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.forms import Notation
from tests.minigame.ruleset import MINIGAME
from tests.support.mistakes.cube_misplays import DRAWN, FIELD, SIEGE
from tests.support.mistakes.gloomhaven import TABLE
from tests.support.mistakes.misplays import FAR_DUEL, TURN_OF_BRAM
from tests.support.playing import sources
from tests.support.transcribing import read


class Edit(NamedTuple):
    """A sheet, words of its title, and the edits with an equals sign that come to the same.

    ``also`` are edits of what the rules work out of a position, which go with both.
    """

    sheet: str
    words: str
    bare: tuple[str, ...]
    also: tuple[str, ...] = ()


_TWO_OF_EACH: Final = ", ".join(f'{{"of": "{each}", "count": 2}}' for each in ("wolf0", "cat0", "fox0"))
_THREE_MORE: Final = '{"of": "wolf1", "count": 3}'
_NEUTRAL: Final = f"{DRAWN}! laura:\n  edit put 2 neutral cubes in the bag\n"
_OFF: Final = f"{DRAWN}! laura:\n  edit take spearman of laura off A\n"
_DISCARDED: Final = f"{TABLE}! ann:\n  edit discard -1 of brute\n"
_CURSED: Final = f"{TABLE}! ann:\n  edit take curse from supply for characters into brute\n"
_SPENT: Final = f"{TABLE}! ann:\n  edit spend sharpening-stone of scoundrel\n"


def _brute(less_ones: int, *last: str) -> str:
    """The edit of the pile of the brute, with so many -1 in it and these cards last."""
    pile = (*["+0"] * 6, *["+1"] * 5, *["-1"] * less_ones, "+2", "-2", "2x", "null", *last)
    return f"decks brute pile = {json.dumps(pile)}"


HEIRLESS_EDITS: Final = (
    Edit(TURN_OF_BRAM, "take 1 Influence from the supply for ann", ("players ann influence = 4", "earned = 1")),
    Edit(TURN_OF_BRAM, "return 3 influence of Ann to supply", ("players ann influence = 0", "discarded = 3")),
    Edit(
        TURN_OF_BRAM, "give 2 Influence from ann to bram", ("players ann influence = 1", "players bram influence = 5")
    ),
    Edit(
        TURN_OF_BRAM, "take 3 wolf1 from supply for ann", (f"players ann resources = [{_TWO_OF_EACH}, {_THREE_MORE}]",)
    ),
    Edit(
        TURN_OF_BRAM,
        "give 2 wolf0 from ann to bram",
        ("players ann resources wolf0 count = 0", "players bram resources wolf0 count = 4"),
    ),
    Edit(
        TURN_OF_BRAM,
        "give 1 Cat Worker from ann to bram",
        ("players ann unemployed Cat count = 0", "players bram unemployed Cat count = 2"),
    ),
    Edit(
        TURN_OF_BRAM,
        "give Forge from ann to bram",
        ('players ann hand = ["Mill", "Court"]', 'players bram hand = ["Bakery", "Tannery", "Library", "Forge"]'),
    ),
    Edit(TURN_OF_BRAM, "move Ann 2 to Cordillera", ("knights ann-2 tile = Cordillera",)),
    Edit(TURN_OF_BRAM, "take ann-1 off the map", ("knights ann-1 tile = nobody",)),
    Edit(
        TURN_OF_BRAM,
        "put Open Gates in force",
        ('laws = ["Tithe", "Muster", "Succession"]', 'in_force = ["OpenGates"]'),
    ),
)
CUBE_EDITS: Final = (
    Edit(
        DRAWN,
        "put 2 neutral cubes in the bag",
        ("neutral = 28", 'battle bag = {"green": 4, "purple": 3, "neutral": 2}'),
    ),
    Edit(DRAWN, "put 1 green cube in bag", ("players laura supply = 23", "battle bag green = 5")),
    Edit(_NEUTRAL, "take 1 neutral out of the bag", ("neutral = 29", "battle bag neutral = 1")),
    Edit(DRAWN, "take 3 purple out of the bag", ("players alex supply = 29", 'battle bag = {"green": 4}')),
    Edit(
        DRAWN,
        "draw 1 purple cube",
        ("battle bag purple = 2", "battle drawn purple = 2"),
        ("battle defender damage = 2",),
    ),
    Edit(
        DRAWN,
        "put back 2 green",
        ("battle bag green = 6", 'battle drawn = {"purple": 1}'),
        ("battle attacker damage = 0",),
    ),
    Edit(SIEGE, "put 2 black cubes on city", ("black = 28", "structures city black = 3")),
    Edit(FIELD, "move army A to -1,0", ('armies A hex = "-1,0"',)),
    Edit(
        DRAWN,
        "take spearman of laura off army A",
        ('armies A units = ["spearman", "spearman"]', 'players laura units = {"spearman": 1}'),
    ),
    Edit(
        _OFF,
        "put spearman of laura into A",
        ('armies A units = ["spearman", "spearman", "spearman"]', "players laura units = {}"),
    ),
)
GLOOMHAVEN_EDITS: Final = (
    Edit(TABLE, "discard -1 of brute", (_brute(4), 'decks brute discards = ["-1"]')),
    Edit(_DISCARDED, "put back -1 of brute", (_brute(4, "-1"), "decks brute discards = []")),
    Edit(
        TABLE,
        "take curse from the supply for characters into brute",
        (_brute(5, "curse"), "supplies characters left = 9"),
    ),
    Edit(_CURSED, "return curse of brute to supply for characters", (_brute(5), "supplies characters left = 10")),
    Edit(
        TABLE,
        "give eagle-eye-goggles from scoundrel to brute",
        ('figures scoundrel items = ["sharpening-stone"]', 'figures brute items = ["eagle-eye-goggles"]'),
    ),
    Edit(TABLE, "spend sharpening stone of scoundrel", ('figures scoundrel spent = ["sharpening-stone"]',)),
    Edit(_SPENT, "refresh sharpening-stone of scoundrel", ("figures scoundrel spent = []",)),
    Edit(TABLE, "deal 3 damage to brute", ("figures brute hit_points = 7",)),
    Edit(TABLE, "heal rat by 1", ("figures rat hit_points = 4",)),
)
KNIGHT_EDITS: Final = (
    Edit(FAR_DUEL, "move Ash to 1,0", ('knights ash space = "1,0"',)),
    Edit(FAR_DUEL, "give bow to birch", ("knights birch weapon = bow",)),
    Edit(FAR_DUEL, "take the weapon of ash", ("knights ash weapon = nothing",)),
    Edit(FAR_DUEL, "break the heart of birch", ("knights birch heart = broken",)),
    Edit(
        f"{FAR_DUEL}! ash:\n  edit break heart of birch\n", "mend the heart of birch", ("knights birch heart = full",)
    ),
    Edit(FAR_DUEL, "turn the Inspiration of ash face up", ("knights ash inspiration = face_up",)),
    Edit(FAR_DUEL, "turn inspiration of birch face down", ("knights birch inspiration = face_down",)),
)
OF_TITLES: Final = {
    "heirless": HEIRLESS_EDITS,
    "cube_bag": CUBE_EDITS,
    "gloomhaven_attack": GLOOMHAVEN_EDITS,
    "knights_duty": KNIGHT_EDITS,
}
"""Of each title, in the order of its forms."""


def with_edits(sheet: str, *edits: str) -> Record:
    """The record of a sheet after one more step, of these edits."""
    return read(f"{sheet}! table:\n" + "".join(f"  edit {each}\n" for each in edits))


def position_after(record: Record) -> Any:  # noqa: ANN401  # of any title
    """The position that the last step came to."""
    body = record.entries()[-1].body
    assert isinstance(body, TableActed)
    return body.after


@pytest.mark.parametrize("edit", [each for edits in OF_TITLES.values() for each in edits], ids=lambda each: each.words)
def test_words_change_what_they_say_and_no_count(edit: Edit) -> None:
    """As the edits of places do that they stand for."""
    before = read(edit.sheet)
    after = with_edits(edit.sheet, edit.words, *edit.also)

    assert position_after(after) == position_after(with_edits(edit.sheet, *edit.bare, *edit.also))
    conserved = before.ruleset.conserved
    assert conserved(fold_record(after).state) == conserved(fold_record(before).state)
    assert record_text(read("".join(f"{each}\n" for each in sheet_lines(after)))) == record_text(after)


@pytest.mark.parametrize("title", OF_TITLES)
def test_every_form_of_a_title_is_read(title: str) -> None:
    edits = OF_TITLES[title]
    record = read(edits[0].sheet)
    ways = GameNotation(record.ruleset, record.opened.setup()).edit.patterns

    for way, edit in zip(ways, edits, strict=True):
        assert LineScanner(edit.words, where=edit.words).read_all(EditWords((way,)))


def test_a_ruling_edits_a_game_in_the_same_words() -> None:
    record = read(TURN_OF_BRAM)
    words = "edit take 1 Influence from supply for ann"
    head = MemoryWriter.resume(record, sources("ruling")).head

    _, (event, *_) = write_edit(head, record, (words,), "by a ruling")

    assert isinstance(event.entry.body, TableActed)
    assert event.entry.body.after == position_after(with_edits(TURN_OF_BRAM, words.removeprefix("edit ")))


@pytest.mark.parametrize(
    ("sheet", "edit", "column", "says"),
    [
        (TURN_OF_BRAM, "take 1 Influence from supply for zoe", 41, "“zoe” cannot stand here; what can: ann, bram"),
        (TURN_OF_BRAM, "move ann-1 to Valey", 22, "“Valey” cannot stand here; what can: Valley"),
        (TURN_OF_BRAM, "take many Influence from supply for ann", 13, "“many” cannot stand here; what can: a number"),
        (TURN_OF_BRAM, "take -1 Influence from supply for ann", 8, "“-1” is not a number of things"),
        (TURN_OF_BRAM, "give 4 Influence from ann to bram", 8, "there are 3 to take, not 4"),
        (TURN_OF_BRAM, "give 1 wolf1 from ann to bram", 8, "there are 0 to take, not 1"),
        (TURN_OF_BRAM, 'give 1 "gold" from ann to bram', 8, "there are 0 to take, not 1"),
        (TURN_OF_BRAM, "give Mill from bram to ann", 8, "there is no Mill there; what there is: Bakery, Tannery"),
        (TURN_OF_BRAM, 'move "ann-9" to Valley', 8, "there is no ann-9 there; what there is: ann-1, ann-2"),
        (TURN_OF_BRAM, "take 1 Influence from supply for table", 8, "there is no table there; what there is: ann"),
        (
            TURN_OF_BRAM,
            "steal 1 Influence",
            8,
            "sign and its value: “players … = 4”, or in words: “take … Influence from supply for …”, “return … Inf",
        ),
        (TURN_OF_BRAM, "players ann = 4 = 5", 8, "nothing like that can stand there"),
        (DRAWN, "put 1 black in bag", 8, "there are 0 to take, not 1"),
        (DRAWN, "take spearman of alex off A", None, "spearman units of alex 1 instead of 0"),
        (TABLE, "deal 11 damage to brute", 8, "there are 10 to take, not 11"),
        (TABLE, "take curse from supply for all into brute", 8, "there are 0 to take, not 1"),
        (FAR_DUEL, "give axe to ash", 13, "“axe” cannot stand here; what can: "),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(sheet: str, edit: str, column: int | None, says: str) -> None:
    """Nothing is kept of it; the message is in words of players."""
    with pytest.raises(BadRecord) as refused:
        with_edits(sheet, edit)

    assert says in str(refused.value)
    assert column is None or f", column {column}: " in str(refused.value)


def test_a_title_without_words_offers_the_equals_sign_alone() -> None:
    ruleset = replace(MINIGAME, vocabulary=replace(MINIGAME.vocabulary, notation=Notation()))

    says = GameNotation(ruleset, ruleset.samples()[0]).edit.expected()

    assert says == "write what is edited, an equals sign and its value: “players … = 4”"
