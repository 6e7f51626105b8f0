"""The demonstration: a service that stores the golden records, and disputes, before it prints its address."""

import logging
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Final

from oathbook.api.cli.databases import label_faults
from oathbook.api.cli.input_files import label_refusals, record_in
from oathbook.api.cli.local_services.demo_disputes import file_disputes
from oathbook.api.cli.local_services.demo_game import open_game
from oathbook.api.cli.local_services.temporary_service import bind_free_port, create_run_keys, database_or_temporary
from oathbook.api.server import serve, settings_of
from oathbook.api.service import Service
from oathbook.domain.recording.format.record import Record
from oathbook.projections.projector import Projector

_KEPT: Final = "Ctrl-C stops it; its games stay."
_REMOVED: Final = "Ctrl-C stops it and removes its games; --db PATH keeps them."


def run(*, db: str | None, host: str | None, port: int | None) -> None:
    """Serve the golden games until the process is stopped; without ``db``, from a folder that is removed at the end.

    In a folder that is removed a game is opened as well, for those with the printed keys to play.

    Refuses as ``serve`` does, and with ``RecordDiffers`` if another record of a golden game is stored.
    """
    with database_or_temporary(db, "demo") as path:
        alone = {"projector": "inline", "question_processes": 0}
        keys = {} if db else {"log_key": create_run_keys(f"{path}.log-key")}
        settings = settings_of({"db": path, "host": host, "port": port, **alone, **keys})

        def first(service: Service, address: str) -> Sequence[str]:
            with label_faults(str(path)), label_refusals(str(path)):
                running = () if db else open_game(service, address)  # first, so that the showcase is the newest game
                return _load_games(service), *running, _KEPT if db else _REMOVED

        serve(settings, bind_free_port(settings), first, logged=logging.WARNING)  # a newcomer reads the terminal


def _golden_records() -> tuple[Record, ...]:
    """The golden records of the installed program, the one that was played last at the end: the catalogue's top."""
    with as_file(files("oathbook.replays") / "golden") as folder:
        records = [record_in(str(path)) for path in sorted(folder.rglob("*.jsonl"))]
    return tuple(sorted(records, key=lambda each: each.events[0].entry.at))


def _load_games(service: Service) -> str:
    """Store the golden records and what is disputed about them, bring the read models up to date, and count them."""
    records = _golden_records()
    service.writer.add(records)
    disputes = file_disputes(service)
    assert isinstance(service.projector, Projector), "it is in this process"
    service.projector.catch_up()
    over = sum(service.head(each.game).closed for each in records)
    return f"{len(records)} golden games, {over} of them over, and {disputes} disputes."
