"""Draws, seeds and reveals that are not as they should be, with the chain computed again (docs/record-format.md)."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache

import pytest

from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.support.playing import BOTH_FIRST, Json, decide, order_and_strike, small_game
from tests.support.tampering import Event, events_in, first, forged, renumbered

Forge = Callable[[list[Event]], object]
RECORD = small_game()
TOLD = small_game(chance="witnessed")
EVENTS = events_in(record_text(RECORD))
DRAW = int(first(EVENTS, "game.draw/1").public["n"])
DECISION = int(first(EVENTS, "game.draw/1").data["of"])
REVEAL = int(first(EVENTS, "game.seed-revealed/1").public["n"])


@cache
def three_draws() -> Record:
    """A game whose last decision made two draws or three."""
    scribe = order_and_strike()
    decide(scribe, BOTH_FIRST)
    return scribe.record


def found_in(change: Forge, record: Record = RECORD) -> list[Discrepancy]:
    return list(verify(forged(record, change)).discrepancies)


def places(found: list[Discrepancy]) -> set[tuple[int, str]]:
    return {(each.position, each.kind) for each in found}


def draw_in(events: list[Event]) -> Json:
    draw: Json = first(events, "game.draw/1").data["draw"]
    return draw


def other_card(draw: Json) -> str:
    return next(str(card) for card in draw["pile"] if card != draw["drawn"][0])


def test_a_possible_draw_that_does_not_follow_from_the_seed_is_found_at_the_draw() -> None:
    """What was drawn stands beside what the seed gives; the outcome that was played is another one too."""
    found = found_in(lambda events: draw_in(events).update(drawn=[other_card(draw_in(events))]))

    assert (found[0].position, found[0].kind, found[0].says) == (DRAW, "draw", "it does not follow from the seed")
    assert "seeded" in repr(found[0].follows)
    assert (DRAW + 1, "consequence") in places(found)


def test_a_possible_draw_that_somebody_saw_is_found_only_by_what_follows_from_it() -> None:
    """A witnessed draw cannot be recomputed: it is the outcome that does not fit the other card."""
    found = found_in(lambda events: draw_in(events).update(drawn=[other_card(draw_in(events))]), TOLD)

    assert {each.kind for each in found} <= {"consequence", "end", "misfit"}
    assert found[0].kind == "consequence"


@pytest.mark.parametrize("record", [RECORD, TOLD], ids=["seeded", "witnessed"])
@pytest.mark.parametrize("drawn", [["lance"], [], ["heart", "heart"], ["heart", "shield"]])
def test_an_impossible_draw_is_found_at_the_draw(record: Record, drawn: list[str]) -> None:
    """Another card, none, or more than were asked for: it cannot have come from that pile."""
    at = int(first(events_in(record_text(record)), "game.draw/1").public["n"])

    found = found_in(lambda events: draw_in(events).update(drawn=drawn), record)

    assert (found[0].position, found[0].kind) == (at, "draw")
    assert "is impossible" in found[0].says


def test_a_draw_under_another_label_is_found_as_the_one_that_is_missing() -> None:
    """What is to be drawn from what is said where something else was drawn."""
    found = found_in(lambda events: draw_in(events).update(label="tea"))

    assert (found[0].position, found[0].kind) == (DRAW, "draw")
    assert "is missing: take 1 from heart" in found[0].says


def test_a_draw_that_was_left_out_is_found_as_missing() -> None:
    """The decision cannot be decided again without it."""

    def change(events: list[Event]) -> None:
        events.remove(first(events, "game.draw/1"))
        renumbered(events)

    found = found_in(change)

    assert (found[0].position, found[0].kind) == (DECISION, "draw")


def with_a_heart_more(pile: list[str]) -> list[str]:
    return [*pile, "heart"]


def the_other_way_round(pile: list[str]) -> list[str]:
    return pile[::-1]


@pytest.mark.parametrize("record", [RECORD, TOLD], ids=["seeded", "witnessed"])
@pytest.mark.parametrize("pile", [with_a_heart_more, the_other_way_round])
def test_a_draw_from_another_pile_is_found_at_the_draw(record: Record, pile: Callable[[list[str]], list[str]]) -> None:
    """More cards, or the same in another order, which is another draw from the same seed."""
    at = int(first(events_in(record_text(record)), "game.draw/1").public["n"])

    found = found_in(lambda events: draw_in(events).update(pile=pile(draw_in(events)["pile"])), record)

    assert (found[0].position, found[0].kind, found[0].says) == (at, "draw", "it was drawn from another pile")
    assert "DrawRequest" in repr(found[0].follows)


@pytest.mark.parametrize(("record", "source"), [(RECORD, "witnessed"), (TOLD, "seeded")])
def test_a_draw_of_another_source_than_the_games_is_found(record: Record, source: str) -> None:
    """Nobody can say of a seeded draw that they saw it, nor of a witnessed one that it was seeded."""
    found = found_in(lambda events: draw_in(events).update(source=source), record)

    assert found[0].kind == "draw"
    assert found[0].says == f"it is {source} in a {'seeded' if source == 'witnessed' else 'witnessed'} game"


def put_in(label: str | None) -> Forge:
    """The draw once more behind itself, under that label or the same."""

    def change(events: list[Event]) -> None:
        draw = first(events, "game.draw/1")
        more = deepcopy(draw)
        if label is not None:
            more.data["draw"]["label"] = label
        events.insert(events.index(draw) + 1, more)
        renumbered(events)

    return change


def test_a_draw_that_nothing_asks_for_is_found_at_the_draw() -> None:
    """It stands behind the right one, and would have been drawn for nothing."""
    found = found_in(put_in("tea"))

    assert (found[0].position, found[0].kind) == (DRAW + 1, "draw")
    assert found[0].says == "nothing asks for the draw “tea”"


@pytest.mark.parametrize(
    "claim",
    [
        {"pile": [], "drawn": []},
        {"pile": [], "drawn": ["milk"]},
        {"pile": ["milk"], "drawn": ["milk", "milk"]},
        {"pile": ["milk"] * 1_000, "drawn": ["milk"] * 1_000},
    ],
    ids=["nothing", "out of nothing", "more than there is", "very much"],
)
@pytest.mark.parametrize("record", [RECORD, TOLD], ids=["seeded", "witnessed"])
def test_an_impossible_draw_that_nothing_asks_for_is_found_and_never_crashes(record: Record, claim: Json) -> None:
    """Whatever a file claims to have been drawn, it is judged."""
    at = int(first(events_in(record_text(record)), "game.draw/1").public["n"])

    def change(events: list[Event]) -> None:
        put_in("tea")(events)
        events[at].data["draw"] |= claim

    assert (at + 1, "draw") in places(found_in(change, record))


@pytest.mark.parametrize("record", [RECORD, TOLD], ids=["seeded", "witnessed"])
def test_a_draw_that_stands_twice_is_found(record: Record) -> None:
    """A label occurs once in a decision: the second is a draw that nothing asks for."""
    at = int(first(events_in(record_text(record)), "game.draw/1").public["n"])

    found = found_in(put_in(None), record)

    assert (at + 1, "draw") in places(found)


def test_draws_in_another_order_than_the_rules_ask_for_them_are_found() -> None:
    """docs/record-format.md, section 4: a step holds its draws in the order of asking."""

    def swap(events: list[Event]) -> None:
        one, other, *_ = [number for number, event in enumerate(events) if event.topic == "game.draw/1"]
        events[one], events[other] = events[other], events[one]
        renumbered(events)

    found = found_in(swap, three_draws())

    assert {each.kind for each in found} & {"draw", "shape"}
