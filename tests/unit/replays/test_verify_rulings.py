"""Corrections and forks, sound ones and forged ones with the chain computed again."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import DrawWrong
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.errors import NotFound, RemedyRefused
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat
from oathbook.domain.recording.format.record import Record, record_for, redact_record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.frames import Replay
from oathbook.replays.transcript import transcript
from oathbook.replays.verification import verify
from tests.support.disputing import Table, mistaken_game
from tests.support.playing import die, small_game
from tests.support.ruling import after_correction, corrected_game, ends_of_steps, fork_of, forked_game, running
from tests.support.tampering import Event, digest, first, forged

MISTAKEN, CORRECTED = corrected_game()
PARENT, FORK = forked_game()
AT_THREE = fork_of(running(decisions=6), ends_of_steps(running(decisions=6))[4])
DRAWN = running(name="draws 1", decisions=15)
DREW = fork_of(DRAWN, len(DRAWN.events))


def found_in(record: Record, change: Callable[[list[Event]], object]) -> set[tuple[int, str]]:
    return {(each.position, each.kind) for each in verify(forged(record, change)).discrepancies}


# Corrections --------------------------------------------------------------------------------------------------------


def test_a_wrong_outcome_is_a_discrepancy_until_it_is_corrected() -> None:
    (wrong,) = verify(MISTAKEN).discrepancies
    verdict = verify(CORRECTED)

    assert (verdict.status, verdict.discrepancies, verdict.corrected) == ("sound", (), (wrong,))


def state_changed(events: list[Event]) -> None:
    first(events, "game.corrected/1").data["state"]["value"]["field"]["turn"] += 1


def another_consequence(events: list[Event]) -> None:
    instead = first(events, "game.corrected/1").data["instead"][0]
    instead["consequences"] = instead["consequences"][:-1]


def one_more_outcome(events: list[Event]) -> None:
    instead = first(events, "game.corrected/1").data["instead"]
    instead.append({"at": instead[-1]["at"] + 2, "consequences": []})


def of_a_right_outcome(events: list[Event]) -> None:
    instead = first(events, "game.corrected/1").data["instead"]
    right = next(e for e in events if e.topic == "game.outcome/1" and e.public["n"] != instead[0]["at"])
    instead[0]["at"] = right.public["n"]


def of_no_event(events: list[Event]) -> None:
    first(events, "game.corrected/1").data["instead"][0]["at"] = 99_999


def of_the_opening(events: list[Event]) -> None:
    first(events, "game.corrected/1").data["instead"][0]["at"] = 1


@pytest.mark.parametrize(
    "change",
    [state_changed, another_consequence, one_more_outcome, of_a_right_outcome, of_no_event, of_the_opening],
    ids=lambda each: each.__name__,
)
def test_a_forged_correction_is_found_and_puts_nothing_right(change: Callable[[list[Event]], object]) -> None:
    wrong = {(each.position, each.kind) for each in verify(MISTAKEN).discrepancies}

    assert found_in(CORRECTED, change) == {*wrong, (len(MISTAKEN.events) + 1, "correction")}


def test_a_correction_by_a_seat_is_none() -> None:
    def by_ash(events: list[Event]) -> None:
        first(events, "game.corrected/1").public["by"] = "ash"

    assert found_in(CORRECTED, by_ash) == {(len(CORRECTED.events), "shape")}


@pytest.mark.parametrize("ruleset", tuple(load_registry().by_key.values()), ids=lambda each: each.edition.key)
def test_whoever_sees_less_finds_nothing_wrong_with_a_correction(ruleset: AnyRuleset) -> None:
    """What they cannot work out again is said not to be checked."""
    for number in range(8):
        game = mistaken_game(ruleset, "outcome", number)
        if game is None:
            continue
        try:
            record = after_correction(game.record, game.at).record
        except RemedyRefused:
            continue
        for viewer in (PUBLIC, *(each.seat for each in record.opened.seats)):
            found = verify(redact_record(record, viewer))
            assert {each.kind for each in found.discrepancies} <= {"consequence", "reasons"}
            assert not found.discrepancies or any(each.position == len(record.events) for each in found.unchecked)


@cache
def dealt_again() -> Record:
    """A corrected game of Heirless in whose state there are hands that were dealt since."""
    ruleset = load_registry().ruleset("heirless/e1")
    for number in range(90, 110):
        table = Table(ruleset, die(f"heirless/e1 {number}"), f"dealt {number}")
        table.go_on(table.picks.randrange(8))
        at = table.mistake("outcome")
        table.go_on(table.picks.randrange(5))
        with suppress(RemedyRefused, NotFound):
            record = after_correction(table.scribe.record, at or 0).record
            if any("hidden from this reader" in each.why for each in verify(record_for(record, PUBLIC)).unchecked):
                return record
    raise LookupError


def test_hands_that_were_dealt_are_no_discrepancy_to_whoever_may_not_see_them() -> None:
    """What is computed again has no digest to hold against the one that stands there."""
    record = dealt_again()

    found = verify(record_for(record, PUBLIC))

    assert verify(record).status == "sound"
    assert (found.status, found.discrepancies) == ("partial", ())
    assert found.unchecked[-1].position == len(record.events)


def test_what_they_see_of_a_forged_correction_is_a_discrepancy_all_the_same() -> None:
    def season_changed(events: list[Event]) -> None:
        field = first(events, "game.corrected/1").data["state"]["value"]["field"]
        field["season"] += 1

    found = verify(forged(record_for(dealt_again(), PUBLIC), season_changed))

    assert (len(dealt_again().events), "correction") in {(each.position, each.kind) for each in found.discrepancies}


# Forks --------------------------------------------------------------------------------------------------------------


def test_a_fork_is_sound_beside_the_game_it_goes_on_from() -> None:
    verdict = verify(FORK, parent=PARENT)

    assert (verdict.status, verdict.unchecked) == ("sound", ())
    assert verify(PARENT).status == "sound"


def test_what_happened_is_said_of_both_games() -> None:
    told = "\n".join(transcript(Replay(PARENT, HOLDER)))
    assert isinstance(FORK.opened.chance, BySeed)

    assert f"game {FORK.game}, which went on from this one, is over; the seed is revealed" in told
    assert f"; it goes on from game {PARENT.game}, position 1" in next(
        each for each in transcript(Replay(FORK, PUBLIC)) if "is set up for" in each
    )


def test_alone_a_fork_is_sound_but_for_the_draws_of_the_other_seed() -> None:
    record = DREW.scribe.record
    drawn = [event.entry.position for event in record.events if event.topic == "game.draw/1"]
    verdict = verify(record)

    assert drawn
    assert (verdict.status, verdict.discrepancies) == ("partial", ())
    assert [(each.position, each.why) for each in verdict.unchecked] == [
        (drawn[0], f"{len(drawn)} draws: the seed of the game it goes on from is not open here")
    ]
    assert verify(record, parent=DREW.parent).status == "sound"


def test_while_a_fork_runs_the_public_cannot_recompute_what_was_drawn_before() -> None:
    parent = redact_record(DREW.parent, PUBLIC)

    assert verify(redact_record(DREW.scribe.record, PUBLIC), parent=parent).status == "partial"


def test_a_fork_of_a_fork_needs_both_games_for_its_draws() -> None:
    again = fork_of(DREW.scribe.record, len(DREW.scribe.record.events))

    assert verify(again.scribe.record, parent=again.parent).status == "partial"


def other_draw(events: list[Event]) -> None:
    draw = first(events, "game.draw/1").data["draw"]
    others = [card for card in draw["pile"] if card not in draw["drawn"]]
    draw["drawn"] = [others[0], *draw["drawn"][1:]]


def test_a_draw_that_was_another_in_the_parent_is_found() -> None:
    at = next(event.entry.position for event in DREW.scribe.record.events if event.topic == "game.draw/1")
    record = forged(DREW.scribe.record, other_draw)

    found = {(each.position, each.kind) for each in verify(record, parent=DREW.parent).discrepancies}

    assert {(at, "fork"), (at, "draw")} <= found


def a_later_hash(events: list[Event]) -> None:
    events[0].data["parent"]["head"] = "0" * 64


def an_earlier_position(events: list[Event]) -> None:
    events[0].data["parent"]["position"] -= 1


def another_player(events: list[Event]) -> None:
    events[0].data["seats"][0]["player"] = "Somebody"


def another_game(events: list[Event]) -> None:
    events[0].data["parent"]["game"] = "another"


def another_time(events: list[Event]) -> None:
    events[1].public["at"] = "2020-01-01T00:00:00.000000Z"


@pytest.mark.parametrize(
    ("change", "places"),
    [
        (a_later_hash, {1}),
        (another_player, {1}),
        (another_game, {1}),
        (another_time, {2}),
        (an_earlier_position, {1, len(AT_THREE.scribe.record.events) - 1}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_forged_fork_is_found_beside_its_parent(change: Callable[[list[Event]], object], places: set[int]) -> None:
    record = forged(AT_THREE.scribe.record, change)

    found = verify(record, parent=AT_THREE.parent).discrepancies

    assert {(each.position, each.kind) for each in found} == {(place, "fork") for place in places}


def test_a_fork_that_carries_over_less_than_it_says_is_found() -> None:
    record = forged(AT_THREE.scribe.record, lambda events: events[0].data["parent"].update(position=99))

    assert [(each.kind, each.says) for each in verify(record).discrepancies] == [
        ("fork", f"it carries over {len(record.events)} events, not 99")
    ]


def test_whether_a_draw_that_is_carried_over_was_right_is_told_beside_the_parent_alone() -> None:
    record = DREW.scribe.record
    at = next(event.entry.position for event in record.events if event.topic == "game.draw/1")

    finding = examine(Case(record.game, record.head, record.ruleset, record.entries()), DrawWrong(at))

    assert finding.answer == "undetermined"
    assert finding.missing is not None
    assert finding.missing.says == "it was drawn by the seed of the game that this one goes on from"


def test_a_game_that_is_no_fork_goes_on_from_none() -> None:
    (found,) = verify(small_game(), parent=PARENT).discrepancies

    assert found == Discrepancy(1, "fork", f"it does not go on from game {PARENT.game}, nor from any other")


def test_a_game_that_is_not_closed_by_the_fork_did_not_lead_to_it() -> None:
    """The host goes on with the old game as if nothing had been ruled."""
    parent = running(decisions=6)

    found = verify(AT_THREE.scribe.record, parent=parent).discrepancies

    assert [(each.position, each.says) for each in found] == [(1, f"game {parent.game} is not closed by it")]


def closed_elsewhere(events: list[Event]) -> None:
    first(events, "game.forked/1").data["position"] = 99


def unsealed_for_another(events: list[Event]) -> None:
    first(events, "game.unsealed/1").data["fork"] = "another"


def unsealed_without_seed(events: list[Event]) -> None:
    first(events, "game.unsealed/1").data.pop("seed")


def unsealed_with_another_seed(events: list[Event]) -> None:
    seed = first(events, "game.unsealed/1").data["seed"]
    seed |= {"value": "0" * 64, "sd": digest(seed["salt"], "0" * 64)}


@pytest.mark.parametrize(
    "change",
    [closed_elsewhere, unsealed_for_another, unsealed_without_seed, unsealed_with_another_seed],
    ids=lambda each: each.__name__,
)
def test_a_forged_end_of_the_parent_is_found(change: Callable[[list[Event]], object]) -> None:
    assert "fork" in {kind for _, kind in found_in(PARENT, change)}


def test_a_seat_may_hold_a_fork_against_its_own_record_of_the_parent() -> None:
    for seat in (Seat("ash"), Seat("birch")):
        verdict = verify(redact_record(FORK, seat), parent=redact_record(PARENT, seat))
        assert verdict.discrepancies == ()
