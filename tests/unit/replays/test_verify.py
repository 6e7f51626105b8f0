"""A record's cross-examination: what is sound, and what a reader could not check (docs/record-format.md 9)."""

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import NotCovered
from oathbook.domain.games.game_events import DecisionMade, DrawMade, OutcomeFollowed
from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.record import Record, record_for, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.knights_duty.model.combat_events import CardPicked
from oathbook.replays.verification import Verification, verify
from tests.golden.disputing import cut
from tests.support.checkout import GOLDEN
from tests.support.playing import (
    BOTH_FIRST,
    CLOSE,
    FAR,
    SAMPLES,
    decide,
    half_shown,
    long_game,
    opened,
    order_and_strike,
    read,
    read_again,
    running_game,
    small_game,
    whole_game,
)
from tests.support.tampering import Event, first, forged, outcome_with
from tests.support.variants import Consequences, decides_otherwise

OTHERS = range(1, len(SAMPLES))


def count(record: Record, kind: type) -> int:
    return sum(isinstance(event.entry.body, kind) for event in record.events)


@pytest.mark.parametrize("sample", [CLOSE, FAR, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)])
@pytest.mark.parametrize("chance", ["seeded", "witnessed"])
def test_a_whole_game_is_sound(sample: int, chance: str) -> None:
    """Every decision and every draw was looked at, and nothing was left out."""
    record = read_again(whole_game(sample, "verify", chance="seeded" if chance == "seeded" else "witnessed"))

    verdict = verify(record)

    assert verdict == Verification(
        game=record.game,
        edition="knights_duty/1",
        events=len(record.events),
        head=record.head,
        reached=len(record.events),
        discrepancies=(),
        unchecked=(),
        decisions=count(record, DecisionMade),
        draws=count(record, DrawMade),
    )
    assert verdict.status == "sound"


def test_a_game_that_has_only_been_opened_is_sound() -> None:
    """There is nothing to decide again, and nothing that could not be checked."""
    assert verify(read_again(opened().record)).status == "sound"


def test_a_step_with_several_draws_is_sound() -> None:
    """Each of them follows from the seed by its own label."""
    scribe = order_and_strike()
    decide(scribe, BOTH_FIRST)

    verdict = verify(scribe.record)

    assert verdict.status == "sound"
    assert verdict.draws >= 2


@pytest.mark.parametrize("record", [small_game(), long_game()], ids=["small", "long"])
def test_after_the_end_of_a_game_that_reveals_all_anybody_can_check_all_of_it(record: Record) -> None:
    """The public's export is the whole record."""
    verdict = verify(read_again(record_for(record, PUBLIC)))

    assert (verdict.status, verdict.unchecked) == ("sound", ())


@pytest.mark.parametrize(("viewer", "hidden"), [(PUBLIC, [2, 4]), (Seat("ash"), [4]), (Seat("birch"), [2])])
def test_an_export_of_a_running_game_is_sound_as_far_as_its_reader_can_see(viewer: Viewer, hidden: list[int]) -> None:
    """Issue: exit 3 on a seat's export, saying what was not checked: the plans that still lie face down."""
    record = half_shown()

    verdict = verify(read_again(record_for(record, viewer)))

    assert verdict.status == "partial"
    assert verdict.discrepancies == ()
    assert [each.position for each in verdict.unchecked] == hidden
    assert all("is not open to this reader" in each.why for each in verdict.unchecked)
    assert verdict.decisions == count(record, DecisionMade) - len(hidden)
    assert verdict.reached == len(record.events)


def test_a_hand_that_lies_face_down_behind_a_card_that_was_shown_is_not_checked() -> None:
    """Ash can work out what is left of birch's hand, and has nothing but a digest to hold it against."""
    running = cut(read((GOLDEN / "heirless/e1/attack-misses.jsonl").read_bytes()), 13)

    verdict = verify(read_again(record_for(running, Seat("ash"))))

    assert verdict.status == "partial"
    assert [each.position for each in verdict.unchecked] == [11]
    assert verify(running).status == "sound"


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_the_full_record_of_a_running_game_is_sound(name: str) -> None:
    """The control: whoever holds all of it can check all of it, seed included, in the middle of the game."""
    assert verify(read_again(half_shown())).status == "sound"
    assert verify(read_again(running_game(FAR, name, decisions=60))).status == "sound"


