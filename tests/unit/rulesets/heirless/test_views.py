"""What a viewer sees, and the shapes it is drawn with."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Hidden
from oathbook.domain.recording.format.record import fold_record, record_for
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.heirless.model.battle_state import BattleCards, Cubes, Hourglass, Participant
from oathbook.domain.rulesets.heirless.model.components import Staff
from oathbook.domain.rulesets.heirless.model.decisions import Enact
from oathbook.domain.rulesets.heirless.model.state import Field, Pile
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from oathbook.domain.rulesets.protocol import Scene, Stack, Tray
from oathbook.replays.verification import verify
from tests.contract.shown import sources
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    SAMPLE,
    THREE,
    Table,
    built,
    fresh,
    having,
    opening,
    placed,
    setup_of,
    taken_up,
)
from tests.unit.rulesets.heirless.test_trades import SWAP


def scene(table: Table, viewer: str = PUBLIC) -> Scene:
    return table.ruleset.scene(table.ruleset.view(table.state, viewer))  # type: ignore[arg-type]  # because a viewer is a word


def tray(shown: Scene, name: str) -> Tray:
    (found,) = (each for each in shown.trays if each.id == name)
    return found


def labels(shown: Scene, name: str) -> list[str]:
    return [stack.label for stack in tray(shown, name).stacks]


def test_the_map_shows_tiles_their_holders_and_figures() -> None:
    shown = scene(taken_up(placed(opening(), ash="Valley")))

    marks = {cell.id: cell.mark for cell in shown.cells}
    assert (marks["Capital"], marks["Valley"], marks["Meadow"]) == ("", "Wolf, Ash's", "Cat")
    assert marks["FoxBandit"] == "Fox, Bandits'"
    holders = {cell.id: cell.seat for cell in shown.cells}
    assert (holders["Capital"], holders["Valley"], holders["FoxBandit"]) == (None, ASH, None)
    assert [(piece.seat, piece.mark) for piece in shown.pieces] == [
        (ASH, "1"),
        *((None, mark) for mark in ("B1", "B2", "B3", "B4")),
    ]
    assert [(piece.id, piece.cell, piece.label, piece.colour) for piece in shown.pieces] == [
        ("ash-1", "Valley", "Ash 1", "red"),
        ("WolfBandit-1", "WolfBandit", "Wolf Bandit 1", "grey"),
        ("CatBandit-1", "CatBandit", "Cat Bandit 1", "grey"),
        ("FoxBandit-1", "FoxBandit", "Fox Bandit 1", "grey"),
        ("FoxBandit-2", "FoxBandit", "Fox Bandit 2", "grey"),
    ]


def test_figures_off_the_map_are_not_on_it() -> None:
    """A Bandit in the supply, and Knights at home."""
    field = opening()
    shown = scene(taken_up(replace(field, bandits=(replace(field.bandits[0], tile=None),))))

    assert shown.pieces == ()


def test_the_tracks_show_cubes_and_bandits_in_their_spots() -> None:
    shown = scene(fresh().idle(ASH))

    assert tray(shown, "track t1").label == "track t1 (current)"
    assert labels(shown, "track t1") == ["1: Bandits", "2: free", "3: Birch", "4: Cedar"]
    assert labels(shown, "track t2") == ["1: Ash", "2: free", "3: free", "4: Bandit spot"]
    assert [stack.colour for stack in tray(shown, "track t1").stacks] == ["grey", "", "blue", "green"]
    assert tray(shown, "track t2").stacks[3].colour == ""
    assert labels(scene(fresh(ruleset=HEIRLESS_2)), "track t2") == ["1: free", "2: free", "3: free", "4: free"]


def test_a_seat_has_reserve_hand_workplaces_and_battle_hand() -> None:
    shown = scene(taken_up(built(opening(), ("Orchard", ASH), ("Bakery", ASH), user=CEDAR)))

    reserve = {stack.label: stack.count for stack in tray(shown, "ash's reserve").stacks}
    assert reserve == {
        "Influence": 3,
        "Prestige": 0,
        "un-deployed Knight": 3,
        "wolf0": 2,
        "cat0": 2,
        "fox0": 2,
        "Wolf Worker": 1,
        "Cat Worker": 1,
        "Fox Worker": 1,
        "marker Bond": 1,
    }
    assert labels(shown, "ash's Hand") == ["Mill", "Forge", "Court"]
    assert labels(shown, "ash's Workplaces") == ["1: Orchard, used by Cedar", "2: Bakery, used by Cedar", "free place"]
    assert [stack.count for stack in tray(shown, "birch's Workplaces").stacks] == [9]
    assert tray(shown, "ash's Battle Hand").seat == ASH


def test_the_middle_of_the_table_shows_laws_discards_and_the_employed() -> None:
    field = replace(opening(), laws=("Muster",), in_force=("Tithe",), employed=(Staff("Fox", 2),))
    shown = scene(taken_up(having(replace(field, piles=(Pile("Artisan", ("Forge",)),)), ASH, hand=())))

    assert labels(shown, "Laws") == ["Muster, Threshold 5"]
    assert labels(shown, "Laws in force") == ["Tithe"]
    assert labels(shown, "Sovereign") == ["Coronation Ceremony"]
    assert labels(shown, "Artisan discards") == ["Forge"]
    assert tray(shown, "Employed").stacks == (Stack("employed Fox", "Fox Worker", 2),)


def test_a_vote_in_progress_and_offers_lie_on_trays() -> None:
    table = fresh().decide(Enact(ASH, "Tithe")).vote((CEDAR, 2, "against"), (BIRCH, 0, "for")).decide(SWAP)

    shown = scene(table)

    assert tray(shown, "vote").label == "vote on Tithe, Threshold 3"
    assert labels(shown, "vote") == ["Cedar: 2 against", "Birch: nothing", "Ash: to be asked"]
    assert tray(shown, "offer 1").label == "offer 1 of Ash, agreed: Ash"
    assert labels(shown, "offer 1") == ["Ash gives 2 wolf0 to Birch", "Birch gives 1 Cat Worker to Ash"]
    assert all(not each.id.startswith(("vote", "offer")) for each in scene(fresh()).trays)


HOURGLASS: Final = Hourglass(
    "Valley", cubes=(Cubes(ASH, 2, 1), Cubes(BIRCH, 0, 3)), figures=(Participant("ash-1", ASH, 2),)
)


def fighting() -> Table:
    """What the hourglass and Wounds look like, once there are Battles."""
    table = taken_up(placed(opening(), ash="Valley", birch="Valley")).idle(ASH, BIRCH, CEDAR)
    field = replace(table.field, war=replace(table.field.war, hourglass=HOURGLASS))
    return replace(table, state=replace(table.state, field=field))


def test_the_hourglass_shows_its_cubes_and_knights_their_wounds() -> None:
    shown = scene(fighting())

    assert [stack.count for stack in tray(shown, "hourglass top").stacks] == [2, 0]
    assert [stack.count for stack in tray(shown, "hourglass bottom").stacks] == [1, 3]
    notes = {piece.id: piece.notes for piece in shown.pieces}
    assert (notes["ash-1"], notes["birch-1"]) == (("Wounds 2",), ())


def hand() -> Field:
    """Ash has discarded P1 and holds the rest."""
    field = opening()
    rest = Hidden.of(("P2", "P3", "P4", "P5", "P6"), ASH)
    own = BattleCards(ASH, 5, rest, 1)
    return replace(field, war=replace(field.war, cards=(own, *field.war.cards[1:])))


def test_battlecards_in_hand_are_told_to_their_owner_only() -> None:
    """Law 5; how many there are is known to all, and a whole hand is the whole set (HA-60)."""
    table = taken_up(hand())

    assert labels(scene(table, ASH), "ash's Battle Hand") == ["P2", "P3", "P4", "P5", "P6", "discarded"]
    assert labels(scene(table, HOLDER), "ash's Battle Hand")[0] == "P2"
    for viewer in (BIRCH, PUBLIC):
        assert tray(scene(table, viewer), "ash's Battle Hand").stacks == (
            Stack("Battlecards", "Battlecard", 5, face_down=True),
            Stack("discards", "discarded", 1, face_down=True),
        )
    assert tray(scene(table, BIRCH), "birch's Battle Hand").stacks[0].count == 6


def test_a_recorded_hand_stays_its_owners_secret() -> None:
    """Law 5 over a record: what others get of it does not open the hand, and verifies all the same."""
    setup = setup_of(THREE, SAMPLE, Switches(), hand())
    scribe = MemoryWriter.open(HEIRLESS_1, setup, sources())
    scribe.decide(scribe.decision_from({"kind": "deploy", "by": "ash", "tile": "Valley"}))

    hands = {
        viewer: HEIRLESS_1.view(fold_record(record_for(scribe.record, viewer)).state, viewer).cards[0].hand
        for viewer in (ASH, BIRCH, PUBLIC)
    }

    assert hands == {ASH: ("P2", "P3", "P4", "P5", "P6"), BIRCH: None, PUBLIC: None}
    assert verify(record_for(scribe.record, BIRCH)).discrepancies == ()
