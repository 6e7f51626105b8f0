"""What “that player” is: whoever was first to make a part of a condition come true."""

from typing import Final

from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import Fact, Unknown
from tests.support.promises.letters_and_games import moments_of, verdict, watched
from tests.support.promises.toy_world import BLUE, GREEN, READER, RED, fact

SIGNED: Final = (fact("promise_signed", promise="P"),)
PARTS: Final = 10


def agreed(text: str) -> Agreement:
    """What a letter of the sample comes down to."""
    letter = parse_letter(text, SAMPLE, NAMES)
    assert letter.canonical == text
    (agreement,) = compile_letter(letter, SAMPLE, NAMES)
    return agreement


def gift(by: str, to: str, count: int, item: str = "wood") -> Fact:
    """Somebody gives somebody something."""
    return fact("transfer", by, item=item, count=count, to=to, gift=0)


def test_a_condition_of_many_parts_arms_a_duty_once_for_each_player() -> None:
    """Each part comes true by two players at once; what has its player keeps it."""
    parts = " and ".join(f"any player gives at least {3 * each + 1} wood to Red" for each in range(PARTS))
    agreement = agreed(f"Red promises Blue if {parts}, to give 1 stone to that player within 1 season.")
    both = (gift(BLUE, RED, 2), gift(GREEN, RED, 1))
    moments = moments_of((SIGNED, *((both,) * PARTS), (gift(RED, BLUE, 1, "stone"),), (fact("season_end", n=1),)))

    state = watched(agreement, moments)
    trace = Trace.of(moments, READER)
    proof = prove_verdict("P", agreement, 0, trace)

    assert [kid.bound for kid in proof.root.kids[1:]] == [(("player", "Blue"),), (("player", "Green"),)]
    assert [kid.value for kid in proof.root.kids[1:]] == ["T", "F"]
    assert verdict(state) == verdict(proof)
    assert proof.status == "broken"
    assert objection(proof, agreement, 0, trace) == ""


def test_that_player_is_whoever_came_first_and_nobody_who_came_later() -> None:
    agreement = agreed(
        "Red promises Blue if any player gives 1 wood to Red and any player attacks Red, to attack that player "
        "by the end of season 1."
    )
    moments = moments_of((SIGNED, (gift(BLUE, RED, 1),), (fact("attack", GREEN, target=RED),)))

    proof = prove_verdict("P", agreement, 0, Trace.of(moments, READER))

    assert [kid.bound for kid in proof.root.kids[1:]] == [(("player", "Blue"),)]
    assert verdict(watched(agreement, moments)) == verdict(proof)


def test_what_comes_true_too_late_to_count_hides_nothing() -> None:
    """Green idles when the player is known already, in a moment in which some other part cannot be told."""
    agreement = agreed(
        "Red promises Blue if (any player attacks Red or any player idles) and Blue gives 5 wood to Red, "
        "to attack that player by the end of season 1."
    )
    unseen = fact("transfer", BLUE, item="wood", count=Unknown(0, 1), to=RED, gift=0)
    game = (SIGNED, (fact("attack", BLUE, target=RED),), (fact("idle", GREEN), unseen), (gift(BLUE, RED, 5),))
    moments = moments_of((*game, (fact("attack", RED, target=BLUE),)))

    trace = Trace.of(moments, READER)
    proof = prove_verdict("P", agreement, 0, trace)

    assert proof.status == "kept"
    assert verdict(watched(agreement, moments)) == verdict(proof)
    assert objection(proof, agreement, 0, trace) == ""
