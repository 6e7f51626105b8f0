"""Older versions of a topic, made up here: read in their own form, checked in it, and lifted to today's (3.2)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.game_events import DecisionMade, DrawMade
from oathbook.domain.kernel import PUBLIC, Draw
from oathbook.domain.kernel.limits import Count
from oathbook.domain.recording.format.codec import Codec
from oathbook.domain.recording.format.record import Record, fold_record, redact_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.format.topics import Topic
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, long_game, small_game
from tests.support.tampering import Event, canonical, chained, events_in, first, hash_of


class OldDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``game.draw/0`` might have looked like: flat, with other names, and without witnesses."""

    decision: Count
    name: str
    out_of: tuple[str, ...]
    came: tuple[str, ...]


class OldDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """What ``game.decision/0`` might have looked like: with the hidden values, under another name."""

    chosen: Decision


def lifted_draw(old: OldDraw) -> DrawMade:
    return DrawMade(old.decision, Draw(old.name, old.out_of, old.came, "seeded"))


def lifted_decision(old: OldDecision) -> DecisionMade[Decision]:
    return DecisionMade(old.chosen)


OLDER = {"game.draw/0": Topic(OldDraw, lifted_draw), "game.decision/0": Topic(OldDecision, lifted_decision)}
CODEC = Codec(RULESET.wire, OLDER)


def aged_draw(event: Event) -> None:
    draw = event.data["draw"]
    old = {"decision": event.data["of"], "name": draw["label"], "out_of": draw["pile"], "came": draw["drawn"]}
    event.public.update(type="game.draw/0", data=old)


def aged_decision(event: Event) -> None:
    event.public.update(type="game.decision/0", data={"chosen": event.data["decision"]})


AGED: dict[str, Callable[[Event], None]] = {"game.draw/1": aged_draw, "game.decision/1": aged_decision}


def aged(record: Record, *, until: int) -> Record:
    """The record as it would be if its first events had been written by the older version."""
    events = events_in(record_text(record))
    for event in events[:until]:
        if event.topic in AGED:
            AGED[event.topic](event)
    return read(chained(events), game=record.game)


def read(events: list[Event], *, game: str) -> Record:
    sealed = tuple(
        CODEC.read(canonical(event.public), canonical(event.openings) if event.openings else b"", position=number)
        for number, event in enumerate(events, 1)
    )
    return Record(game, RULESET, CODEC, sealed, sealed[-1].hash)


def old_draw(**changes: Any) -> bytes:  # noqa: ANN401  # values of any JSON type
    event = first(events_in(record_text(small_game())), "game.draw/1")
    aged_draw(event)
    event.data.update(changes)
    return canonical(event.public)


def test_an_event_of_an_older_version_comes_out_as_todays_type() -> None:
    """The fold and everything behind it know one version only."""
    today = first(events_in(record_text(small_game())), "game.draw/1")

    event = CODEC.read(old_draw())

    assert event.entry.body == small_game().events[int(today.public["n"]) - 1].entry.body
    assert isinstance(event.entry.body, DrawMade)


def test_an_event_of_an_older_version_keeps_the_bytes_and_the_hash_it_was_written_with() -> None:
    """Nothing is ever updated: the line stays in the version it was written in."""
    line = old_draw()

    event = CODEC.read(line)

    assert event.line == line
    assert event.hash == hash_of(line)
    assert b"game.draw/0" in event.line


@pytest.mark.parametrize(
    "line",
    [
        old_draw(more=1),
        old_draw(came="heart"),
        old_draw(decision=-1),
        old_draw().replace(b'"came":', b'"came": '),
        old_draw().replace(b'"name"', b'"n\\u0061me"'),
        old_draw().replace(b"game.draw/0", b"game.draw/1"),
        canonical(first(events_in(record_text(small_game())), "game.draw/1").public).replace(b"draw/1", b"draw/0"),
    ],
    ids=["unknown key", "other type", "out of range", "blank", "escape", "old data as new", "new data as old"],
)
def test_an_event_of_an_older_version_is_checked_byte_for_byte_in_that_version(line: bytes) -> None:
    """Strict reading comes before any upcast."""
    with pytest.raises(CorruptRecord, match=r"^game g, position 3: "):
        CODEC.read(line, game="g", position=3)


def test_a_program_that_does_not_know_the_older_version_refuses_it() -> None:
    """No reader guesses what an unknown topic says."""
    with pytest.raises(CorruptRecord, match=r"unknown topic .game\.draw/0."):
        Codec(RULESET.wire).read(old_draw(), game="g", position=3)


@pytest.mark.parametrize("record", [small_game(), long_game()], ids=["small", "long"])
def test_a_record_that_mixes_versions_folds_and_verifies_like_todays(record: Record) -> None:
    """The older version up to the middle, today's after it; as a whole it is the same game, and sound."""
    mixed = aged(record, until=len(record.events) // 2)

    assert {b"game.decision/0" in event.line for event in mixed.events} == {True, False}
    assert [replace(entry, at="") for entry in mixed.entries()] == [replace(entry, at="") for entry in record.entries()]
    assert fold_record(mixed) == fold_record(record)
    assert verify(mixed).status == "sound"


def test_a_record_of_the_older_version_alone_verifies() -> None:
    """Every decision and every draw of it is lifted."""
    record = aged(small_game(), until=len(small_game().events))

    verdict = verify(record)

    assert verdict.status == "sound"
    assert verdict.draws == 1


def test_what_is_wrong_in_an_older_version_is_found_like_anywhere_else() -> None:
    """A draw that does not follow from the seed, in the old form, with the chain computed again."""
    events = events_in(record_text(small_game()))
    draw = first(events, "game.draw/1")
    aged_draw(draw)
    draw.data["came"] = [next(card for card in draw.data["out_of"] if card != draw.data["came"][0])]

    verdict = verify(read(chained(events), game=small_game().game))

    assert (draw.public["n"], "draw") in {(found.position, found.kind) for found in verdict.discrepancies}


def test_hidden_values_of_an_older_version_are_withheld_and_opened_again() -> None:
    """The public's record of an aged game: plans concealed where they stood, opened by the reveals that follow."""
    record = aged(small_game(), until=len(small_game().events))

    public = redact_record(record, PUBLIC)

    plan = public.events[1]
    assert b"game.decision/0" in plan.line
    assert plan.withheld == 2
    assert isinstance(plan.entry.body, DecisionMade)
    entry = public.entries()[1]
    assert isinstance(entry.body, DecisionMade)
    assert [slot.is_open for slot in plan.entry.body.decision.slots] == [False, False]
    assert any(slot.is_open for slot in entry.body.decision.slots)
