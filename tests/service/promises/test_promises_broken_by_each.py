"""Who breaks a promise, over HTTP: whose own share of it has failed, in Heirless from its sample box.

Ash acts first, then birch, then cedar. A broken promise costs each who answers for it 20 Prestige (HT-10.4).
"""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.rulesets.heirless.model.decisions import Decision, Deploy, Idle
from tests.service.promises.test_promises_rulings import opened
from tests.support.promises.pledging import Promises
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

FAITHFUL: Final = "{} promises cedar not to break a promise."
NOT_THERE: Final = 'to deploy a knight to tile "Meadow"'
NOBODY: Final[dict[str, int]] = {}


def played(client: TestClient, other: str, *decisions: Decision) -> Promises:
    """A table at which ash and birch are to break no promise, and make another."""
    promises = opened(client)
    for seat in (ASH, BIRCH):
        promises.bound(FAITHFUL.format(seat), seat, CEDAR)
    obligors = [seat for seat in (ASH, BIRCH) if seat in other.partition(" promise")[0]]
    promises.bound(other, *obligors, CEDAR)
    for each in decisions:
        promises.table.decide(each.by, msgspec.to_builtins(each))
    return promises


def statuses(promises: Promises) -> list[str]:
    """How the promises of ash, of birch, and the other stand."""
    return [promises.get(f"/p{each}")["status"] for each in (1, 2, 3)]


def paid(promises: Promises) -> dict[str, int]:
    """Who pays how much in all."""
    parts = [part for each in (1, 2, 3) for part in promises.get(f"/p{each}/audit")["audit"]["parts"]]
    dues = [(due["seat"], due["amount"]) for part in parts for due in part["penalties"] if due["applies"]]
    return {seat: sum(amount for who, amount in dues if who == seat) for seat, _ in dues}


BOTH: Final = "ash and birch jointly promise cedar"
THERE: Final = {seat: Deploy(seat, "Meadow") for seat in (ASH, BIRCH)}


@pytest.mark.parametrize(
    ("other", "decisions", "stand", "pays"),
    [
        (f"ash promises cedar not {NOT_THERE}.", [THERE[ASH]], ["broken", "pending", "broken"], {ASH: 40}),
        (f"{BOTH} not {NOT_THERE}.", [Idle(ASH), THERE[BIRCH]], ["pending", "broken", "broken"], {BIRCH: 40}),
        (f"{BOTH} not {NOT_THERE}.", [*THERE.values()], ["broken", "broken", "broken"], {ASH: 40, BIRCH: 40}),
        (
            f"{BOTH}: (1) ash not {NOT_THERE}; (2) birch never to idle.",
            [Idle(ASH), Idle(BIRCH)],
            ["pending", "broken", "broken"],
            {BIRCH: 40},
        ),
        (f"ash and birch each promise cedar not {NOT_THERE}.", [Idle(ASH)], ["pending", "pending", "pending"], NOBODY),
        (f"{BOTH} {NOT_THERE} at most once.", [*THERE.values()], ["broken", "broken", "broken"], None),
    ],
    ids=["alone", "by the other", "one after another", "clause by clause", "by nobody", "a pool"],
)
def test_who_breaks_a_promise_is_whose_own_share_has_failed(
    client: TestClient, other: str, decisions: list[Decision], stand: list[str], pays: dict[str, int] | None
) -> None:
    """Who is not to break any pays for that, too. Of a pool each breaks it; who pays is another question."""
    promises = played(client, other, *decisions)

    assert statuses(promises) == stand
    assert pays is None or paid(promises) == pays


@pytest.mark.parametrize(("seat", "stands"), [(ASH, "kept"), (BIRCH, "broken")])
def test_a_letter_hears_only_of_who_has_broken_their_share(client: TestClient, seat: str, stands: str) -> None:
    """Cedar is to idle once that player breaks a promise; birch does, ash does not."""
    promises = played(client, f"{BOTH} not {NOT_THERE} until the end of season 1.")
    hears = f"cedar promises ash if {seat} breaks a promise by the end of season 1"
    heard = promises.bound(f"{hears}, not to idle until the end of season 2.", CEDAR, ASH)

    for each in (Idle(ASH), THERE[BIRCH], Idle(CEDAR), Idle(BIRCH)):
        promises.table.decide(each.by, msgspec.to_builtins(each))

    assert promises.get(f"/{heard}")["status"] == stands
