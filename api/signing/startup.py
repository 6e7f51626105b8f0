"""Opens the log of a database: checks it against what was signed, and stops what differs, one game or all."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.signing.checkpoint_file import CheckpointFile, cosigned_path
from oathbook.api.signing.cosignature_collector import CosignatureCollector
from oathbook.api.signing.log_files import LogFiles, log_files_for
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.api.signing.log_keys import log_keys_in, successor_keys
from oathbook.api.signing.remote_witness import RemoteWitness
from oathbook.api.signing.soundness import LogDamage, find_damage
from oathbook.api.signing.witnesses import Witnesses
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.leaves import rolled_back_statement
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import sign_note
from oathbook.domain.recording.database.log_verifier import LogFault
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.writing.writer import Writer


class SigningOptions(Struct, frozen=True):
    """The file of the log's keys, by default beside the database; whether to accept a rollback; the witnesses.

    ``accept_rollback`` ends a log that differs from what was signed, and starts another that says so; ``end_log`` ends
    any log, as steps may be lost that no checkpoint covers.
    """

    keys: Path | None = None
    accept_rollback: bool = False
    end_log: bool = False
    witnesses: Witnesses | None = None


DEFAULT_SIGNING: Final = SigningOptions()

ENDED_BY_OPERATOR: Final = "the operator ended it, because steps may be lost that no checkpoint covers"
"""Why a sound log is ended."""


def open_log(writer: Writer, signing: SigningOptions, at: str, report: Callable[[str], None]) -> LogKeeper:
    """Returns the keeper of a writer's log. If the log differs from what was signed, the writer stops.

    If single rows do, it closes their games.

    ``BadRecord`` if the keys are invalid, ``WriterBusy`` if a log is to end that other processes sign,
    ``StoreUnavailable``, ``OSError``.
    """
    files = log_files_for(writer.archive.address, signing.keys)
    tree = writer.archive.tree
    with files.lock():
        damage = _check_log(files, writer, signing, at, report)
        keys = log_keys_in(files.keys)
        file = CheckpointFile(files.checkpoints, keys.log.key)

    def on_fault(wrong: str) -> None:
        writer.stop_writing(wrong)
        report(f"the database is not what was signed, and only shown from now on: {wrong}")

    def on_damaged_row(fault: LogFault) -> None:
        if fault.stream not in writer.faults:
            writer.close_game(fault.stream, BadRecord(fault.says)).result()
            report(f"a game takes no more steps, as its record is damaged; all others go on: {fault.says}")

    for each in damage.rows:
        on_damaged_row(each)
    if damage.log:
        on_fault(damage.log)
    collector = _collector(signing.witnesses, tree, keys.log.key, file, report)
    keeper = LogKeeper(tree, keys, file, damage.log, on_fault, collector)
    keeper.leaf_of, keeper.on_damaged_row = writer.leaf_number, on_damaged_row
    return keeper


def _check_log(
    files: LogFiles, writer: Writer, signing: SigningOptions, at: str, report: Callable[[str], None]
) -> LogDamage:
    """Makes the files of the log ready, and says how the database differs from what was signed."""
    tree = writer.archive.tree
    keys = files.load_or_create_keys(f"oathbook/{writer.archive.store}")
    files.set_ended_aside()
    known = files.latest_checkpoints()
    damage = LogDamage(known.fault) if known.fault else find_damage(tree, known.checkpoints)
    if not signing.end_log and not (damage.log and signing.accept_rollback):
        return damage
    fault = damage.text or ENDED_BY_OPERATOR
    files.must_be_idle()
    new = successor_keys(keys)
    writer.restart_log(sign_note(rolled_back_statement(known.largest, fault, new.log.key.text, at), keys.log))
    files.start_successor(new)
    report(f"accepted: {fault}; the log goes on as {new.origin}")
    return find_damage(tree)


def _collector(
    witnesses: Witnesses | None, tree: StoredTree, log: NoteKey, file: CheckpointFile, report: Callable[[str], None]
) -> CosignatureCollector | None:
    if witnesses is None:
        return None
    remotes = [RemoteWitness(each, witnesses.policy.witness_keys, tree, log) for each in witnesses.urls]
    return CosignatureCollector(witnesses.policy, remotes, log, cosigned_path(file.path), report)
