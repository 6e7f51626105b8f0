"""Proofs told in words: what failed first, the words of the letter, and what nearly counted."""

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.evaluator.proof_text import INFERENCE_TEXTS, explain_proof
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.evaluator.wording import Wording
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import (
    Agreement,
    AllStates,
    AnyOf,
    Constraint,
    Exactly,
    NamedBy,
    Pattern,
    StateIs,
    StateWithin,
    Total,
    Variable,
    Window,
)
from oathbook.domain.promises.logic.proofs import Inference
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import Vocabulary
from tests.support.promises.letters_and_games import moments_of, proved, random_case
from tests.support.promises.toy_world import READER, fact, played, stocked
from tests.support.promises.vectors import VECTORS, Vector

BY_NAME = {vector.name: vector for vector in VECTORS}


def by(seat: str) -> Constraint:
    return slot("by", seat)


def slot(name: str, value: str | int) -> Constraint:
    return Constraint(name, "==", Exactly(value))


def told(vector: Vector, moments: int | None = None) -> tuple[str, ...]:
    """The proof by the last of so many moments of a vector, or of all, in lines."""
    trace = Trace.of(vector.moments[:moments], READER)
    proof = prove_verdict("P", vector.agreement, 0, trace)
    return explain_proof(proof, vector.agreement, vector.canonical, trace, SAMPLE)


def test_what_failed_is_told_first_with_the_words_it_is_about() -> None:
    lines = told(BY_NAME["V11"])

    assert lines[0] == "BROKEN at position 17, by letter"
    assert lines[2].startswith('clause 1, its condition, "whenever Blue gives 1 wood to Red')
    instances = [line for line in lines if "one time that it was owed" in line]
    assert [line.rpartition(": ")[2] for line in instances] == ["failed at position 17", "met at position 13"]


def test_a_breach_is_told_as_a_story_of_at_most_three_events() -> None:
    """What began the duty, and the end of its time, or the act that was one too many."""
    stories = {name: lines[1] for name, lines in _told_of_status("broken").items() if lines[1].startswith("what")}

    begins = "Blue transfer item wood, count 2, to Red, gift 0 at position 14"
    assert stories["V11"] == f"what happened: {begins}; then Red turn_end at position 17"
    assert {story.count("; then ") for story in stories.values()} <= {1, 2}
    assert not [lines for lines in _told_of_status("kept").values() if "what happened" in "".join(lines)], "the control"


def test_in_a_promise_that_is_decided_nothing_is_still_open() -> None:
    decided = [line for status in ("kept", "broken") for lines in _told_of_status(status).values() for line in lines]
    early = told(BY_NAME["V29"], 1)

    assert [line for line in decided if "still open" in line] == []
    assert [line for line in decided if " in the end" in line]
    assert [line for line in early if "still open, and now met" in line], "the control"


def _told_of_status(status: str) -> dict[str, tuple[str, ...]]:
    """The proofs of the vectors that end like this, by their names."""
    found = {name: told(vector) for name, vector in BY_NAME.items()}
    return {name: lines for name, lines in found.items() if lines[0].startswith(status.upper())}


def test_the_window_and_what_was_counted_in_it_are_listed() -> None:
    lines = "\n".join(told(BY_NAME["V02"]))

    assert "Red gives at least 2 wood to Blue, in all (duty of Red)" in lines
    assert "it counts from position 10 until position 13, when nobody season_end n 2" in lines
    assert "counted: Red transfer item wood, count 1, to Blue, gift 0 at position 11 as 1" in lines


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("V20", "side con, vote v2, law Gates at position {}, which is not “spends … influence in favour of law …”"),
        ("V21", "Red transfer item stone, count 5, to Blue, gift 0 at position {}, not to Green"),
        ("V34", "count 2, to Blue, gift 0 at position {}, which is not “gives … to … as a gift”"),
    ],
)
def test_what_nearly_counted_is_named_with_the_one_thing_that_was_wrong(name: str, line: str) -> None:
    before, after = line.split("{}")
    missed = [each for each in told(BY_NAME[name]) if each.strip().startswith("not counted: ")]
    assert any(before in each and each.endswith(after) for each in missed)


