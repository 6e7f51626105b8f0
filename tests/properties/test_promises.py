"""What holds for every letter and every game: random ones, each of a seed of its own.

The quick profile is a hundredth of the long one.
"""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.promises.monitor.monitor import lean_of, start, step
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.lifecycle_facts import RULED
from oathbook.domain.promises.trace.trace import Trace
from tests.support.promises.damaging import damaged, untold
from tests.support.promises.dispatching import Dispatcher
from tests.support.promises.letters_and_games import Game, moments_of, proved, random_case, verdict, watched
from tests.support.promises.random_promises import redacted
from tests.support.promises.renaming import renamed, renamed_game
from tests.support.promises.toy_world import READER, fact

FINAL = {"kept", "broken", "void", "released"}
LEANS = {"T": "+", "F": "-", "L": "~", "U": "?"}


def lean(state: MonitorState, moments: Sequence[Moment]) -> str:
    return lean_of(state, moments[-1], READER)


def cases(many: int) -> pytest.MarkDecorator:
    """So many seeds in the quick tests, three times as many with the gate, a hundred more in the long profile."""
    first, *parts = [range(many * part, many * (part + 1)) for part in range(100)]
    parted = [
        range(many // 3),
        pytest.param(range(many // 3, first.stop), marks=pytest.mark.gate),
        *(pytest.param(part, marks=pytest.mark.slow) for part in parts),
    ]
    return pytest.mark.parametrize("seeds", parted, ids=lambda seeds: f"{seeds.start}..{seeds.stop}")


def hidden(seed: int, dice: Random, game: Game) -> Game:
    """Every other game with a fifth of its slots hidden."""
    return redacted(dice, game) if seed % 2 else game


@cases(3_000)
def test_the_monitor_agrees_with_the_reference(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        moments = moments_of(hidden(seed, dice, game))

        state = watched(agreement, moments)
        proof = proved(agreement, moments)
        assert verdict(state) == verdict(proof), seed
        assert state.status != "pending" or lean(state, moments) == LEANS[proof.root.value], seed


def must_be_judged_alike(seed: int) -> None:
    """The monitor says what the proof says, and the checker has nothing against the proof."""
    dice, agreement, game = random_case(seed)
    trace = Trace.of(moments_of(hidden(seed, dice, game)), READER)
    proof = prove_verdict("P", agreement, 0, trace)

    state = watched(agreement, trace.moments)
    assert verdict(state) == verdict(proof)
    assert state.status != "pending" or lean(state, trace.moments) == LEANS[proof.root.value]
    assert objection(proof, agreement, 0, trace) == ""


@pytest.mark.parametrize("seed", [36_711, 73_307, 123_089, 197_535, 284_533])
def test_the_proof_holds_where_a_ruling_settles_after_the_end_what_was_hidden(seed: int) -> None:
    """Reparations within reparations, of which only a ruling says that they began: monitor and reference differed."""
    must_be_judged_alike(seed)


@pytest.mark.parametrize("seed", [98_073, 187_933, 267_501])
def test_a_date_that_may_have_passed_unseen_matters_to_nothing_that_begins_when_the_game_is_over(seed: int) -> None:
    """Nothing can set off any more what is promised whenever something happens: monitor and reference differed."""
    must_be_judged_alike(seed)


@pytest.mark.parametrize("seed", [208, 217, 327, 370, 769, 1_342, 4_391, 6_769, 17_355])
def test_the_proof_holds_where_a_reparation_would_begin_when_the_game_is_over(seed: int) -> None:
    """No act can follow, and a state is read as it is: between them these letters have a reparation of every kind."""
    must_be_judged_alike(seed)


@cases(4_000)
def test_who_sees_less_is_told_nothing_else(seeds: range) -> None:
    """Without rulings: those may settle what is hidden as they please."""
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        game = tuple(tuple(each for each in facts if each.kind != RULED) or (fact("idle", "Red"),) for facts in game)

        full, less = watched(agreement, moments_of(game)), watched(agreement, moments_of(redacted(dice, game)))

        assert less.status not in FINAL or less.status == full.status, seed


@cases(600)
def test_a_bank_answers_what_each_promise_alone_would(seeds: range) -> None:
    for seed in seeds:
        dice, _, game = random_case(seed)
        moments = moments_of(hidden(seed, dice, game))
        agreements = {f"P{each}": random_case(seed * 7 + each)[1] for each in range(5)}
        alone = {name: start(name, agreement, moments[0], READER) for name, agreement in agreements.items()}
        bank = Dispatcher(READER, alone.values())

        for moment in moments[1:]:
            changed = {state.promise for state in bank.feed(moment)}
            after = {name: step(state, moment, READER) for name, state in alone.items()}
            assert changed == {name for name, state in after.items() if state is not alone[name]}, seed
            alone = after

        assert bank.states == tuple(alone.values()), seed


@cases(600)
def test_a_moment_that_has_nothing_to_do_with_a_letter_changes_nothing(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        game = hidden(seed, dice, game)
        stuttered = tuple(moment for each in game for moment in (each, (fact("idle", "Red"),)))

        plain, more = moments_of(game), moments_of(stuttered)
        before, after = watched(agreement, plain), watched(agreement, more)

        assert after.status == before.status, seed
        assert before.moment is None or after.moment == before.moment * 2, seed
        assert after.status != "pending" or lean(after, more) == lean(before, plain), seed


@cases(600)
def test_the_order_inside_a_moment_means_nothing(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        moments = moments_of(hidden(seed, dice, game))
        mixed = [
            replace(moment, occurrences=tuple(dice.sample(moment.occurrences, len(moment.occurrences))))
            for moment in moments
        ]

        assert verdict(watched(agreement, mixed)) == verdict(watched(agreement, moments)), seed
        assert verdict(proved(agreement, mixed)) == verdict(proved(agreement, moments)), seed


@cases(200)
def test_every_proof_holds_and_none_that_was_damaged(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        trace = Trace.of(moments_of(hidden(seed, dice, game)), READER)
        proof = prove_verdict("P", agreement, 0, trace)

        assert objection(proof, agreement, 0, trace) == "", seed
        for what, wrong in (*damaged(dice, proof), *untold(proof, trace)):
            assert objection(wrong, agreement, 0, trace), (seed, what)


@cases(600)
def test_players_by_other_names_fare_the_same(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        game = hidden(seed, dice, game)
        moments, by_other_names = moments_of(game), renamed_game(game)

        before, after = watched(agreement, moments), watched(renamed(agreement), by_other_names)

        assert verdict(after) == verdict(before), seed
        assert after.status != "pending" or lean(after, by_other_names) == lean(before, moments), seed


@cases(300)
def test_a_final_verdict_stays(seeds: range) -> None:
    for seed in seeds:
        dice, agreement, game = random_case(seed)
        moments = moments_of(hidden(seed, dice, game))
        state = start("P", agreement, moments[0], READER)

        decided = None
        for moment in moments[1:]:
            decided = decided or (verdict(state) if state.status in FINAL else None)
            state = step(state, moment, READER)
            assert decided is None or verdict(state) == decided, seed
            if decided:
                assert verdict(proved(agreement, moments[: moment.index + 1])) == decided, seed
