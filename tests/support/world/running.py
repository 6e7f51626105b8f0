"""Runs worlds, each in a process that begins with everything imported; makes one that finds something smaller."""

import gc
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from typing import Final

from msgspec import Struct

from tests.support.world.mutations import MUTATIONS
from tests.support.world.plan import Plan
from tests.support.world.world import world_of

AT_ONCE: Final = min(4, os.cpu_count() or 1)
MOST_ATTEMPTS: Final = 60  # worlds that are tried to make one smaller
_FORK: Final = get_context("fork")


class Outcome(Struct, frozen=True):
    """What a world has come to."""

    plan: Plan
    findings: tuple[str, ...]
    digest: str = ""
    counts: dict[str, int] = {}
    lines: tuple[str, ...] = ()


def outcome_of(plan: Plan) -> Outcome:
    """Runs a world here; the process is of no use for anything else afterwards."""
    if plan.mutation:
        MUTATIONS[plan.mutation]()
    world = world_of(plan)
    return Outcome(
        plan, tuple(world.findings), world.scheduler.digest, dict(world.counts), tuple(world.scheduler.lines)
    )


def outcomes(plans: Iterable[Plan]) -> Iterator[Outcome]:
    """Runs worlds, some at a time, each in a process; as they end."""
    waiting, running = iter(plans), dict[Connection, Plan]()
    while True:
        while len(running) < AT_ONCE and (plan := next(waiting, None)) is not None:
            here, there = _FORK.Pipe(duplex=False)
            _FORK.Process(target=_run, args=(plan, there), daemon=True).start()
            there.close()
            running[here] = plan
        if not running:
            return
        for each in connection.wait(running):
            assert isinstance(each, Connection), "nothing else is waited for"
            plan = running.pop(each)
            try:
                yield each.recv()
            except EOFError:
                yield Outcome(plan, ("its process ended",))
            each.close()


def _run(plan: Plan, there: Connection) -> None:
    gc.disable()  # a world is short
    try:
        there.send(outcome_of(plan))
    except BaseException:  # noqa: BLE001  # it is told, whatever it is
        there.send(Outcome(plan, (traceback.format_exc(),)))
    sys.stdout.flush()
    os._exit(0)  # what the world has left unfinished stays so


def shrunk(found: Outcome) -> Outcome:
    """The smallest world, as far as some attempts lead, that still finds something."""
    left = MOST_ATTEMPTS
    while True:
        for plan in found.plan.smaller():
            if not left:
                return found
            left -= 1
            (smaller,) = outcomes([plan])
            if smaller.findings:
                found = smaller
                break
        else:
            return found
