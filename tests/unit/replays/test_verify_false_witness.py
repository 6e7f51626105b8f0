"""False reasons, false witnesses and impossible times, in records with the chain computed again."""

from collections.abc import Callable

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel.limits import CARDS_PER_DRAW
from oathbook.domain.recording.format.record import Record
from oathbook.replays.verification import verify
from tests.support.playing import small_game
from tests.support.tampering import Event, first, forged

SEEDED = small_game()
TOLD = small_game(chance="witnessed")
Change = Callable[[list[Event]], None]


def found(record: Record, change: Change) -> list[tuple[str, str]]:
    """Kind and sentence of everything that verifying finds after the change."""
    return [(each.kind, each.says) for each in verify(forged(record, change)).discrepancies]


def told_with(cites: list[str]) -> Change:
    """Every outcome told by a table that gives these clauses, and no other reasons."""

    def change(events: list[Event]) -> None:
        for event in events:
            if event.topic == "game.outcome/1":
                event.public["by"] = "transcript"
                for told in event.data["consequences"]:
                    told |= {"cites": cites, "readings": [], "working": []}

    return change


def test_a_table_need_not_say_why_but_may_not_give_false_reasons() -> None:
    """Without reasons the events alone are compared; with reasons, those as well."""
    assert found(TOLD, told_with([])) == []
    assert {kind for kind, _ in found(TOLD, told_with(["NOT-A-CLAUSE"]))} == {"reasons"}


def test_a_game_that_draws_from_a_seed_was_not_told_by_a_table() -> None:
    """A transcript's draws are witnessed, so such an outcome hides who wrote it."""
    says = {says for _, says in found(SEEDED, told_with([]))}

    assert "a game that draws from a seed was not written down by a table" in says


@pytest.mark.parametrize("record", [SEEDED, TOLD], ids=["seeded", "witnessed"])
def test_a_witness_who_is_no_seat_is_found(record: Record) -> None:
    """Nobody else saw a witnessed draw, and nobody at all a seeded one."""

    def change(events: list[Event]) -> None:
        first(events, "game.draw/1").data["draw"]["witnesses"] = ["nobody"]

    assert ("draw", "nobody cannot have witnessed it") in found(record, change)


def test_a_large_draw_that_nothing_asks_for_is_found_and_not_recomputed() -> None:
    """The pile may have 1,000 cards; one more cannot be read."""

    def with_pile(cards: int) -> Change:
        def change(events: list[Event]) -> None:
            draw = first(events, "game.draw/1").data["draw"]
            draw |= {"label": "all", "pile": [str(card) for card in range(cards)], "drawn": ["0"]}

        return change

    assert any(kind == "draw" for kind, _ in found(SEEDED, with_pile(CARDS_PER_DRAW)))
    with pytest.raises(CorruptRecord, match=f"length <= {CARDS_PER_DRAW}"):
        forged(SEEDED, with_pile(CARDS_PER_DRAW + 1))


IMPOSSIBLE = ("2026-13-01T00:00:00.000000Z", "2026-01-32T00:00:00.000000Z", "2026-01-01T24:00:00.000000Z")


@pytest.mark.parametrize("at", IMPOSSIBLE)
def test_a_time_that_no_clock_shows_cannot_be_read(at: str) -> None:
    """Months to 12, days to 31, hours to 23."""

    def change(events: list[Event]) -> None:
        events[1].public["at"] = at

    with pytest.raises(CorruptRecord, match="position 2"):
        forged(SEEDED, change)
