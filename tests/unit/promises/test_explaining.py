"""Proofs told in words: what failed first, the words of the letter, and what nearly counted."""

import pytest

from domain.promises.kernel import Agreement, AnyOf, Constraint, Exactly, Named, Pat, StW, Tally, Win
from domain.promises.proof import Rule
from domain.promises.proving.explain import RULES, explained
from domain.promises.proving.judging import judged
from domain.promises.trace import Trace
from tests.support.letters_and_games import moments_of, proved, random_case
from tests.support.toy_world import READER, fact, played, stocked
from tests.support.vectors import VECTORS, Vector

BY_NAME = {vector.name: vector for vector in VECTORS}


def told(vector: Vector) -> tuple[str, ...]:
    """The proof by the last moment of a vector, in lines."""
    trace = Trace.of(vector.moments, READER)
    proof = judged("P", vector.agreement, 0, trace)
    return explained(proof, vector.agreement, vector.canonical, trace)


def test_what_failed_is_told_first_with_the_words_it_is_about() -> None:
    lines = told(BY_NAME["V11"])

    assert lines[0] == "BROKEN at position 17, by letter"
    assert lines[1].startswith('c1.whenever "whenever Blue gives 1 wood to Red')
    instances = [line for line in lines if "one time it happened" in line]
    assert [line.rpartition("-> ")[2] for line in instances] == ["failed at position 17", "met at position 13"]


def test_the_window_and_what_was_counted_in_it_are_listed() -> None:
    lines = "\n".join(told(BY_NAME["V02"]))

    assert "total count of 'transfer' [by == Red, item == wood, to == Blue] at least 2 (duty of Red)" in lines
    assert "window: from position 10, to position 13, closed by event 13 (None season_end {'n': 2})" in lines
    assert "counted: event 11 (Red transfer" in lines


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("V20", "(Red spend {'count': 3, 'side': 'con', 'vote': 'v2', 'law': 'Gates'}), side is not pro"),
        ("V21", "(Red transfer {'item': 'stone', 'count': 5, 'to': 'Blue', 'gift': 0}), to is not Green"),
        ("V34", "(Red transfer {'item': 'wood', 'count': 2, 'to': 'Blue', 'gift': 0}), gift is not 1"),
    ],
)
def test_what_nearly_counted_is_named_with_the_one_thing_that_was_wrong(name: str, line: str) -> None:
    assert any(each.strip().startswith("not counted: ") and each.endswith(line) for each in told(BY_NAME[name]))


def by_season_end(pattern: Pat) -> Agreement:
    """A duty to do something once, before the season ends."""
    win = Win(Pat("season_end"), 1, inclusive=False)
    tally = Tally("c1", (), "ge", 1, pattern, win=win)
    return Agreement((), (), jointly=False, formula=tally, spans=())


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (Pat("attack", (Constraint("target", "==", AnyOf(("Red", "Blue"))),)), "target is not Red or Blue"),
        (Pat("attack", (Constraint("target", "!=", Exactly("Green")),)), "not target != Green"),
        (Pat("attack", (Constraint("target", "==", Named("holder", {"marker": "Bond"})),)), "the holder of Bond"),
    ],
)
def test_each_way_of_naming_somebody_can_be_told(pattern: Pat, why: str) -> None:
    moments = played(stocked(""), [[fact("promise_signed")], [fact("attack", "Red", target="Green")]])
    trace = Trace.of((*moments, *played(stocked(""), [[], [], [fact("season_end", n=1)]])[2:]), READER)
    agreement = by_season_end(pattern)

    lines = explained(judged("P", agreement, 0, trace), agreement, "", trace)

    assert any(why in line for line in lines)


def test_an_act_that_came_too_late_or_in_another_state_nearly_counted() -> None:
    (guard,) = (each.formula for each in (BY_NAME["V15"].agreement,))
    assert isinstance(guard, StW)
    agreement = by_season_end(Pat("idle", guards=(guard.st,)))
    poor = [[fact("promise_signed")], [fact("idle", "Red")], [fact("gain", "Red", item="corn", count=3)]]
    trace = Trace.of(played(stocked(""), [*poor, [fact("season_end", n=1)], [fact("idle", "Blue")]]), READER)

    lines = "\n".join(explained(judged("P", agreement, 0, trace), agreement, "", trace))

    assert "counted: nothing" in lines
    assert "event 11 (Red idle {}), in another state of the table" in lines
    assert "event 14 (Blue idle {}), too late" in lines


def test_near_misses_are_not_listed_without_end() -> None:
    agreement = by_season_end(Pat("idle", (Constraint("by", "==", Exactly("Red")),)))
    idle = [[fact("idle", "Blue")] for _ in range(9)]
    trace = Trace.of(played(stocked(""), [[fact("promise_signed")], *idle, [fact("season_end", n=1)]]), READER)

    lines = explained(judged("P", agreement, 0, trace), agreement, "", trace)

    assert sum("not counted" in line for line in lines) == 5


def test_terms_and_consents_are_told_too() -> None:
    assert "void if:" in told(BY_NAME["V30"])
    assert "ends if:" in told(BY_NAME["V29"])
    assert "released by Blue, Red so far" in told(BY_NAME["V23"])


def test_every_rule_is_told_in_some_game() -> None:
    """Each of 1,500 random proofs can be told, and they use every rule; ``given`` stands in no letter."""
    used: set[Rule] = set()
    for seed in range(1_500):
        _, agreement, game = random_case(seed)
        moments = moments_of(game)
        proof = proved(agreement, moments)

        lines = "\n".join(explained(proof, agreement, "", Trace.of(moments, READER)))

        used |= {rule for rule, words in RULES.items() if words in lines}

    assert set(RULES) - used <= {"given", "hidden-trigger"}
