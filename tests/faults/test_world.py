"""Worlds by their seeds: two processes on one server, players, thieves and followers, and all that can go wrong there.

What a world finds is run again by the command that it prints. The controls are mistakes that are put in, one at a time.
"""

import os
import sqlite3
import sys
from contextlib import closing
from types import ModuleType
from typing import Final

import pytest

from oathbook.domain.recording.database.postgres import connections, ddl, log_listener, transactions
from tests.support.checkout import ROOT
from tests.support.processes import ran
from tests.support.world.plan import Plan, faults_of
from tests.support.world.server import OWN, SCHEMA, in_sqlite

SEEDS: Final = [
    *((first, first + 5) for first in range(0, 20, 5)),
    *(pytest.param(first, first + 100, marks=pytest.mark.gate) for first in range(20, 420, 100)),
    pytest.param(420, 20_420, marks=[pytest.mark.slow, pytest.mark.timeout(16 * 3600)]),
]


def world(*typed: str, within: float = 55.0, hash_seed: str = "0") -> tuple[int, str]:
    """What a run of worlds exits with and prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed}
    done = ran([sys.executable, "-m", "tests.support.world", *typed], cwd=ROOT, env=env, within=within)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("first", "last"), SEEDS)
def test_whatever_goes_wrong_nothing_acknowledged_is_lost_and_no_replaced_key_decides(first: int, last: int) -> None:
    code, printed = world(f"{first}:{last}", within=55.0 if last - first < 10 else 16 * 3600)

    assert code == 0, printed
    assert f"{last - first} worlds found nothing" in printed


def test_every_mistake_that_is_put_in_is_found() -> None:
    code, printed = world("controls")

    assert code == 0, printed
    assert printed.startswith("8 mistakes are found")


def test_news_that_a_process_could_not_take_in_reach_its_streams_all_the_same() -> None:
    """There the writer's connection is cut twice in the turn in which the listener's news are taken in."""
    code, printed = world("40")

    assert code == 0, printed


def test_a_seed_is_one_order_of_all_that_happens() -> None:
    first, second = (world("2", hash_seed=each)[1] for each in ("1", "2"))

    assert first.splitlines()[-1] == second.splitlines()[-1]
    assert "in the order" in first


@pytest.mark.gate
def test_what_a_world_finds_is_found_again_in_a_smaller_one() -> None:
    code, printed = world("18:19", "--mutation", "no_file_of_replaced_keys", within=500.0)
    again = printed.splitlines()[-1].split()[3:]

    assert code == 1, printed
    assert len(again) > len(["18", "--mutation", "no_file_of_replaced_keys"]), "nothing was left out"
    assert world(*again)[0] == 1


def test_a_smaller_plan_lacks_first_faults_then_tables_then_time() -> None:
    plan = Plan(2, tables=2)
    smaller = [*plan.smaller()]

    assert [each.tables for each in smaller[:-2]] == [2] * (len(smaller) - 2)
    assert all(set(each.faults) < set(plan.faults) for each in smaller[:-2])
    assert (smaller[-2].tables, smaller[-1].ends < plan.ends) == (1, True)
    assert plan.faults == faults_of(2) != ()


@pytest.mark.parametrize("module", [transactions, log_listener], ids=lambda each: each.__name__.rpartition(".")[2])
def test_the_stand_in_knows_every_statement(module: ModuleType) -> None:
    """One that is in neither list is an error there; here it is said before a world meets it."""
    statements = [
        each for each in vars(module).values() if isinstance(each, str) and " " in each and each.isprintable()
    ]
    asked = [each for each in statements if each.split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE", "NOTIFY"}]
    with closing(sqlite3.connect(":memory:")) as db:
        for each in SCHEMA:
            db.execute(each)
        for each in asked:
            if each not in OWN:
                marked = in_sqlite(each)
                db.execute(
                    f"EXPLAIN {marked}", {"new": "", "old": ""} if ":new" in marked else [""] * marked.count("?")
                )

    assert asked
    assert {ddl.BEGIN, ddl.WRITE_LOCK, ddl.SHARED_LOCK, connections.LIMITS, connections.UNSAFE_SETTINGS} < OWN.keys()
