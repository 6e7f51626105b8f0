"""The odds of a decision: what they add up to, who may have them, and that draws without an order have none."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.errors import NotFound
from oathbook.domain.games import draw_odds as odds
from oathbook.domain.games.draw_odds import HIDDEN
from oathbook.domain.games.played_steps import PlayedStep, steps_of
from oathbook.domain.kernel import HOLDER, PUBLIC, Draw, Seat, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.rulesets.protocol import AnyRuleset, order_matters
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.odds import interval, step_odds
from tests.contract.test_secrecy_of_hands import game
from tests.handgame.played import ANNS_HAND, BRAMS_HAND, hand_game
from tests.handgame.ruleset import ANN
from tests.support.checkout import GOLDEN

ASH = Seat("ash")
FIELD_BATTLE = "cube_bag/g1/field-battle"
"""Its decision at 10 is to draw 3 of 6 green and 4 purple cubes."""


def golden(name: str) -> Record:
    path = GOLDEN / f"{name}.jsonl"
    return record_from(path.read_bytes(), load_registry().ruleset, where=name)


def drawing_steps(title: str) -> Iterator[tuple[Replay, PlayedStep]]:
    """The decisions with draws in the golden games of a title."""
    for path in sorted((GOLDEN / title).rglob("*.jsonl")):
        replay = Replay(golden(str(path.relative_to(GOLDEN).with_suffix(""))), HOLDER)
        yield from ((replay, step) for step in steps_of(replay.entries) if step.is_decided and step.draws)


@pytest.mark.parametrize("title", ["cube_bag", "gloomhaven_attack", "heirless", "knights_duty"])
def test_what_followed_is_among_what_could_follow_and_all_of_it_is_certain(title: str) -> None:
    steps = [*drawing_steps(title)]
    assert len(steps) > 5

    for replay, step in steps:
        found = step_odds(replay, step.last)

        assert found.odds.samples == 0
        assert sum(found.odds.outcomes.values()) == 1
        assert found.followed in found.odds.outcomes
        for draw in step.draws:
            assert 0 < sum(found.odds.draws[draw.label].values()) <= 1


def test_the_cubes_of_a_draw_have_the_chances_of_a_bag() -> None:
    """Three of 6 green and 4 purple cubes: 20, 60, 36 and 4 of 120 ways."""
    found = step_odds(Replay(golden(FIELD_BATTLE), PUBLIC), 10).odds

    assert {cards.count("purple"): chance for cards, chance in found.draws["clash"].items()} == {
        purple: Fraction(ways, 120) for purple, ways in enumerate((20, 60, 36, 4))
    }
    assert found.sentences()["Laura deals 2 damage"] == Fraction(60, 120)


def test_draws_that_are_said_to_have_no_order_have_none() -> None:
    """The same cards in the opposite order lead to the same."""
    turned = 0
    for replay, step in drawing_steps("cube_bag"):
        ruleset, state = replay.record.ruleset, replay.game_at(step.at - 1).state
        assert not any(order_matters(ruleset, draw.label) for draw in step.draws)

        chance = RecordedChance(tuple(_turned(draw) for draw in step.draws))

        assert ruleset.decide(state, step.decision, chance) == step.consequences
        turned += any(len({*draw.drawn}) > 1 for draw in step.draws)
    assert turned > 3


def _turned(draw: Draw) -> Draw:
    return Draw(draw.label, draw.pile, draw.drawn[::-1], draw.source, draw.witnesses)


def test_an_order_that_may_matter_changes_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(golden(FIELD_BATTLE), PUBLIC)
    as_bag = step_odds(replay, 10).odds

    def always(_: AnyRuleset, __: str) -> bool:
        return True

    monkeypatch.setattr(odds, "order_matters", always)

    in_order = step_odds(replay, 10).odds

    assert in_order.outcomes == as_bag.outcomes
    assert len(in_order.draws["clash"]) == 8
    added_up = Counter[tuple[str, ...]]()
    for cards, chance in in_order.draws["clash"].items():
        added_up[tuple(sorted(cards))] += chance  # type: ignore[assignment]  # counts may be fractions
    assert added_up == as_bag.draws["clash"]


def test_where_the_rules_would_be_asked_too_often_the_chances_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(golden(FIELD_BATTLE), PUBLIC)
    exact = step_odds(replay, 10).odds
    monkeypatch.setattr(odds, "MOST_ASKS", 4)
    monkeypatch.setattr(odds, "SAMPLES", 1_000)

    found = step_odds(replay, 10).odds

    assert found.samples == 1_000
    assert found == step_odds(replay, 10).odds
    assert sum(found.outcomes.values()) == 1
    for sentences, chance in exact.outcomes.items():
        low, high = interval(found.outcomes[sentences], found.samples)
        assert low < float(chance) < high


@pytest.mark.parametrize(("seen", "low", "high"), [(0, 0.0, 0.0370), (50, 0.4038, 0.5962), (100, 0.9630, 1.0)])
def test_an_interval_is_the_one_of_wilson(seen: int, low: float, high: float) -> None:
    assert interval(Fraction(seen, 100), 100) == pytest.approx((low, high), abs=0.0001)


def test_there_are_no_odds_where_nothing_was_decided() -> None:
    with pytest.raises(NotFound, match="position 1: nothing was decided there"):
        step_odds(Replay(golden(FIELD_BATTLE), PUBLIC), 1)


def test_a_pile_that_tells_of_hands_is_nobodys_to_ask_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first hand comes from the whole deck, which everybody knows; the next one from what is left of it."""
    monkeypatch.setattr(odds, "SAMPLES", 20)
    public = Replay(hand_game(), PUBLIC)

    assert step_odds(Replay(hand_game(), HOLDER), BRAMS_HAND).odds.outcomes
    with pytest.raises(NotFound, match="hidden from you"):
        step_odds(public, ANNS_HAND)


@pytest.mark.parametrize("viewer", [ANN, PUBLIC])
def test_games_that_differ_in_what_is_hidden_have_the_same_odds(
    monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    monkeypatch.setattr(odds, "MOST_ASKS", 200)
    monkeypatch.setattr(odds, "SAMPLES", 20)

    assert all_odds(game("9"), viewer) == all_odds(game("e"), viewer)
    assert all_odds(game("9"), HOLDER) != all_odds(game("e"), HOLDER)


def all_odds(record: Record, viewer: Viewer) -> list[Any]:
    """The odds at every position, or why there are none."""
    replay, found = Replay(record, viewer), list[Any]()
    for position in range(1, len(replay) + 1):
        try:
            found.append(step_odds(replay, position).odds)
        except NotFound as refused:
            found.append(str(refused))
    return found


def test_what_is_hidden_behind_a_draw_ends_an_outcome() -> None:
    """Ash sees the deck of the Bandits, and not which card Birch has placed face down."""
    replay = Replay(golden("heirless/e1/alliance-of-two-against-bandits"), ASH)

    found = step_odds(replay, 12).odds

    assert found.outcomes == {(HIDDEN,): 1}
    assert found.draws == {"card/FoxBandit/1": {(f"B{number}",): Fraction(1, 6) for number in range(1, 7)}}
