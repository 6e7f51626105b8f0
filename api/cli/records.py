"""Finds records by name: a file, or the id of a game in a database."""

import os
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from oathbook.api.cli import input_files as files
from oathbook.api.cli.databases import archive_in
from oathbook.domain.errors import NotFound
from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.database.address import parse_address
from oathbook.domain.recording.database.archive import Archive, read_row
from oathbook.domain.recording.format.codec import codec_of
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import is_game_id
from oathbook.projections.ruled_effects import select_ruling_effects
from oathbook.projections.view_openers import open_views_reader
from oathbook.projections.views_reader import UNREADABLE


def record_of(name: str, database: str) -> Record:
    """The record of a FILE or a GAME, read strictly: its chain must hold and every event must fit those before it.

    A FILE may be a sheet of notation or a transcript as well.
    ``BadRecord``, ``CorruptRecord`` and ``UnknownEdition`` say why it cannot be read; ``NotFound`` means that there is
    no such file and no such game.
    """
    if is_file(name):
        return files.record_of_any(name)
    with _game(name, database) as archive:
        record = archive.record(name)
        fold_record(record)
    return record


def dispute_effects(name: str, database: str) -> tuple[RulingEffect, ...]:
    """What rulings on disputes do in a GAME, as far as read models are there; a FILE knows of none."""
    if is_file(name):
        return ()
    reader = open_views_reader(parse_address(database, where="--db"))
    with suppress(*UNREADABLE), closing(reader), reader.snapshot() as connection:
        return select_ruling_effects(connection, name)
    return ()


def record_to_verify(name: str, database: str) -> Record:
    """The record of a FILE or a GAME, read strictly but not checked; ``verify`` does that."""
    if is_file(name):
        return files.record_to_verify(name)
    with _game(name, database) as archive:
        return _unchecked_record(archive, name)


def is_file(name: str) -> bool:
    """Whether the name means a file: stdin, an existing path, or anything that cannot be the id of a game."""
    return name == files.STDIN or os.path.lexists(name) or not is_game_id(name)


@contextmanager
def _game(name: str, database: str) -> Generator[Archive]:
    """Open the database that holds the game; a refusal of its record names both."""
    address = parse_address(database, where="--db")
    if isinstance(address, Path) and not os.path.lexists(database):
        raise NotFound(f"{name}: there is no such file, and no database {database}")
    with archive_in(database) as archive:
        try:
            archive.last_position(name)
        except NotFound:
            raise NotFound(f"{name}: there is no such file, and no such game in {address}") from None
        with files.label_refusals(f"{name} in {address}"):
            yield archive


def _unchecked_record(archive: Archive, game: str) -> Record:
    """The record without checking its chain; ``CorruptRecord`` if an event cannot be read."""
    ruleset = archive.ruleset(game)
    codec = codec_of(ruleset.wire)
    events = tuple(read_row(codec, game, row) for row in archive.rows(game))
    return Record(game, ruleset, codec, events, events[-1].hash, redacted=archive.is_redacted(game))
