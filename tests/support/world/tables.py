"""Tables of a world: players with keys, a thief with the one before, somebody who follows; what each was told."""

import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.event_hub import Subscriber
from oathbook.api.http import callers
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.service import Service
from oathbook.domain import errors
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import OfferLetter
from oathbook.domain.recording.database.record_store import RequestKey
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer_batch import StoredStep
from tests.support.playing import RULESET, close_by, counted
from tests.support.world.service_process import ServiceProcess

if TYPE_CHECKING:
    from tests.support.world.world import World

PAUSES: Final = (0.0, 0.0, 0.01, 0.1, 0.4)
ATTEMPTS: Final = 3
OFFERS: Final = {
    Seat(by): OfferLetter(f'{by} promises {to} in plain words "be friendly".')
    for by, to in (("ash", "birch"), ("birch", "ash"))
}
"""One event each, where a decision makes several."""


class Acknowledgement(Struct, frozen=True):
    """An acknowledged event: its hash, the key that came with the request, and the receipt, if there was one."""

    hash: str
    digest: str
    receipt: bytes


class Doubt(Struct, frozen=True):
    """A request that was not answered: it may have been stored."""

    game: str
    seat: Seat


class Table:
    """A game after the other, and all that is known of them outside of the service."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.picks = random.Random(f"{world.plan.seed}/table {number}")  # noqa: S311  # nothing is kept secret by it
        self.thief = random.Random(f"{world.plan.seed}/thief {number}")  # noqa: S311  # as above
        self.names = counted(f"{world.plan.seed}/key {number}", 64)
        self.key: dict[Seat, str] = {}
        self.pending: dict[Seat, str] = {}
        self.replaced: set[str] = set()
        self.begun_to_replace: set[str] = set()
        self.stolen: list[tuple[str, Seat, str]] = []
        self.acknowledgements: dict[tuple[str, int], Acknowledgement] = {}
        self.requests: dict[tuple[str, str, str], str] = {}
        self.doubts: list[Doubt] = []
        self.games: list[str] = []
        self.game: Game | None = None
        self.must_look = False

    def play(self) -> None:
        """Until the end: open, decide, replace keys."""
        scheduler, picks = self.world.scheduler, self.picks
        while not self.world.is_over:
            process = self.world.process_that_is_up(picks)
            if self.game is None or self.game.closed or self.game.id in self.world.damaged:
                self._open(process)
            elif self.must_look:
                self._look(process)
            elif self.pending or picks.random() < 0.12:
                self._replace_key(process, next(iter(self.pending), picks.choice([*self.key])))
            else:
                seat = picks.choice([*RULESET.to_act(self.game.state)] or [*self.key])
                self._decide(process, picks, seat, self.key[seat])
            scheduler.sleep(picks.choice(PAUSES))

    def steal(self) -> None:
        """Until the end: send decisions with keys that were replaced."""
        while not self.world.is_over:
            if self.stolen and self.game is not None:
                game, seat, digest = self.stolen[-1]
                if game == self.game.id and seat in RULESET.to_act(self.game.state) and not self.game.closed:
                    process = self.world.process_that_is_up(self.thief)
                    self._decide(process, self.thief, seat, digest)
            self.world.scheduler.sleep(self.thief.choice((0.0, 0.02, 0.2)))

    def was_restored(self) -> None:
        """An older copy was put back: what it lacks was never said."""
        lengths = {game: self.world.server.length(game) for game in self.games}
        self.acknowledgements = {
            where: each for where, each in self.acknowledgements.items() if where[1] <= lengths[where[0]]
        }
        self.must_look = True
        if self.game is not None and not lengths[self.game.id]:
            self.game = None
        self.games = [each for each in self.games if lengths[each]]

    def _open(self, process: ServiceProcess) -> None:
        setup = close_by()
        keys = {each.seat: self.names() for each in setup.seats}
        opening = NewGame(replace(setup, seats=tuple(replace(each, key=keys[each.seat]) for each in setup.seats)))
        match process.ask(lambda service: service.writer.open(RULESET, opening)):
            case StoredStep() as step:
                self.key, self.pending, self.must_look = keys, {}, False
                self.game = games.begin(RULESET, step.game, step.events[0].entry)
                self.games.append(step.game)
                self._note(step, "", b"")
            case problem:
                self._must_be_passing(problem)

    def _look(self, process: ServiceProcess) -> None:
        """Read the game at a process."""
        assert self.game is not None, "there is one to look at"
        game = self.game.id
        match process.ask(lambda service: fold_record(service.archive.record(game))):
            case Game() as found:
                self.game, self.must_look = found, False
            case problem:
                self._must_be_passing(problem)

    def _decide(self, process: ServiceProcess, picks: random.Random, seat: Seat, digest: str) -> None:
        game = self.game
        assert game is not None, "it was opened"
        listed = RULESET.options(game.state, seat).listed
        value = decision_text(picks.choice(listed)) if listed and picks.random() < 0.8 else ""  # nothing is an offer
        expected = game.position if picks.random() < 0.8 else None
        request = RequestKey(str(seat), f"{picks.getrandbits(48):x}", "body") if picks.random() < 0.5 else None
        is_late, restored = digest in self.replaced, self.world.restored_at
        if request is not None:
            self.requests[game.id, request.seat, request.key] = digest

        def decide(service: Service) -> tuple[StoredStep, bytes]:
            """As the route does."""
            caller = callers.caller_by_digest(service, game.id, digest)
            self.world.scheduler.pause()
            asked: Any = {
                "by": caller.require_seat(),
                "expected": expected,
                "request": request,
                "caller_key": caller.digest,
            }
            if value:
                stored = service.writer.submit_decision(game.id, json.loads(value), **asked).result()
            else:
                stored = service.writer.promise(game.id, OFFERS[seat], **asked)
            return stored, _receipt(service, stored)

        answer: Any = None
        for _ in range(ATTEMPTS if request else 1):
            answer = process.ask(decide)
            if answer is None or isinstance(answer, errors.StoreUnavailable):
                self.doubts.append(Doubt(game.id, seat))
                self.world.scheduler.sleep(0.3)
            else:
                break
        if self.world.restored_at != restored:
            self.must_look = True
            return
        match answer:
            case (StoredStep() as step, receipt):
                self._note(step, digest, receipt)
                self.world.counts["late" if is_late else "steps"] += 1
                if is_late and not step.repeated:
                    self.world.find(
                        f"a replaced key decided at {process.name}: position {step.position} of {step.game}"
                    )
            case errors.KeyReplaced() if answer.digest != digest:
                self.world.find("a request was refused for the key of another")
            case errors.KeyReplaced() if digest not in self.begun_to_replace:
                self.world.find("a request was refused for a key that nobody replaced")
            case errors.PositionConflict() if answer.game != game.id:
                self.world.find("a request was refused for the game of another")
            case _:
                self.must_look = True
                self._must_be_passing(answer)

    def _note(self, step: StoredStep, digest: str, receipt: bytes) -> None:
        """It was acknowledged: it stays so."""
        for each in step.events:
            known = self.acknowledgements.get((step.game, each.entry.position))
            if known is not None and known.hash != each.hash:
                self.world.find(f"two events at position {each.entry.position}")
            if known is None:
                self.acknowledgements[step.game, each.entry.position] = Acknowledgement(each.hash, digest, b"")
        last = step.game, step.position
        self.acknowledgements[last] = replace(self.acknowledgements[last], receipt=receipt)
        game = self.game
        if game is None or game.id != step.game or game.position >= step.position:
            return
        if step.events[0].entry.position != game.position + 1:
            self.must_look = True
            return
        for each in step.events:
            game = games.evolve(RULESET, game, each.entry)
        self.game = game

    def _replace_key(self, process: ServiceProcess, seat: Seat) -> None:
        """Once begun, it is asked for until it is answered."""
        assert self.game is not None, "it was opened"
        was_begun, restored = seat in self.pending, self.world.restored_at
        old, new = self.key[seat], self.pending.setdefault(seat, self.names() if not was_begun else "")
        game = self.game.id

        def replaced(service: Service) -> bool:
            """As the route does."""
            callers.caller_by_digest(service, game, old).require_seat()
            self.world.scheduler.pause()
            return service.writer.replace_key(old, new)

        self.begun_to_replace.add(old)
        answer = process.ask(replaced)
        if self.world.restored_at != restored:
            return
        if answer is True or (was_begun and self._counts(process, game, new)):
            del self.pending[seat]
            self.key[seat] = new
            self.replaced.add(old)
            self.stolen.append((game, seat, old))
            self.world.scheduler.say(f"{process.name} {self.number} {seat} has another key")
            self.world.counts["keys"] += 1
        elif answer is False:
            if not was_begun:  # else it was stored, and the process has not heard of it yet
                self.world.find("a key counts as replaced that nobody replaced")
        elif isinstance(answer, HttpProblem) and not was_begun:  # the process has not heard of this key yet
            del self.pending[seat]
            self.begun_to_replace.discard(old)
        else:
            self._must_be_passing(answer)

    def _counts(self, process: ServiceProcess, game: str, digest: str) -> bool:
        """Whether a process takes a key: then it took the place of the other."""
        answer = process.ask(lambda service: callers.caller_by_digest(service, game, digest).seat)
        return isinstance(answer, str)

    def _must_be_passing(self, answer: object) -> None:
        """What a client may be answered where faults happen, or others play."""
        self.world.counts[type(answer).__name__] += 1
        if self.game is not None and self.game.id in self.world.damaged:
            return
        passing = (errors.StoreUnavailable, HttpProblem, errors.Refused)
        if answer is not None and (not isinstance(answer, passing) or isinstance(answer, errors.CorruptRecord)):
            self.world.find(f"an answer that no fault explains: {answer!r}")


def _receipt(service: Service, step: StoredStep) -> bytes:
    try:
        last = step.events[-1]
        return service.log.receipt(step.game, step.position, last.hash, last.entry.at)
    except errors.StoreUnavailable:
        return b""


def _rows_after(game: str, position: int, service: Service) -> list[StoredRow]:
    return service.archive.rows(game, after=position)


class Follower:
    """Somebody with a stream of a table's game: every event once, in order."""

    def __init__(self, world: "World", table: Table) -> None:
        self.world, self.table = world, table
        self.picks = random.Random(f"{world.plan.seed}/follower {table.number}")  # noqa: S311  # as above
        self.game, self.seen = "", 0

    def follow(self) -> None:
        """Open a stream, and another when it ends."""
        while True:
            process = self.world.process_that_is_up(self.picks)
            service, number = process.service, process.number
            if self.table.game is None or service is None or service.hub.is_deaf:
                self.world.scheduler.sleep(0.2)
                continue
            if self.table.game.id != self.game:
                self.game, self.seen = self.table.game.id, 0
            with service.hub.subscribe(self.game, "address") as stream:
                self._read(process, service, number, stream)

    def _read(self, process: ServiceProcess, service: Service, number: int, stream: Subscriber) -> None:
        """As the route does, until the stream ends."""

        def is_over() -> bool:
            game = self.table.game
            return process.number != number or service.hub.is_deaf or game is None or game.id != self.game

        while not is_over():
            stream.woken.clear()
            if stream.must_look:
                stream.must_look = False
                stream.drain()
                rows = process.ask(partial(_rows_after, self.game, self.seen))
                if not isinstance(rows, list):
                    stream.must_look = True
                    self.world.scheduler.sleep(0.1)
                    continue
                positions = [each.position for each in rows]
            else:
                positions = [each.entry.position for news in stream.drain() for each in news.step.events]
            for each in positions:
                if each <= self.seen:
                    continue
                if each != self.seen + 1:
                    stream.must_look = True
                    break
                self.seen = each
            if not stream.must_look:
                self.world.scheduler.pause(lambda: stream.woken.is_set() or is_over())
