"""What is seen of a Battle: the Hourglass Board, figures with Wounds and targets, cards, and what is offered."""

from collections.abc import Iterable

from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.rulesets.heirless.model.battle_events import BanditCardPlaced
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import Attack, Target
from oathbook.domain.rulesets.heirless.presentation.options import options_of
from oathbook.domain.rulesets.protocol import Stack
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    DECK_OF_THREE,
    HITS,
    PLAIN,
    Fight,
    duel,
    field_of,
    fight,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR
from tests.unit.rulesets.heirless.test_views import labels, scene, tray


def in_use(begun: Fight, viewer: Viewer) -> tuple[Stack, ...]:
    return tray(scene(begun.table, viewer), "cards in use").stacks


def notes(begun: Fight) -> dict[str, tuple[str, ...]]:
    return {piece.id: piece.notes for piece in scene(begun.table).pieces}


def test_the_hourglass_shows_cubes_of_players_and_bandits() -> None:
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), ASH, delay="1")
    shown = scene(fight(field).resolve().table)

    assert [(stack.label, stack.count, stack.colour) for stack in tray(shown, "hourglass top").stacks] == [
        ("Ash", 0, "red"),
        ("Bandits", 2, "grey"),
    ]
    assert [stack.count for stack in tray(shown, "hourglass bottom").stacks] == [1, 1]


def test_figures_show_wounds_targets_and_alliances() -> None:
    field = field_of(PLAIN, ash="Valley", birch="Valley", cedar="Valley Meadow")
    field = with_board(with_board(field, ASH, delay="1"), CEDAR, health=9)
    begun = fight(field).resolve().allied((ASH, BIRCH)).turn(("ash-1", "cedar-1")).aim(("ash-1", "cedar-1"))

    assert notes(begun) == {
        "ash-1": ("Wounds 0", "attacks Cedar 1", "Alliance of Ash and Birch"),
        "birch-1": ("Wounds 0", "Alliance of Ash and Birch"),
        "cedar-1": ("Wounds 2",),
        "cedar-2": (),
    }


def test_a_card_face_down_is_told_to_who_placed_it() -> None:
    begun = duel(box=DECK_OF_THREE).aim(*HITS).defend(BIRCH, "c2")

    for viewer in (BIRCH, HOLDER):
        assert in_use(begun, viewer) == (Stack(BIRCH, "Birch: c2", 1, "blue"),)
    for viewer in (ASH, CEDAR, PUBLIC):
        assert in_use(begun, viewer) == (Stack(BIRCH, "Birch: a card", 1, "blue", face_down=True),)
    assert labels(scene(begun.table, BIRCH), "birch's Battle Hand") == ["c1", "c3", "discarded"]


def targets(begun: Fight) -> Iterable[tuple[Aim, ...]]:
    return [each.aims for each in options_of(begun.table.state, ASH).listed if isinstance(each, Target)]


def test_some_ways_to_spread_targets_are_listed() -> None:
    """None, all at one, one at one, and each at another; each way once."""
    field = with_board(field_of(PLAIN, ash="Valley Valley", birch="Valley", cedar="Valley"), ASH, delay="1")
    begun = fight(field).resolve().allied()

    assert targets(begun) == [
        (),
        (Aim("ash-1", "birch-1"), Aim("ash-2", "birch-1")),
        (Aim("ash-1", "cedar-1"), Aim("ash-2", "cedar-1")),
        (Aim("ash-1", "birch-1"),),
        (Aim("ash-1", "cedar-1"),),
        (Aim("ash-1", "birch-1"), Aim("ash-2", "cedar-1")),
        (Aim("ash-2", "cedar-1"), Aim("ash-1", "birch-1")),
    ]


def test_the_last_card_in_hand_is_listed_without_a_discard() -> None:
    begun = duel().aim()

    listed = options_of(begun.table.state, ASH).listed

    assert [each for each in listed if isinstance(each, Attack)] == [Attack(ASH, "N")]


def test_a_card_in_nobodys_colour_is_the_bandits() -> None:
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), ASH, delay="1")
    begun = fight(field).resolve().aim(("ash-1", "b-1"))
    state = begun.table.ruleset.evolve(begun.table.state, BanditCardPlaced("Valley", "N"))
    shown = scene(replace(begun.table, state=state))

    assert tray(shown, "cards in use").stacks == (Stack("Bandits", "Bandits: N", 1, "grey"),)
