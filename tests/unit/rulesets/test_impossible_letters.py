"""What a letter is warned of because no match or scenario can bring it, each beside something close that can be."""

import re

import pytest

from oathbook.api.schemas.letter_review import game_context, review_letter, sample_context
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Vocabulary


def warned(edition: str, letter: str, sample: int = 0) -> list[tuple[str, str]]:
    ruleset = load_registry().ruleset(edition)
    remarks = review_letter(letter, game_context(ruleset, ruleset.samples()[sample])).remarks
    return [(each.code, re.split(": |, because ", each.says)[-1]) for each in remarks if each.code != "no-deadline"]


@pytest.mark.parametrize(
    ("edition", "impossible", "why", "possible"),
    [
        (
            "knights_duty/1",
            "to break the heart of birch at least twice",
            "a broken heart does not mend (KD-8.8)",
            "to break the heart of birch",
        ),
        (
            "knights_duty/1",
            "to defeat any player at least twice",
            "a defeated player is out of the match (KD-8.9)",
            "to defeat any player",
        ),
        (
            "gloomhaven_attack/gh1",
            'to attack with figure "brute"',
            "ash has no figure brute (GH-8.1)",
            'to attack with figure "scoundrel"',
        ),
        (
            "gloomhaven_attack/fh",
            'that figure "rat" has at least 99 hit points',
            "rat begins with 3 hit points (GH-5.1)",
            'that figure "rat" has at least 1 hit points',
        ),
        (
            "gloomhaven_attack/fh",
            "that the round is 7 by the end of the game",
            "the scenario ends after round 6 (GH-8.6)",
            "that the round is 6 by the end of the game",
        ),
    ],
)
def test_what_no_game_can_bring_is_warned_of(edition: str, impossible: str, why: str, possible: str) -> None:
    assert warned(edition, f"ash promises {impossible}.") == [("impossible", why)]
    assert warned(edition, f"ash promises {possible}.") == []


def test_an_item_is_used_by_whoever_has_it() -> None:
    uses = "promises to use item sharpening-stone."

    assert warned("gloomhaven_attack/gh1", f"birch {uses}") == [
        ("impossible", "no figure of birch has sharpening-stone (GH-8.2)")
    ]
    assert warned("gloomhaven_attack/gh1", f"ash {uses}") == []


def test_a_round_after_the_last_one_is_warned_of() -> None:
    letter = "ash promises to attack by the end of round 7."

    assert [code for code, _ in warned("gloomhaven_attack/gh1", letter)] == ["beyond-last"]
    assert warned("gloomhaven_attack/gh1", letter.replace("7", "6")) == []


def test_at_a_table_with_other_seats_nothing_is_said_of_a_position() -> None:
    """Who sits there without a place in it could do nothing."""
    world = sample_context(load_registry().ruleset("cube_bag/g1"), ("ann", "bo"))

    assert world.setup is None
    assert [each.code for each in review_letter("ann promises to attack bo.", world).remarks] == ["no-deadline"]


def test_a_ruleset_that_knows_of_no_limits_has_none() -> None:
    nothing = Vocabulary(())

    assert nothing.most_done(None, "idles", {}) == nothing.most_so(None, "has", {}) == ()
