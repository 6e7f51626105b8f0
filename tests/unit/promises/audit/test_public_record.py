"""What the record says to everybody before a ruling or a consent: what a ruling contradicts, and what is broken."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import PromiseRefused
from oathbook.domain.games.game_events import DraftEvent, PromiseRuled
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.verification import verify
from tests.minigame.ruleset import BLUE, MINIGAME, RED, setup_of
from tests.support.playing import sources
from tests.support.promises.blaming import ALL_IDLE, SEATS, Table, answering, goods, only

GIFT = "red promises blue to give 2 wood to blue by the end of season 1."
REPAIRED = GIFT.replace(".", ", otherwise to give 1 wood to blue within 1 season.")
JOINT = "red and blue jointly promise green never to idle."
EACH = "red and blue each promise green never to idle."


def rules(table: Table, by: str = "table", /, **ruling: object) -> str:
    """A ruling on the first clause of the first promise."""
    return table.does(by, "rule", **{"promise": "p1", "path": "c1", "reason": "So it is.", **ruling})


def with_wood(letter: str, *moves: str) -> Table:
    """Red has 2 wood, and promises; then these moves."""
    table = Table(goods(red={"wood": 2}))
    table.promises(letter)
    table.plays(*moves)
    return table


@pytest.mark.parametrize(
    ("letter", "moves", "ruling", "says"),
    [
        (GIFT, ALL_IDLE, {"value": "met"}, "value: by the letter and the record c1 of p1 has failed"),
        (GIFT, ALL_IDLE, {"value": "failed", "excused": ["red"]}, "excused: by the record red answers for c1 of p1"),
        (GIFT, ("red give wood 2 blue",), {"value": "failed"}, "value: by the letter and the record c1 of p1 has not"),
        (JOINT, ("red idle",), {"value": "failed", "blamed": ["blue"]}, "blamed: by the record blue does not"),
        (EACH, ("red idle",), {"value": "not-applicable"}, "value: by the letter and the record c1 of p1"),
    ],
)
def test_a_ruling_that_contradicts_the_letter_and_the_record_is_refused(
    letter: str, moves: tuple[str, ...], ruling: dict[str, object], says: str
) -> None:
    table = with_wood(letter, *moves)
    before = len(table.entries)

    with pytest.raises(PromiseRefused, match=says):
        rules(table, **ruling)

    assert len(table.entries) == before


@pytest.mark.parametrize(
    ("letter", "moves", "ruling", "pay"),
    [
        (GIFT, ALL_IDLE, {"value": "failed", "blamed": ["red"]}, (RED,)),
        (EACH, ("red idle",), {"value": "failed", "blamed": ["red"]}, (RED,)),
        (JOINT, ("red idle",), {"value": "failed", "blamed": ["red"], "excused": ["blue"]}, (RED,)),
        (
            GIFT.replace(".", ", otherwise to give 1 wood to blue within 1 season."),
            (),
            {"value": "met", "path": "c1.otherwise"},
            (),
        ),
    ],
)
def test_a_ruling_that_agrees_or_says_nothing_yet_is_stored(
    letter: str, moves: tuple[str, ...], ruling: dict[str, object], pay: tuple[str, ...]
) -> None:
    """Of two who each promise, red has failed; what blue promised is open, and the ruling is not about blue."""
    table = with_wood(letter, *moves)

    rules(table, **ruling)

    (promise,) = table.audit().promises
    assert tuple(seat for part in promise.parts for seat in part.blame.blamed) == pay
    assert verify(table.scribe.record).status == "sound"


def test_a_ruling_that_could_not_be_made_settles_nothing_and_is_found() -> None:
    """It stands in a record from elsewhere: red pays all the same."""
    table = with_wood(GIFT, *ALL_IDLE)

    table.scribe.write([DraftEvent("table", PromiseRuled("p1", "c1", "met", (), (), "It was a gift in spirit."))])

    assert answering(table.audit().promises[0]) == (RED,)
    (found,) = verify(table.scribe.record).discrepancies
    assert (found.kind, found.says) == ("promise", "value: by the letter and the record c1 of p1 has failed")


def _always(_: object) -> bool:
    return True


FREE: Final = replace(MINIGAME, vocabulary=replace(MINIGAME.vocabulary, overrulable=_always))
"""Rules under which a ruling may contradict the letter."""


def test_where_rulings_may_contradict_the_letter_nobody_pays_for_what_is_ruled_met() -> None:
    """It stays broken; and what has not failed cannot be ruled failed there either."""
    table = with_wood(GIFT)
    table.scribe = MemoryWriter.open(FREE, setup_of(goods(red={"wood": 2}), SEATS), sources("free"))
    table.promises(GIFT)
    table.promises(GIFT.replace("season 1", "season 2"))
    table.plays(*ALL_IDLE, "red give wood 2 blue")

    rules(table, value="met")
    with pytest.raises(PromiseRefused, match="c1 of p2 has not failed"):
        rules(table, promise="p2", value="failed")

    first, _ = audit(FREE, table.entries).promises
    assert (first.status, only(first).blame.blamed) == ("broken", ())
    assert [each.step for each in only(first).blame.excused] == ["ruling"]


@pytest.mark.parametrize(
    ("moves", "stands", "broken"), [((), "released", [False] * 3), (("red idle",), "ended", [True] * 3)]
)
def test_a_consent_says_whether_the_promise_was_broken_by_then(
    moves: tuple[str, ...], stands: str, broken: list[bool]
) -> None:
    """After the last one blue owes nothing more: what blue does then costs nothing."""
    table = with_wood(JOINT, *moves)
    for seat in SEATS:
        table.does(seat, "consent", promise="p1")
    table.plays("blue idle" if moves else "red idle")

    consents = [each.body for each in table.entries if type(each.body).__name__ == "PromiseConsented"]
    (promise,) = table.audit().promises

    assert [getattr(each, "broken", None) for each in consents] == broken
    assert (promise.stands, BLUE in answering(promise)) == (stands, False)
    assert verify(table.scribe.record).status == "sound"