def by_season_end(pattern: Pattern) -> Agreement:
    """A duty to do something once, before the season ends."""
    window = Window(Pattern("season_end"), 1, inclusive=False)
    tally = Total("c1", (), "ge", 1, pattern, window=window)
    return Agreement((), (), jointly=False, formula=tally, spans=())


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (Pattern("attack", (Constraint("target", "==", AnyOf(("Red", "Blue"))),)), "not Red or Blue"),
        (Pattern("attack", (Constraint("target", "!=", Exactly("Green")),)), "not with target not Green"),
        (
            Pattern("attack", (Constraint("target", "==", NamedBy("holder", {"marker": "Bond"})),)),
            "not the holder of marker Bond",
        ),
    ],
)
def test_each_way_of_naming_somebody_can_be_told(pattern: Pattern, why: str) -> None:
    moments = played(stocked(""), [[fact("promise_signed")], [fact("attack", "Red", target="Green")]])
    trace = Trace.of((*moments, *played(stocked(""), [[], [], [fact("season_end", n=1)]])[2:]), READER)
    agreement = by_season_end(pattern)

    lines = explain_proof(prove_verdict("P", agreement, 0, trace), agreement, "", trace, SAMPLE)

    assert any(why in line for line in lines)


def test_an_act_that_came_too_late_or_in_another_state_nearly_counted() -> None:
    (guard,) = (each.formula for each in (BY_NAME["V15"].agreement,))
    assert isinstance(guard, StateWithin)
    agreement = by_season_end(Pattern("idle", guards=(guard.state,)))
    poor = [[fact("promise_signed")], [fact("idle", "Red")], [fact("gain", "Red", item="corn", count=3)]]
    trace = Trace.of(played(stocked(""), [*poor, [fact("season_end", n=1)], [fact("idle", "Blue")]]), READER)

    lines = "\n".join(explain_proof(prove_verdict("P", agreement, 0, trace), agreement, "", trace, SAMPLE))

    assert "counted: nothing" in lines
    assert "Red idle at position 11, in another state of the table" in lines
    assert "Blue idle at position 14, too late" in lines


TWO = NamedBy("holder", {"marker": "Bond"}), AnyOf(("Red", "Blue"))


@pytest.mark.parametrize(
    ("pattern", "mode", "n", "field", "words"),
    [
        (
            Pattern("deploy", (by("Red"), slot("tile", "Mill"))),
            "ge",
            1,
            "",
            "Red deploys a knight to tile Mill, at least once",
        ),
        (Pattern("idle"), "eq", 3, "", "any player idles, exactly 3 times"),
        (
            Pattern("attack", (Constraint("by", "==", TWO[1]), Constraint("target", "==", TWO[0]))),
            "le",
            0,
            "",
            "Red or Blue attacks the holder of marker Bond, not at all",
        ),
        (
            Pattern("attack", (Constraint("target", "==", Variable("player")),)),
            "ge",
            1,
            "",
            "any player attacks that player, at least once",
        ),
        (
            Pattern("attack", (by("Red"), slot("battle", "b1"))),
            "ge",
            1,
            "",
            "Red attacks any player, with battle b1, at least once",
        ),
        (
            Pattern("transfer", (by("Red"), slot("item", "wood"), Constraint("count", ">=", Exactly(2)))),
            "ge",
            2,
            "",
            "Red gives at least 2 wood to any player, at least twice",
        ),
        (
            Pattern("transfer", (by("Red"), slot("item", "wood"))),
            "le",
            2,
            "count",
            "Red gives at most 2 wood to any player, in all",
        ),
        (
            Pattern("gain", (by("Red"), slot("item", "wood"))),
            "ge",
            2,
            "count",
            "Red gain, with item wood, at least 2 count in all",
        ),
        (Pattern("law_enacted", (slot("law", "Truce"),)), "ge", 1, "", "law Truce is enacted, at least once"),
        (Pattern("battle_open", (slot("tile", "Mill"),)), "ge", 1, "", "a battle on tile Mill starts, at least once"),
        (
            Pattern("battle_joined", (by("Red"), slot("tile", "Mill"))),
            "ge",
            1,
            "",
            "Red is in a battle on tile Mill, at least once",
        ),
        (Pattern("season_end", (Constraint("n", ">=", Exactly(2)),)), "ge", 1, "", "season 2 ends, at least once"),
        (Pattern("turn_end", (by("Red"),)), "ge", 1, "", "a turn of Red ends, at least once"),
        (Pattern("game_closed"), "ge", 1, "", "the game ends, at least once"),
        (Pattern("promise_broken", (by("Red"), slot("sure", 1))), "ge", 1, "", "Red breaks a promise, at least once"),
    ],
)
def test_what_is_counted_is_told_in_the_words_of_the_vocabulary(
    pattern: Pattern, mode: str, n: int, field: str, words: str
) -> None:
    assert Wording(SAMPLE).text(pattern, mode, n, field) == words


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        (by("Red"), "not by Red"),
        (slot("item", "wood"), "not wood"),
        (slot("to", "Blue"), "not to Blue"),
        (Constraint("count", ">=", Exactly(2)), "not at least 2"),
        (slot("offer", 3), "not with offer 3"),
    ],
)
def test_what_is_missing_is_told_in_the_words_of_the_vocabulary(constraint: Constraint, words: str) -> None:
    pattern = Pattern(
        "transfer", (by("Red"), slot("item", "wood"), slot("to", "Blue"), Constraint("count", ">=", Exactly(2)))
    )

    assert Wording(SAMPLE).misses(pattern, constraint) == words


