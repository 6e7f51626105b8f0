"""Replaces the current key of a seat by a new one, for the operator of the database."""

from pathlib import Path
from typing import Any, Final

from oathbook.api.cli.databases import archive_in, writer_in
from oathbook.api.cli.output import complain
from oathbook.api.signing.checkpoint_file import LatestCheckpoints
from oathbook.api.signing.log_files import LogFiles, log_files_for
from oathbook.api.signing.replaced_keys_file import keep_replaced_keys
from oathbook.api.signing.soundness import find_damage
from oathbook.domain.errors import BadRecord, NotFound
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.recording.database.address import parse_address
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.format.bearer_keys import key_digest, new_key
from oathbook.domain.recording.writing.replaced_keys import ReplacedKeys

HOST: Final = "host"


def revoke_key(database: str, game: str, seat: str, log_key: Path | None) -> str:
    """Replace the key that counts now for a seat, or for the host; returns the new one, which is stored nowhere.

    ``NotFound`` where there is no such database, game or seat. ``BadRecord`` where no key counts for the seat, or one
    of another seat, or the database is not what was signed. ``WriterBusy`` names the service that writes to a file.
    """
    files = log_files_for(parse_address(database, where="--db"), log_key)
    with archive_in(database) as archive:  # which makes no database where there is none
        opening, first = archive.opening(game), archive.first_game(game)
    with writer_in(database) as writer:
        _must_be_as_signed(writer.archive.tree, files)
        keep_replaced_keys(writer, files, complain)
        made = new_key()
        if not writer.replace_key(_current_key(opening, first, seat, writer.keys), key_digest(made)):
            raise BadRecord(f"{seat}: its key was replaced just now by its holder; give the command again")
        return made


def _must_be_as_signed(tree: StoredTree, files: LogFiles) -> None:
    """``BadRecord`` where a service would only show the database."""
    known = files.latest_checkpoints() if files.keys.exists() else LatestCheckpoints()
    wrong = known.fault or find_damage(tree, known.checkpoints).log
    if wrong:
        raise BadRecord(f"nothing is replaced in a database that is not what was signed: {wrong}")


def _current_key(opening: GameOpened[Any, Any, Any], first: str, seat: str, keys: ReplacedKeys) -> str:
    holders = {HOST: opening.host_key, **{str(each.seat): each.key for each in opening.seats}}
    if seat not in holders:
        raise NotFound(f"SEAT: this game has {', '.join(holders)}, and no “{seat}”")
    current = {each: keys.current(keys.after_host(first, key)) for each, key in holders.items()}
    if not current[seat]:
        raise BadRecord(f"SEAT: no key counts for {seat}, so there is none to replace")
    for other, key in current.items():
        if key == current[seat] and other != seat:
            raise BadRecord(
                f"SEAT: the key that counts for {seat} is that of {other} as well, and so would a new one be"
            )
    return current[seat]
