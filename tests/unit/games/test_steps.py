"""A step: a decision, its draws, what follows, and the closing it leads to (ADR 0002)."""

from collections.abc import Mapping

import pytest

from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing, GameClosed, IllegalDecision
from oathbook.domain.games.drafts import draft_closing, draft_decision, draft_step
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import (
    BySeed,
    DecisionMade,
    DraftEvent,
    DrawMade,
    GameEnded,
    OutcomeFollowed,
    Reveal,
    SeedRevealed,
)
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.knights_duty.model.decisions import AgreeToEnd, DeclareTarget, LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import MatchEnded
from oathbook.domain.rulesets.protocol import Consequence
from tests.support.playing import BOTH_FIRST, RULESET, ChanceName, opened, order_and_strike, small_game

AGREED = Consequence(MatchEnded("draw by agreement", ()), ("KD-10.1",))


NO_HIT = WitnessedChance(
    (
        DrawReport("order/1/0", ("birch",)),
        DrawReport("strike/1/birch", ("shield",)),
        DrawReport("strike/1/ash", ("shield",)),
    )
)


def drafted(scribe: MemoryWriter, value: Mapping[str, object]) -> tuple[DraftEvent, ...]:
    return draft_decision(RULESET, scribe.game, scribe.decision_from(value), NO_HIT)


def kinds(drafts: tuple[DraftEvent, ...]) -> list[tuple[str, str]]:
    return [(draft.by, type(draft.body).__name__) for draft in drafts]


def over(game: Game) -> tuple[DraftEvent, ...]:
    """What closes this game when everybody agrees to end it."""
    return draft_closing(RULESET, game, RULESET.evolve(game.state, AGREED.event))


def test_a_step_is_the_decision_its_draws_in_the_order_of_asking_and_one_outcome() -> None:
    """Each is its own event, by whom it is by; draws and outcome name the decision's position."""
    scribe = order_and_strike()
    of = scribe.game.position + 1

    drafts = drafted(scribe, BOTH_FIRST)

    assert kinds(drafts) == [
        ("birch", "DecisionMade"),
        ("chance", "DrawMade"),
        ("chance", "DrawMade"),
        ("chance", "DrawMade"),
        ("rules", "OutcomeFollowed"),
    ]
    draws = [draft.body for draft in drafts if isinstance(draft.body, DrawMade)]
    outcome = drafts[-1].body
    assert isinstance(outcome, OutcomeFollowed)
    assert [body.draw.label for body in draws] == ["order/1/0", "strike/1/birch", "strike/1/ash"]
    assert {body.of for body in draws} == {outcome.of} == {of}


def test_the_outcome_of_a_step_is_what_the_rules_decide() -> None:
    """Nothing is added to the consequences and nothing is left out."""
    scribe = order_and_strike()
    decision = scribe.decision_from(BOTH_FIRST)

    drafts = draft_decision(RULESET, scribe.game, decision, SeededChance("0" * 64, "g", 1))

    draws = tuple(draft.body.draw for draft in drafts if isinstance(draft.body, DrawMade))
    (outcome,) = (draft.body for draft in drafts if isinstance(draft.body, OutcomeFollowed))
    assert outcome.consequences == RULESET.decide(scribe.game.state, decision, RecordedChance(draws))
    assert drafts[0].body == DecisionMade(decision)


def test_a_step_does_not_close_a_game_that_goes_on() -> None:
    """No end, no closing."""
    scribe = opened()

    drafts = drafted(scribe, {"kind": "lay_plan", "by": "ash", "slots": ["bow"]})

    assert kinds(drafts) == [("ash", "DecisionMade"), ("rules", "OutcomeFollowed")]
    assert draft_closing(RULESET, scribe.game, scribe.game.state) == ()


@pytest.mark.parametrize(
    ("chance", "reveal", "expected"),
    [
        ("seeded", "all", [("host", "SeedRevealed"), ("rules", "GameEnded")]),
        ("seeded", "none", [("rules", "GameEnded")]),
        ("witnessed", "all", [("rules", "GameEnded")]),
        ("witnessed", "none", [("rules", "GameEnded")]),
    ],
)
def test_a_closing_reveals_the_seed_only_where_everything_is_revealed(
    chance: ChanceName, reveal: Reveal, expected: list[tuple[str, str]]
) -> None:
    """Section 3.1: a seed tells every hidden draw, so policy ``none`` keeps it; the reason cites its clause."""
    drafts = over(opened(chance=chance, reveal=reveal).game)

    assert kinds(drafts) == expected
    ended = drafts[-1].body
    assert isinstance(ended, GameEnded)
    assert (ended.ending.outcome, ended.ending.clause) == ("draw by agreement", "KD-10.1")


def test_the_seed_that_is_revealed_is_the_one_committed_to() -> None:
    """Value, salt and digest are those of the hidden field of the opening."""
    record: Record = small_game()

    (revealed,) = (event.entry.body for event in record.events if isinstance(event.entry.body, SeedRevealed))

    chance = record.opened.chance
    assert isinstance(chance, BySeed)
    committed = chance.seed
    assert revealed.seed.digest == committed.digest
    assert (revealed.seed.value, revealed.seed.salt) == (committed.look(), committed.salt)


def test_the_step_that_ends_a_game_closes_it() -> None:
    """The closing is part of the same step: nobody can stop between the two."""
    record = small_game()

    last_step = [event.entry for event in record.events if event.entry.step == record.events[-1].entry.step]

    assert [type(entry.body).__name__ for entry in last_step][-3:] == ["OutcomeFollowed", "SeedRevealed", "GameEnded"]
    assert isinstance(last_step[0].body, DecisionMade)


def test_nothing_is_decided_in_a_game_that_is_over() -> None:
    """``GameClosed`` says since when."""
    game = fold_record(small_game())

    with pytest.raises(GameClosed, match=f"is over since position {game.position}"):
        draft_decision(RULESET, game, AgreeToEnd(Seat("ash")), RecordedChance(()))


def test_an_illegal_decision_makes_no_step() -> None:
    """The refusal of the rules comes through as it is: KD-7.2, nobody points while plans are laid."""
    with pytest.raises(IllegalDecision) as refused:
        draft_decision(RULESET, opened().game, DeclareTarget(Seat("ash"), None), RecordedChance(()))

    assert refused.value.refusal.clause == "KD-7.2"
    assert refused.value.refusal.kind == "out-of-turn"


def test_a_step_whose_draw_is_missing_is_not_made() -> None:
    """Deciding stops at the draw that nobody has made."""
    scribe = order_and_strike()

    with pytest.raises(DrawMissing) as missing:
        draft_decision(RULESET, scribe.game, scribe.decision_from(BOTH_FIRST), RecordedChance(()))

    assert missing.value.request.pile == ("ash", "birch")


def test_a_step_written_down_by_a_table_says_so() -> None:
    """``by`` of the outcome is whoever vouches for it; what it leads to is closed by the rules all the same."""
    scribe = opened()

    scribe.write_step(draft_step(scribe.game, LayPlan(Seat("ash"), ()), (), (AGREED,), by="transcript"))

    step = scribe.record.entries()[1:]
    assert {entry.step for entry in step} == {2}
    assert [(entry.by, type(entry.body).__name__) for entry in step] == [
        ("ash", "DecisionMade"),
        ("transcript", "OutcomeFollowed"),
        ("host", "SeedRevealed"),
        ("rules", "GameEnded"),
    ]
