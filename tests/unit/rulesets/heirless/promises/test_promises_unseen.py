"""A promise that a card nobody sees has broken: who is told of it, and when."""

from typing import Final

import pytest

from oathbook.domain.kernel import PUBLIC, Hidden, Seat, Viewer
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PartAudit
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.decisions import Ally, Attack, Idle, PlaceCard, Resolve, Target
from tests.support.playing import die, steps
from tests.unit.rulesets.heirless.battles.battle_table import DECK_OF_THREE, about_to_end, field_of, with_board
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE

OTHERS: Final[tuple[Viewer, ...]] = (ASH, BIRCH, PUBLIC)


def attacked(letter: str) -> Oaths:
    """Cedar, who promises that with three Battlecards in hand, which everybody knows, is attacked by birch."""
    field = field_of(DECK_OF_THREE, ash="Valley", birch="Valley", cedar="Valley")
    for seat in THREE:
        field = with_board(field, seat, delay="1" if seat == BIRCH else "9", precision=9, health=1)
    table = Oaths(about_to_end(field, *THREE), box=DECK_OF_THREE)
    table.decide(Idle(CEDAR), Resolve(ASH, "Valley"), Ally(ASH, BIRCH), Ally(BIRCH, ASH), Ally(CEDAR, None))
    table.bound(letter)
    return table.decide(Target(BIRCH, (Aim("birch-1", "cedar-1"),)))


def seen(table: Oaths, viewer: Viewer) -> PartAudit:
    """What becomes of the promise, by the record as a viewer has it."""
    record = table.scribe.record
    (promise,) = audit(record.ruleset, [each.entry for each in record_for(record, viewer).events]).promises
    (part,) = promise.parts
    return part


def told(table: Oaths, viewer: Viewer) -> tuple[str, str | None]:
    """How it stands, with its lean."""
    part = seen(table, viewer)
    return part.status, part.lean


KEEP: Final = 'cedar promises ash that cedar has battlecard "{}" in hand until the end of season 1.'


@pytest.mark.parametrize(("card", "own"), [("c1", ("broken", None)), ("c2", ("pending", "+"))])
def test_who_may_not_see_the_card_is_told_the_same_whatever_it_is(card: str, own: tuple[str, str | None]) -> None:
    table = attacked(KEEP.format(card))
    before = [told(table, viewer) for viewer in (CEDAR, *OTHERS)]

    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)))

    assert before == [("pending", "+")] * 4
    assert told(table, CEDAR) == own
    assert [told(table, viewer) for viewer in OTHERS] == [("pending", "?")] * 3
    assert [seen(table, viewer).blame.blamed for viewer in OTHERS] == [()] * 3


def test_once_all_is_shown_it_is_broken_for_all() -> None:
    table = attacked(KEEP.format("c1"))
    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)), Attack(BIRCH, "c1", Hidden.of("c2", BIRCH)))

    for _ in steps(table.scribe, die("unseen")):
        pass

    assert table.scribe.game.closed
    parts = [seen(table, viewer) for viewer in (CEDAR, *OTHERS)]
    assert [each.status for each in parts] == ["broken"] * 4
    assert len({each.proof.position for each in parts}) == 1
    assert [each.blame.blamed for each in parts] == [(Seat("cedar"),)] * 4