@pytest.mark.parametrize(
    ("letter", "words"),
    [
        ("that Red has more than 2 corn", "Red has more than 2 corn"),
        (
            'that Red controls tile "Mill" during season 2',
            "it is not the case that the season is 2 or Red controls tile Mill",
        ),
        (
            "that any player has 2 corn",
            "Red has at least 2 corn or Blue has at least 2 corn or Green has at least 2 corn",
        ),
    ],
)
def test_a_state_is_told_in_the_words_of_the_vocabulary(letter: str, words: str) -> None:
    (agreement,) = compile_letter(
        parse_letter(parse_letter(f"Red promises {letter}.", SAMPLE, NAMES).canonical, SAMPLE, NAMES), SAMPLE, NAMES
    )
    assert isinstance(agreement.formula, StateWithin)

    assert Wording(SAMPLE).state(agreement.formula.state) == words


def test_states_that_hold_together_are_told_together() -> None:
    rich = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("corn"))), ">=", 2)

    assert Wording(SAMPLE).state(AllStates((rich, replace(rich, op="<=", n=4)))) == (
        "Red has at least 2 corn and Red has at most 4 corn"
    )
    assert Wording(SAMPLE).state(StateIs("wealth", (), ">=", 2)) == "wealth is at least 2"


def test_near_misses_are_not_listed_without_end() -> None:
    agreement = by_season_end(Pattern("idle", (Constraint("by", "==", Exactly("Red")),)))
    idle = [[fact("idle", "Blue")] for _ in range(9)]
    trace = Trace.of(played(stocked(""), [[fact("promise_signed")], *idle, [fact("season_end", n=1)]]), READER)

    lines = explain_proof(prove_verdict("P", agreement, 0, trace), agreement, "", trace, SAMPLE)

    assert sum("not counted" in line for line in lines) == 5


def test_terms_and_consents_are_told_too() -> None:
    assert "void if:" in told(BY_NAME["V30"])
    assert "ends if:" in told(BY_NAME["V29"])
    assert "released by Blue, Red so far" in told(BY_NAME["V23"])


def test_every_rule_is_told_in_some_game() -> None:
    """Each of 1,500 random proofs can be told, and they use every rule; ``given`` stands in no letter."""
    used: set[Inference] = set()
    for seed in range(1_500):
        _, agreement, game = random_case(seed)
        moments = moments_of(game)
        proof = proved(agreement, moments)

        lines = "\n".join(explain_proof(proof, agreement, "", Trace.of(moments, READER), SAMPLE))

        used |= {rule for rule, words in INFERENCE_TEXTS.items() if words in lines}

    assert set(INFERENCE_TEXTS) - used <= {"given", "hidden-trigger"}


@pytest.mark.parametrize(
    ("n", "says"), [(0, "Red gives no wood to Blue"), (2, "Red gives at most 2 wood to Blue, in all")]
)
def test_what_may_not_be_given_at_all_needs_no_total(n: int, says: str) -> None:
    gives = Pattern("transfer", (by("Red"), slot("item", "wood"), slot("to", "Blue")))

    assert Wording(SAMPLE).text(gives, "le", n, "count") == says


def test_a_state_without_a_phrase_of_its_own_is_named_with_its_limit() -> None:
    wording = Wording(Vocabulary(()))

    assert wording.state(StateIs("crowd", (), "<=", 1)) == "crowd is at most 1"
    assert wording.state(StateIs("crowd", (), "<=", 0)) == "crowd is no"