def test_draws_whose_seed_is_not_open_are_said_not_to_be_recomputed() -> None:
    """They are checked for being possible, and nothing more can be said."""
    record = small_game(reveal="none")

    verdict = verify(read_again(record_for(record, PUBLIC)))

    draw = next(event.entry.position for event in record.events if isinstance(event.entry.body, DrawMade))
    assert verdict.status == "partial"
    assert (draw, "1 draws: the seed is not open to this reader") in {
        (each.position, each.why) for each in verdict.unchecked
    }
    assert verify(record).status == "sound"


@pytest.mark.parametrize("viewer", [PUBLIC, Seat("ash")])
def test_a_lie_inside_what_a_reader_can_see_is_found_by_that_reader(viewer: Viewer) -> None:
    """A redacted record is partial only as long as nothing is wrong with it."""

    def change(events: list[Event]) -> None:
        event, number = outcome_with(events, "target_declared")
        event.data["consequences"][number]["cites"] = ["KD-1.1"]

    lie = forged(half_shown(), change)
    where = next(
        event.entry.position
        for event in lie.events
        if isinstance(event.entry.body, OutcomeFollowed) and b"target_declared" in event.line
    )

    verdict = verify(read_again(redact_record(lie, viewer)))

    assert verdict.status == "discrepancy"
    assert [(found.position, found.clause) for found in verdict.discrepancies] == [(where, "KD-7.2")]


def test_a_lie_about_a_draw_is_found_by_whoever_cannot_recompute_it_only_if_it_is_impossible() -> None:
    """The public of a game that reveals nothing can tell what cannot be, and nothing else."""

    def drawing(*cards: str) -> Record:
        record = forged(
            small_game(reveal="none"),
            lambda events: first(events, "game.draw/1").data["draw"].update(drawn=list(cards)),
        )
        return read_again(redact_record(record, PUBLIC))

    assert {found.kind for found in verify(drawing("lance")).discrepancies} == {"draw"}
    assert "draw" not in {found.kind for found in verify(drawing("shield")).discrepancies}


def otherwise(consequences: Consequences) -> Consequences:
    """Another rulebook that cites another clause for the card that is picked."""
    return tuple(
        replace(each, cites=("KD-8.9",)) if isinstance(each.event, CardPicked) else each for each in consequences
    )


@pytest.mark.parametrize("record", [small_game(), long_game()], ids=["small", "long"])
def test_verifying_under_another_ruleset_names_exactly_the_positions_at_which_it_differs(record: Record) -> None:
    """The same events, another rulebook under the same name; the first difference of each outcome is reported."""
    picked = [
        event.entry.position
        for event in record.events
        if isinstance(event.entry.body, OutcomeFollowed)
        and any(isinstance(each.event, CardPicked) for each in event.entry.body.consequences)
    ]

    verdict = verify(record, decides_otherwise(otherwise))

    assert picked
    assert [found.position for found in verdict.discrepancies] == picked
    assert {(found.kind, found.clause) for found in verdict.discrepancies} == {("reasons", "KD-8.9")}
    assert verdict.reasons == ()
    assert verify(record, decides_otherwise(lambda each: each)).status == "sound"


def test_a_decision_whose_text_is_missing_in_a_ruleset_is_said_not_to_be_checked() -> None:
    """``NotCovered`` is no discrepancy: the rules do not guess."""

    def not_covered(_: Consequences) -> Consequences:
        clause = "KD-2.1"
        raise NotCovered(clause, "the page is missing")

    verdict = verify(small_game(), decides_otherwise(not_covered))

    assert verdict.status == "partial"
    assert len(verdict.unchecked) == count(small_game(), DecisionMade)
    assert {each.why for each in verdict.unchecked} == {"KD-2.1 is not covered: the page is missing"}


def test_a_table_is_not_asked_for_reasons_it_did_not_give() -> None:
    """An outcome by ``transcript`` is compared by its events; one by ``rules`` with citations and working too."""

    def change(by: str) -> Record:
        def forge(events: list[Event]) -> None:
            event, number = outcome_with(events, "card_picked")
            event.public["by"] = by
            event.data["consequences"][number]["cites"] = []

        return forged(small_game(chance="witnessed"), forge)

    assert verify(change("transcript")).status == "sound"
    assert verify(change("rules")).status == "discrepancy"


def test_verifying_does_not_change_a_record() -> None:
    """It is read and nothing else: once more gives the same verdict, and the same bytes."""
    record = small_game()
    text = record_text(record)

    assert verify(record) == verify(record)
    assert record_text(record) == text
