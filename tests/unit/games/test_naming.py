"""Names for people in sentences, and ids everywhere else."""

import pytest

from oathbook.domain.games.game_sentences import (
    decision_sentence,
    draw_sentence,
    facts_with_display_names,
    with_display_names,
)
from oathbook.domain.kernel import EMPTY_ROSTER, Cards, Draw, Hidden, HiddenParts, Seat
from oathbook.domain.rulesets.heirless.model.action_events import KnightFled
from oathbook.domain.rulesets.heirless.model.decisions import Haggle, PlaceCard, Thing, Transfer
from tests.minigame.model import Idle, OpenVote
from tests.minigame.ruleset import MINIGAME, RED
from tests.support.playing import ruleset_of

HEIRLESS = ruleset_of("heirless/e1")
ASH, BIRCH = Seat("ash"), Seat("birch")
OPEN, CLOSED = Hidden.of("ace", ASH), Hidden[str]((ASH,), digest="ab" * 32)
BACKS = Hidden[Cards]((), digest="cd" * 32)


def test_only_the_sentence_of_a_fact_has_names() -> None:
    (fact,) = facts_with_display_names(HEIRLESS, KnightFled(ASH, "ash-1", "OldMill", "Valley"), EMPTY_ROSTER)

    assert fact.sentence == "Ash 1 flees from Old Mill to Valley"
    assert (fact.by, fact.slots) == (ASH, {"knight": "ash-1", "origin": "OldMill", "to": "Valley"})


def test_names_are_found_wherever_a_decision_holds_them() -> None:
    """In a tuple of structs, and in what stands in these; words of the rules' own language stay."""
    given = Transfer(ASH, BIRCH, (Thing("workplace", "CoronationCeremony"),))

    assert with_display_names(Haggle(ASH, (given,)), EMPTY_ROSTER) == Haggle(
        Seat("Ash"), (Transfer(Seat("Ash"), Seat("Birch"), (Thing("workplace", "Coronation Ceremony"),)),)
    )


def test_what_is_hidden_stays_hidden() -> None:
    """Only who placed the card reads which."""
    hidden: Hidden[str] = Hidden((ASH,), digest="0" * 64)

    assert (
        decision_sentence(HEIRLESS, PlaceCard(ASH, hidden), EMPTY_ROSTER) == "Ash defends with a Battlecard face down"
    )
    assert (
        decision_sentence(HEIRLESS, PlaceCard(ASH, Hidden.of("P3", ASH)), EMPTY_ROSTER)
        == "Ash defends with Battlecard P3"
    )


@pytest.mark.parametrize(
    ("label", "pile", "drawn", "says"),
    [
        ("clash", ("green", "purple", "green"), ("green", "purple"), "clash: Green, Purple are drawn from 3"),
        ("strike/2/cedar", ("heart", "shield"), ("heart",), "strike for Cedar: Heart is drawn from 2"),
        ("target/FoxBandit/1/FoxBandit-2", ("ash-1",), ("ash-1",), "target for Fox Bandit 2: Ash 1 is drawn from 1"),
    ],
)
def test_a_draw_says_what_for_what_came_and_of_how_many(
    label: str, pile: tuple[str, ...], drawn: tuple[str, ...], says: str
) -> None:
    assert draw_sentence(Draw(label, pile, drawn, "witnessed"), EMPTY_ROSTER) == says


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (Draw("deal/ash", (), (), "seeded", hidden=HiddenParts((OPEN, CLOSED), BACKS)), "Ace, 1 hidden are"),
        (Draw("deal/ash", ("ace", "king"), (), "seeded", hidden=HiddenParts((CLOSED,))), "1 hidden is drawn from 2"),
        (Draw("deal/ash", (), ("ace",), "seeded", hidden=HiddenParts((), BACKS)), "Ace is drawn from a hidden pile"),
    ],
)
def test_a_hidden_draw_is_said_as_far_as_its_reader_sees_it(draw: Draw, says: str) -> None:
    """The number of cards is told, and of a pile nothing."""
    assert draw_sentence(draw, EMPTY_ROSTER).startswith(f"deal for Ash: {says}")


def test_a_ruleset_without_words_for_decisions_has_their_kinds() -> None:
    assert decision_sentence(MINIGAME, Idle(RED), EMPTY_ROSTER) == "Red chooses: idle"
    assert decision_sentence(MINIGAME, OpenVote(RED, "Tithe"), EMPTY_ROSTER) == "Red chooses: openvote"
