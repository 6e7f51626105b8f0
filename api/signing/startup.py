"""How the log of a database is begun with: it is held against what was signed, and shown as it is where it differs."""

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
from oathbook.api.signing.soundness import log_damage
from oathbook.api.signing.witnesses import Witnesses
from oathbook.domain.evidence.leaves import rolled_back_statement
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import sign_note
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.writing.writer import Writer


class SigningOptions(Struct, frozen=True):
    """Which file has the keys of a log, if it is not beside the database; and whether what is there now is to count.

    With ``accept_rollback`` a log that is not what was signed is ended, and another begun that says so; with
    ``end_log`` any log, as steps may be lost that no checkpoint covers. The witnesses, if there are any, are asked to
    cosign what is signed.
    """

    keys: Path | None = None
    accept_rollback: bool = False
    end_log: bool = False
    witnesses: Witnesses | None = None


DEFAULT_SIGNING: Final = SigningOptions()

ENDED_BY_OPERATOR: Final = "the operator ended it, because steps may be lost that no checkpoint covers"
"""Why a log is ended in which nothing is wrong."""


def open_log(writer: Writer, signing: SigningOptions, at: str, report: Callable[[str], None]) -> LogKeeper:
    """The keeper of a writer's log. Where the database is not what was signed, the writer takes nothing more.

    ``BadRecord`` where the keys are none, ``WriterBusy`` where a rollback is accepted while others sign,
    ``StoreUnavailable``, ``OSError``.
    """
    files = log_files_for(writer.archive.address, signing.keys)
    tree = writer.archive.tree
    with files.lock():
        fault = _check_log(files, writer, signing, at, report)
        keys = log_keys_in(files.keys)
        file = files.open_checkpoints(keys)

    def found(wrong: str) -> None:
        writer.stop_writing(wrong)
        report(f"the database is not what was signed, and only shown from now on: {wrong}")

    if fault:
        found(fault)
    cosigning = _collector(signing.witnesses, tree, keys.log.key, file, report)
    keeper = LogKeeper(tree, keys, file, fault, found, cosigning)
    keeper.leaf_of = writer.leaf_number
    return keeper


def _check_log(files: LogFiles, writer: Writer, signing: SigningOptions, at: str, report: Callable[[str], None]) -> str:
    """How the database is not what was signed, with the files of the log as they are to be used; refuses as above."""
    tree = writer.archive.tree
    keys = files.load_or_create_keys(f"oathbook/{writer.archive.store}")
    files.set_ended_aside()
    known = files.latest_checkpoints()
    fault = known.fault or log_damage(tree, known.checkpoints)
    if not signing.end_log and not (fault and signing.accept_rollback):
        return fault
    fault = fault or ENDED_BY_OPERATOR
    files.must_be_idle()
    new = successor_keys(keys)
    writer.restart_log(sign_note(rolled_back_statement(known.largest, fault, new.log.key.text, at), keys.log))
    files.start_successor(new)
    report(f"accepted: {fault}; the log goes on as {new.origin}")
    return log_damage(tree)


def _collector(
    witnesses: Witnesses | None, tree: StoredTree, log: NoteKey, file: CheckpointFile, report: Callable[[str], None]
) -> CosignatureCollector | None:
    """What asks the witnesses of this log, if it has any."""
    if witnesses is None:
        return None
    asked = [RemoteWitness(each, witnesses.policy.witness_keys, tree, log) for each in witnesses.urls]
    return CosignatureCollector(witnesses.policy, asked, log, cosigned_path(file.path), report)
