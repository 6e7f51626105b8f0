"""Seeds and reveals that are not as they should be, with the chain computed again (docs/record-format.md)."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.kernel import DrawRequest
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.support.playing import small_game
from tests.support.tampering import Event, digest, events_in, first, forged, outcome_with, renumbered

Forge = Callable[[list[Event]], object]
RECORD = small_game()
EVENTS = events_in(record_text(RECORD))
DRAW = int(first(EVENTS, "game.draw/1").public["n"])
DECISION = int(first(EVENTS, "game.draw/1").data["of"])
REVEAL = int(first(EVENTS, "game.seed-revealed/1").public["n"])


def found_in(change: Forge, record: Record = RECORD) -> list[Discrepancy]:
    return list(verify(forged(record, change)).discrepancies)


def places(found: list[Discrepancy]) -> set[tuple[int, str]]:
    return {(each.position, each.kind) for each in found}


def other_seed() -> str:
    """A seed that gives another card than the one that was drawn."""
    draw = first(EVENTS, "game.draw/1").data["draw"]
    request = DrawRequest(draw["label"], tuple(draw["pile"]))
    game = EVENTS[0].public["game"]
    seeds = (f"{number:064x}" for number in range(1_000))
    return next(seed for seed in seeds if SeededChance(seed, game, DECISION).draw(request).drawn[0] != draw["drawn"][0])


def revealing(seed: str) -> Forge:
    def change(events: list[Event]) -> None:
        shown = events[REVEAL - 1].data["seed"]
        shown |= {"value": seed, "sd": digest(shown["salt"], seed)}

    return change


def committing_to(seed: str) -> Forge:
    """Commitment and reveal replaced together."""

    def change(events: list[Event]) -> None:
        revealing(seed)(events)
        opening = events[0].openings[0]
        opening[1] = seed
        events[0].data["chance"]["seed"]["sd"] = digest(opening[0], seed)

    return change


def test_another_seed_at_the_reveal_is_found_there() -> None:
    """It was never committed to: its digest stood nowhere before."""
    found = found_in(revealing(other_seed()))

    assert places(found) == {(REVEAL, "reveal")}
    assert found[0].says == "what is shown was never hidden under that digest"


def test_another_seed_from_the_beginning_is_found_at_the_first_draw_that_differs() -> None:
    """Whoever replaces commitment and reveal together has drawn from the other seed all the same."""
    found = found_in(committing_to(other_seed()))

    assert places(found) == {(DRAW, "draw")}


@pytest.mark.parametrize("seed", ["not hex", "", "0" * 63, "0" * 66, "F" * 64])
def test_a_seed_that_is_no_seed_is_refused(seed: str) -> None:
    """docs/record-format.md, section 7: 64 hex digits. Nothing that a client sends may end in a fault."""
    with pytest.raises(BadRecord):
        found_in(committing_to(seed))


def test_a_reveal_of_something_that_was_never_hidden_is_found_at_the_reveal() -> None:
    """A token turned over that nobody laid: value, salt and digest agree, and the digest stood nowhere before."""
    event, number = outcome_with(EVENTS, "token_revealed")
    position = int(event.public["n"])

    def change(events: list[Event]) -> None:
        token = events[position - 1].data["consequences"][number]["event"]["token"]
        token |= {"salt": "0" * 32, "sd": digest("0" * 32, token["value"])}

    found = found_in(change)

    assert (position, "reveal") in places(found)
    assert found[0].position == position


def test_a_reveal_before_the_value_was_hidden_is_found() -> None:
    """The digest has to stand earlier, not later: a seed shown in the first step is committed to at position 1."""

    def change(events: list[Event]) -> None:
        mark = events[0].data["chance"]["seed"]
        events[0].openings.clear()
        mark["sd"] = "0" * 64

    assert (REVEAL, "reveal") in places(found_in(change))


def test_a_game_without_the_reveal_that_is_due_is_found_at_its_end() -> None:
    """Policy ``all`` says that the seed is shown; without it nobody could recompute a draw."""

    def change(events: list[Event]) -> None:
        del events[REVEAL - 1]
        renumbered(events)

    found = found_in(change)

    assert places(found) == {(REVEAL, "end")}


def test_a_seed_that_is_shown_against_the_policy_is_found() -> None:
    """A seed tells every hidden draw: under policy ``none`` it stays hidden."""
    hush = small_game(reveal="none")

    def change(events: list[Event]) -> None:
        salt, seed = events[0].openings[0]
        more = deepcopy(events[-1])
        shown = {"salt": salt, "sd": digest(salt, seed), "value": seed}
        more.public.update(type="game.seed-revealed/1", by="host", data={"seed": shown})
        events.insert(len(events) - 1, more)
        renumbered(events)

    found = found_in(change, hush)

    assert places(found) == {(len(hush.events) + 1, "end")}
