"""Marks on options where draws decide, in A Knight's Duty, which names no price for a broken promise."""

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit import marks
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.frames import Replay
from tests.support.playing import BOTH_FIRST, RULESET, Json, close_by, decide, order_and_strike, sources
from tests.support.promises.promising import POINTING, Bargain


def marked(scribe: MemoryWriter, value: Json) -> list[tuple[str, int | object | None, bool]]:
    """Kind, price, and whether it only might, of each mark on an option for the seat that takes it."""
    replay, option = Replay(scribe.record, Seat(value["by"])), scribe.decision_from(value)
    audit = replay.promises.audit_at(len(replay))
    assert audit is not None
    options = audit.game.ruleset.options(audit.state, Seat(value["by"])).listed
    found = {options[each.number]: each.marks for each in marks.OptionMarker(audit, Seat(value["by"]), 3).mark(options)}
    return [(each.kind, each.price, each.might) for each in found.get(option, ())]


def test_an_option_without_draws_is_marked_for_certain_and_without_a_price_where_there_is_none() -> None:
    bargain = Bargain(MemoryWriter.open(RULESET, close_by(), sources("marks")))
    bargain.bound(POINTING)
    for by, slots in (("birch", ["bow", "bow"]), ("ash", ["bow", "bow"])):
        decide(bargain.scribe, {"by": by, "kind": "lay_plan", "slots": slots})

    assert marked(bargain.scribe, {"by": "birch", "kind": "declare_target", "target": "ash"}) == [
        ("breaks", None, False)
    ]


def striking(letter: str) -> MemoryWriter:
    """Who strikes first is drawn, then how: both Hearts are broken, so that a heart defeats, and a shield does not."""
    scribe = order_and_strike()
    Bargain(scribe).bound(letter)
    return scribe


def test_what_depends_on_a_draw_might_be() -> None:
    """Of six ways two let birch defeat ash, and one lets ash end the game before; ash is not asked, and has no mark."""
    assert marked(striking("birch promises ash never to defeat ash."), BOTH_FIRST) == [
        ("breaks", None, True),
        ("discharges", None, True),
    ]
    assert marked(striking("ash promises birch never to defeat birch."), BOTH_FIRST) == []


@pytest.mark.parametrize(("most", "found"), [(8, [("breaks", None, True)]), (2, [])])
def test_of_draws_only_so_many_results_are_tried(
    monkeypatch: pytest.MonkeyPatch, most: int, found: list[tuple[str, None, bool]]
) -> None:
    """Half of them for each of two options, as long as what is drawn matters to the promise at all."""
    monkeypatch.setattr(marks, "MOST_DRAWS", most)
    monkeypatch.setattr(marks, "MOST_AT_ONCE", 0)

    assert marked(striking("birch promises ash never to defeat ash."), BOTH_FIRST) == found


def test_before_the_first_promise_there_is_nothing_to_mark() -> None:
    replay = Replay(order_and_strike().record, Seat("birch"))

    assert replay.promises.audit_at(len(replay)) is None
