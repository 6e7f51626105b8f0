"""Who answers for the letters of the vectors, where nobody is ever without a chance: only the letter tells."""

from typing import Final

import pytest

from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PartAudit
from tests.support.promises.stage import Stage, staged
from tests.support.promises.vectors import VECTORS, Vector

FINAL: Final = {"K": "kept", "Kv": "kept", "B": "broken", "V": "void", "R": "released", "U": "undetermined"}
EACH = pytest.mark.parametrize("vector", VECTORS, ids=[f"{each.name} {each.title}" for each in VECTORS])


def part_of(vector: Vector) -> PartAudit:
    """What becomes of the only promise of a vector."""
    (promise,) = audit(Stage(), staged(vector)).promises
    (part,) = promise.parts
    return part


@EACH
def test_a_vector_is_played_to_the_status_it_ends_with(vector: Vector) -> None:
    assert part_of(vector).status == FINAL[vector.statuses[-1]]


@EACH
def test_who_is_blamed_by_a_vector_pays_twenty_once_and_nobody_else_does(vector: Vector) -> None:
    part = part_of(vector)

    assert part.blame.blamed == vector.blamed
    assert [(each.seat, each.amount) for each in part.penalties] == [(seat, 20) for seat in vector.blamed]


def test_of_what_fails_nothing_is_left_to_a_judge() -> None:
    referred = {each.name: [one.code for one in part_of(each).referrals] for each in VECTORS}

    assert {name: codes for name, codes in referred.items() if codes} == {}
