"""Writing a game's stream a step at a time (docs/record-format.md)."""

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord, DrawMissing, GameClosed, IllegalDecision, ImpossibleDraw, Refused
from oathbook.domain.games.game_events import BySeed, ByWitness, DrawMade
from oathbook.domain.kernel import DrawRequest, Seat
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.protocol import SeatSetup
from tests.support.playing import (
    BOTH_FIRST,
    RULESET,
    Json,
    close_by,
    decide,
    opened,
    order_and_strike,
    running_game,
    small_game,
    sources,
)

FIRST = DrawReport("order/1/0", ("birch",))
MISSES = (FIRST, DrawReport("strike/1/birch", ("shield",)), DrawReport("strike/1/ash", ("shield",)))
PLAN: Json = {"kind": "lay_plan", "by": "ash", "slots": ["bow"]}


def draws_of(scribe: MemoryWriter) -> list[DrawMade]:
    return [event.entry.body for event in scribe.record.events if isinstance(event.entry.body, DrawMade)]


def test_a_seeded_game_commits_to_a_seed_that_nobody_may_see() -> None:
    """The seed is a hidden field for no seat; its digest is the commitment."""
    chance = opened().record.opened.chance

    assert isinstance(chance, BySeed)
    assert chance.seed.to == ()
    assert chance.seed.digest
    assert len(chance.seed.look()) == 64
    assert isinstance(opened(chance="witnessed").record.opened.chance, ByWitness)


def test_a_seeded_draw_follows_from_the_seed_the_game_and_the_position_of_its_decision() -> None:
    """Section 3.4: anybody can compute it again once the seed is out."""
    scribe = order_and_strike()
    chance = scribe.record.opened.chance
    assert isinstance(chance, BySeed)
    of = scribe.game.position + 1

    decide(scribe, BOTH_FIRST)

    made = draws_of(scribe)
    seeded = SeededChance(chance.seed.look(), scribe.record.game, of)
    assert len(made) >= 2
    assert {body.of for body in made} == {of}
    assert [body.draw for body in made] == [seeded.draw(DrawRequest(body.draw.label, body.draw.pile)) for body in made]


def test_a_reported_draw_is_on_the_word_of_its_witnesses_or_of_the_seat_that_decides() -> None:
    """A draw says on whose word it is."""
    scribe = order_and_strike("witnessed")
    seen = replace(MISSES[1], witnesses=(Seat("ash"), Seat("birch")))

    decide(scribe, BOTH_FIRST, MISSES[0], seen, MISSES[2])

    witnesses = [body.draw.witnesses for body in draws_of(scribe)]
    assert witnesses == [("birch",), ("ash", "birch"), ("birch",)]
    assert {body.draw.source for body in draws_of(scribe)} == {"witnessed"}


@pytest.mark.parametrize(
    ("reports", "kind", "says"),
    [
        ((), DrawMissing, "“order/1/0” is missing: take 1 from ash, birch"),
        ((FIRST,), DrawMissing, "“strike/1/birch” is missing"),
        ((DrawReport("order/1/0", ("oak",)),), ImpossibleDraw, "oak cannot be 1 of ash, birch"),
        ((*MISSES, DrawReport("tea", ("milk",))), BadRecord, "draws: nothing asks for .*tea"),
        ((*MISSES, FIRST), BadRecord, "draws: .*(twice|second)"),
    ],
    ids=["none", "one of three", "impossible", "unasked", "twice"],
)
def test_reports_are_those_that_the_rules_ask_for_each_once(
    reports: tuple[DrawReport, ...], kind: type[Refused], says: str
) -> None:
    """Nothing that somebody says they saw is dropped without a word; a refused decision records nothing."""
    scribe = order_and_strike("witnessed")
    text = record_text(scribe.record)

    with pytest.raises(kind, match=says):
        decide(scribe, BOTH_FIRST, *reports)

    assert record_text(scribe.record) == text


def test_nothing_can_be_reported_in_a_seeded_game() -> None:
    """It draws from its seed, whatever somebody says they saw."""
    with pytest.raises(BadRecord, match="this game draws from its seed; nothing can be reported"):
        decide(order_and_strike(), BOTH_FIRST, *MISSES)


def test_a_refused_decision_records_nothing_and_uses_up_nothing() -> None:
    """The next decision has the position, and so the draws, that it would have had."""
    one, other = order_and_strike(), order_and_strike()

    with pytest.raises(IllegalDecision, match=r"KD-7\.5"):
        decide(one, {**BOTH_FIRST, "attacker": "oak"})

    assert record_text(one.record) == record_text(other.record)
    decide(one, BOTH_FIRST)
    decide(other, BOTH_FIRST)
    assert [body.draw for body in draws_of(one)] == [body.draw for body in draws_of(other)]


def test_a_decision_is_recorded_with_what_it_hides_sealed() -> None:
    """The events of the step come back, hidden values under salts of the sources."""
    scribe = opened()

    step = scribe.decide(scribe.decision_from(PLAN))

    assert [type(event.entry.body).__name__ for event in step] == ["DecisionMade", "OutcomeFollowed"]
    assert step == scribe.record.events[1:]
    assert step[0].hides == step[1].hides != ()
    assert scribe.game == fold_record(scribe.record)


def test_a_decision_that_cannot_be_read_names_its_place() -> None:
    """The place is the caller's to say."""
    with pytest.raises(BadRecord, match=r"^body: the decision names seat “ash”, the line “birch”"):
        opened().decision_from(PLAN, by=Seat("birch"), where="body")


def test_nothing_is_decided_once_a_game_is_over() -> None:
    """Not even something illegal gets another answer."""
    scribe = MemoryWriter.resume(small_game(), sources("on"))

    with pytest.raises(GameClosed, match=f"game {small_game().game} is over"):
        decide(scribe, PLAN)


def test_going_on_with_a_record_goes_on_where_it_stood() -> None:
    """A game played in two sittings is the same as one played in one."""
    whole = running_game(decisions=3)
    scribe = MemoryWriter.resume(running_game(decisions=2), sources("on"))

    assert scribe.game == fold_record(whole, at=len(scribe.record.events))
    assert scribe.record.events == whole.events[: len(scribe.record.events)]


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("ash", "table"), "seats: “table”"),
        (("ash", "ash"), "seats: “ash” is named twice"),
        (("ash",), "seats: this board is for 2 to 6 players, not 1"),
        (tuple(f"s{number}" for number in range(13)), "seats: a game has at most 12, not 13"),
        (("ash", "oak"), "birch"),
    ],
)
def test_a_game_is_not_opened_with_a_setup_that_does_not_fit(names: tuple[str, ...], says: str) -> None:
    """The refusal names the field, by the house or by the ruleset."""
    setup = replace(close_by(), seats=tuple(SeatSetup(Seat(name)) for name in names))

    with pytest.raises(BadRecord, match=says):
        MemoryWriter.open(RULESET, setup, sources("unfit"))
