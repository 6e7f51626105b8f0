"""What is shown: figures, decks and cards, the same for everybody, and no order of any deck."""

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import CardCount, DeckView
from oathbook.domain.rulesets.protocol import Piece, Stack, Tray
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    BIRCH,
    FH,
    AttackRules,
    Table,
    at,
    both,
    effect,
    guard,
    scoundrel,
)


def in_the_middle(rules: AttackRules) -> Table:
    """The scoundrel has drawn two cards that have to be ordered; one lies on the discards already."""
    figures = (
        scoundrel(items=("eagle-eye-goggles", "sharpening-stone"), spent=("sharpening-stone",), shield=1),
        guard(retaliate=2, conditions=("poison",), standee=3),
        guard(id="dead", hit_points=0, dead=True),
    )
    table = at(rules, *figures, own="2x rolling+1 +0 +0", pile="null +1 +1", tokens=("dead",))
    return table.declare(1, by=TABLE).draw("null").declare(3).draw("rolling+1", "2x")


@both
def test_everybody_is_shown_the_same(rules: AttackRules) -> None:
    """Decks have no order that anybody knows, and everything else lies open."""
    table = in_the_middle(rules)

    views = [rules.view(table.state, viewer) for viewer in (ASH, BIRCH, TABLE, PUBLIC, HOLDER)]

    assert all(view == views[0] for view in views)
    assert views[0].asked == (ASH,)
    assert (views[0].stage, views[0].round, views[0].rounds) == ("ordering", 1, 6)


@both
def test_a_deck_is_shown_as_what_can_still_come_and_its_discards(rules: AttackRules) -> None:
    """Counted kind by kind in the order of the box."""
    view = rules.view(in_the_middle(rules).state, PUBLIC)

    assert view.decks == (
        DeckView("monsters", (CardCount("+1", 2),), ("null",), shuffle_due=True),
        DeckView("scoundrel", (CardCount("+0", 2),), (), shuffle_due=True),
    )


@both
def test_the_scene_shows_figures_decks_and_cards(rules: AttackRules) -> None:
    """Pieces without a cell, since there is no board, and trays."""
    scene = rules.scene(rules.view(in_the_middle(rules).state, PUBLIC))
    trays = {tray.id: tray for tray in scene.trays}

    assert scene.cells == ()
    assert scene.pieces == (
        Piece(
            "scoundrel",
            None,
            "scoundrel",
            "blue",
            ("30 hit points", "shield 1", "eagle eye goggles", "sharpening stone (used)", "attacks"),
            ASH,
            "S",
            ("eagle-eye-goggles",),
        ),
        Piece(
            "guard",
            None,
            "guard",
            "red",
            ("30 hit points", "standee 3", "retaliate 2", "poison", "is attacked"),
            None,
            "G3",
        ),
    )
    assert trays["monsters deck"] == Tray(
        "monsters deck",
        "monsters: deck, shuffled when the round ends",
        (Stack("monsters +1", "+1", 2, face_down=True),),
        kind="cards",
    )
    assert [stack.label for stack in trays["monsters discards"].stacks] == ["null"]
    assert trays["drawn"].label == "drawn for scoundrel"
    assert [stack.label for stack in trays["drawn"].stacks] == ["rolling+1", "2x"]
    assert [(stack.label, stack.count) for stack in trays["supply"].stacks] == [
        ("bless for any deck", 10),
        ("curse for the deck of monsters", 10),
        ("curse for decks of characters", 10),
    ]
    assert [stack.label for stack in trays["tokens"].stacks] == ["where dead died"]


@both
def test_between_attacks_no_cards_lie_on_the_table(rules: AttackRules) -> None:
    """And a defensive bonus is a note of its figure."""
    table = at(rules, scoundrel(), guard())

    scene = rules.scene(rules.view(table.state, PUBLIC))

    assert "drawn" not in {tray.id for tray in scene.trays}
    assert len({tray.id for tray in scene.trays}) == len(scene.trays)


def test_a_seat_without_figures_is_out() -> None:
    """The standing: hit points that are left, none below zero."""
    figures = (scoundrel(hit_points=-3), scoundrel(id="brute", seat=BIRCH, hit_points=4), guard())
    table = at(FH, *figures, seats=("ash", "birch"))

    standing = FH.standing(table.state)

    assert [(score.seat, score.points, score.unit) for score in standing.scores] == [
        (ASH, 0, "hit points"),
        (BIRCH, 4, "hit points"),
    ]
    assert standing.out == ()
    assert standing.ending is None


def test_whose_last_figure_has_died_is_out() -> None:
    """FA-17 by its other reading."""
    figures = (scoundrel(hit_points=1), scoundrel(id="brute", seat=BIRCH), guard())
    table = at(FH, *figures, seats=("ash", "birch"), switches={"who_dies": "every_figure"}, pile="+0 +0")

    dead = table.declare(3, "scoundrel", by=TABLE).draw("+0")

    assert FH.standing(dead.state).out == (ASH,)
    assert dead.asked == (BIRCH, TABLE)


@pytest.mark.parametrize("name", ["poison", "ward", "brittle"])
def test_a_lasting_effect_stays_on_the_figure_once(name: str) -> None:
    """GH-8.4: a second Poison changes nothing."""
    table = at(FH, pile="-2 -2 -2 -2")
    for _ in range(2):
        table = table.declare(0, by=TABLE, effects=(effect(name),)).draw("-2")

    assert table.figure("scoundrel").conditions == (name,)


def test_cards_on_the_table_say_that_they_were_drawn_with_advantage() -> None:
    """While a character chooses between two of them (FH-2.2)."""
    table = at(FH, own="+0 +1").declare(3, advantage=("strengthen",)).draw("+0", "+1")

    (drawn,) = (tray for tray in FH.scene(FH.view(table.state, PUBLIC)).trays if tray.id == "drawn")

    assert drawn.label == "drawn for scoundrel, with Advantage"
    assert [stack.label for stack in drawn.stacks] == ["+0", "+1"]
