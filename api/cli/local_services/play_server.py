"""The service of a game in one file: a process for each version of its text, tried before it is served."""

import logging
import socket
import time
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Final

from oathbook.api.cli.input_files import bytes_in
from oathbook.api.cli.local_services.play_game import GameRequest, OpenGame, continue_game, open_game
from oathbook.api.cli.local_services.temporary_service import bind_free_port, create_run_keys, database_or_temporary
from oathbook.api.cli.output import complain, refusal_line
from oathbook.api.cli.process_pool import end_with_parent
from oathbook.api.server import GRACE_SECONDS, exit_on_signals, serve, settings_of
from oathbook.api.service import Service
from oathbook.api.settings.options import Settings
from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.ruleset_plugins import load_ruleset_plugins, name_ruleset_files
from oathbook.replays.laws import LawBroken
from oathbook.replays.playouts import play_out

GAMES: Final = 3  # random ones, before a version is served
PAUSE: Final = 0.3  # seconds between two looks at the file
STOPS_WITHIN: Final = GRACE_SECONDS + 2.0  # seconds for what is in progress, and for the database


def run(file: Path, *, seats: int | None, db: str | None, port: int | None, sheet: str | None) -> None:
    """Serve the game of a file until the process is stopped.

    Refuses as ``serve`` does, and with ``BadRecord`` where the file cannot be served as it is or the sheet be read.
    """
    if seats is not None and sheet is not None:
        raise BadRecord("--seats and --import: a sheet says who plays")
    for each in (str(file), *([sheet] if sheet else [])):
        bytes_in(each)
    name_ruleset_files([file.absolute()])
    with database_or_temporary(db, "play") as path:
        keys = {} if db else {"log_key": create_run_keys(f"{path}.log-key")}
        alone = {"projector": "inline", "question_processes": 0}
        settings = settings_of({"db": path, "host": "127.0.0.1", "port": port, **alone, **keys})
        with closing(bind_free_port(settings)) as listening:
            exit_on_signals()
            with closing(_FilePlayer(file, lambda: _Version(settings, listening, GameRequest(seats, sheet)))) as player:
                while True:
                    player.look()


class _Version:
    """A process that loads the file once, plays random games with it, and serves it on request."""

    def __init__(self, settings: Settings, listening: socket.socket, request: GameRequest) -> None:
        self._ours, theirs = Pipe()
        self._process = get_context("fork").Process(  # which has all that is imported, and the socket
            target=_try_and_serve, args=(theirs, settings, listening, request), daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.is_alive()

    def has_answered(self, within: float) -> bool:
        """Whether it has said something, or ended, in so many seconds."""
        return self._ours.poll(within)

    def answer(self) -> str:
        """What it says next: nothing after its trial, then the game that it serves; ``BadRecord`` is what is wrong."""
        try:
            is_fault, says = self._ours.recv()
        except EOFError:
            self._process.join()
            is_fault, says = True, f"its process ended with code {self._process.exitcode}"
        if is_fault:
            raise BadRecord(says)
        return str(says)

    def serve(self, game: str) -> None:
        """Have it serve this game, or another one if there is none or it does not fit."""
        self._ours.send(game)

    def stop(self) -> None:
        """Have it finish what is in progress and release the database; rules that go on for ever are ended."""
        self._process.terminate()
        self._process.join(STOPS_WITHIN)
        self.kill()

    def kill(self) -> None:
        """End it as it is."""
        self._process.kill()
        self._process.join()


class _FilePlayer:
    """Looks at the file, tries what is saved, and has it take the place of what is served."""

    def __init__(self, file: Path, begin: Callable[[], _Version]) -> None:
        self._file = file
        self._begin = begin
        self._text: bytes | None = None
        self._game = ""
        self._next: _Version | None = None
        self._served: _Version | None = None

    def look(self) -> None:
        """Look once; takes as long as the pause between two looks. ``BadRecord`` if the first text cannot be served."""
        with suppress(FileNotFoundError):  # as for a moment while an editor puts another file in its place
            if (text := self._file.read_bytes()) != self._text:
                self._text = text
                if self._next is not None:
                    self._next.kill()
                self._next = self._begin()
        if self._next is None:
            time.sleep(PAUSE)
        elif self._next.has_answered(PAUSE):
            self._advance(self._next)
        if self._served is not None and not self._served.is_alive:
            raise BadRecord(f"{self._file}: the process that served it has ended")

    def _advance(self, version: _Version) -> None:
        """Have a version that was tried take the place of the one before; if something is wrong with it, say so."""
        try:
            game = version.answer()
        except BadRecord as fault:
            self._next = None
            if not self._game:
                raise BadRecord(f"{self._file}: {fault}") from None
            after = "the version before goes on" if self._served else "nothing is served until it is saved again"
            complain(f"{self._file}: {fault}; {after}")
            return
        if game:
            self._game, self._served, self._next = game, version, None
            return
        if self._served is not None:
            self._served.stop()
            self._served = None
        version.serve(self._game)

    def close(self) -> None:
        """End both processes."""
        if self._next is not None:
            self._next.kill()
        if self._served is not None:
            self._served.stop()


def _try_and_serve(watcher: Connection, settings: Settings, listening: socket.socket, request: GameRequest) -> None:
    """What the process of a version does; it ends with the one that watches the file."""
    Thread(target=end_with_parent, daemon=True).start()

    def first(service: Service, address: str) -> tuple[str, ...]:
        found = _find_game(service, ruleset, address, request, game)
        watcher.send((False, found.game))
        return found.lines

    try:
        ruleset = _try_out()
        watcher.send((False, ""))
        game = watcher.recv()
        serve(settings, listening, first, logged=logging.ERROR)  # that read models are made again is no news here
    except LawBroken as broken:
        watcher.send((True, str(broken).partition("\n")[0]))  # what follows are the bytes that differ
    except Refused as refused:
        watcher.send((True, refusal_line(refused)))
    except Exception as fault:  # noqa: BLE001  # whatever it is, the process that watches the file says it
        watcher.send((True, f"{type(fault).__name__}: {fault}"))


def _try_out() -> AnyRuleset:
    """The ruleset of the file, which kept the laws in random games; ``BadRecord``, ``LawBroken``."""
    plugin = load_ruleset_plugins()[0]
    if plugin.ruleset is None:
        raise BadRecord(plugin.fault)
    registry = load_registry()
    for name, fault in registry.faults.items():
        complain(f"{name} could not be loaded: {fault}")
    ruleset = registry.ruleset(plugin.ruleset.edition.key)
    for seed in range(GAMES):
        play_out(ruleset, seed)
    return ruleset


def _find_game(service: Service, ruleset: AnyRuleset, address: str, request: GameRequest, game: str) -> OpenGame:
    """The game of the version before if it fits, else another one."""
    if not game:
        return open_game(service, ruleset, address, request)
    try:
        return continue_game(service, ruleset, game)
    except BadRecord as misfit:
        found = open_game(service, ruleset, address, request)
        return OpenGame(
            found.game, (f"The game before does not fit this text ({misfit}); another begins.", *found.lines)
        )
