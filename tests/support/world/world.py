"""A world: two processes of the service on one server, tables of players, a thief at each, followers, faults."""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from oathbook.api.service import Service
from tests.support.world import scheduler as schedulers
from tests.support.world import service_process
from tests.support.world.plan import QUIET, Fault, Plan
from tests.support.world.server import Cuts, Server
from tests.support.world.service_process import FileLocks, ServiceProcess
from tests.support.world.tables import Follower, Table


class World:
    """All of it, once in a process."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.scheduler = schedulers.put_in_place(plan.seed)
        self.server = Server(self.scheduler, plan.seed)
        self.locks = FileLocks(self.scheduler)
        self.processes = [ServiceProcess(self.scheduler, self.server, self.locks, folder, name) for name in "ab"]
        service_process.put_in_place(self.scheduler, self.server, self.locks, self.processes)
        self.findings: list[str] = []
        self.counts = Counter[str]()
        self.restored_at: float | None = None
        self.accepting = False
        self.damaged: set[str] = set()
        self.tables = [Table(self, number) for number in range(plan.tables)]
        self.followers = [Follower(self, each) for each in self.tables]

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked for."""
        return self.scheduler.now >= self.plan.ends

    def find(self, what: str) -> None:
        """Something is so that must not be so."""
        self.scheduler.say(f"FOUND {what}")
        self.findings.append(what)

    def run(self) -> None:
        """From the start of the processes to when all is quiet again."""
        for process in self.processes:
            process.start()
        for table in self.tables:
            self.scheduler.spawn(f"player {table.number}", table.play, "outside")
            self.scheduler.spawn(f"thief {table.number}", table.steal, "outside")
        for follower in self.followers:
            self.scheduler.spawn(f"follower {follower.table.number}", follower.follow, "outside")
        for fault in self.plan.faults:
            if fault.at < self.plan.ends:
                self.scheduler.spawn(f"fault {fault.kind}", partial(self._happen, fault), "outside")
        self.scheduler.run(self.plan.ends + QUIET)

    def process_that_is_up(self, picks: random.Random) -> ServiceProcess:
        """One of those that are asked, once there is one."""
        self.scheduler.pause(lambda: any(each.service for each in self.processes))
        return picks.choice([each for each in self.processes if each.service])

    def _happen(self, fault: Fault) -> None:
        self.scheduler.sleep(fault.at)
        self.scheduler.say(f"fault: {fault.kind} {fault.process} {fault.span}")
        process = next(each for each in self.processes if each.name == fault.process)
        until = min(self.scheduler.now + fault.span, self.plan.ends)
        match fault.kind.split():
            case ["words", "dropped"]:
                self.server.deaf[process.name] = until
            case ["words", "late"]:
                self.server.late[process.name] = until
            case ["listener", "frozen"]:
                self.scheduler.freeze(f"{process.name}/oathbook-listener", until - self.scheduler.now)
            case ["process", "frozen"]:
                self.scheduler.freeze(process.name, min(until - self.scheduler.now, 2.0))
            case ["clock", "back"]:
                process.clock_behind += 1_000.0 * fault.span
            case ["kill"]:
                process.kill()
                number = process.number
                self.scheduler.sleep(0.2)
                if process.number == number:
                    process.start(accepting=self.accepting)
            case ["damage"]:
                self._damage(process)
            case ["cut", "all"]:
                self.server.disconnect(process.name)
            case ["cut", how]:
                self.server.cuts = Cuts(how, until)
            case _:
                self._restore(fault.span)

    def _damage(self, process: ServiceProcess) -> None:
        """Flip a bit of an event that is signed, and begin the processes again, one after the other."""
        games = [game for table in self.tables for game in table.games]
        found = process.ask(lambda service: signed_events(service, games))
        if not isinstance(found, list) or not found:
            return
        game, position = self.server.picks.choice(found)
        self.scheduler.pause(lambda: self.server.holder is None)
        self.server.flip_bit(game, position)
        self.damaged.add(game)
        self.scheduler.say(f"a bit of position {position} of {game} was flipped")
        for each in self.processes:
            each.kill()
            each.start(accepting=self.accepting)

    def _restore(self, later: float) -> None:
        """Put a copy of the database back that is so many seconds old, and accept it."""
        copy = self.server.copy()
        self.scheduler.sleep(later)
        for process in self.processes:
            process.kill()
        self.server.put_back(copy)
        self.restored_at = self.scheduler.now
        for table, follower in zip(self.tables, self.followers, strict=True):
            table.was_restored()
            follower.seen = 0
        self.scheduler.say("an older copy was put back")
        first, second = self.processes
        self.accepting = True  # its operator says so until it has begun
        first.start(accepting=True)
        self.scheduler.pause(lambda: first.service is not None)
        self.accepting = False
        second.start()


def signed_events(service: Service, games: Sequence[str]) -> list[tuple[str, int]]:
    """Games and positions of the events in a log that its newest checkpoint covers."""
    tree = service.archive.tree
    game_of = {tree.tag(game): game for game in games}
    leaves = tree.leaves(0, min(service.log.size, tree.size()))
    return [(game_of[each.tag], each.position) for each in leaves if each.tag in game_of]


def world_of(plan: Plan) -> World:
    """A world that has run and was looked at."""
    from tests.support.world.checks import check  # noqa: PLC0415  # it looks at a world

    folder = Path(tempfile.mkdtemp(prefix="world-"))
    try:
        world = World(plan, folder)
        world.run()
        world.findings += world.scheduler.crashes + world.server.findings
        if not world.scheduler.crashes:
            check(world)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return world
