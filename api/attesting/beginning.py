"""How the log of a database is begun with: it is held against what was signed, and shown as it is where it differs."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.attesting.asked_witness import AskedWitness
from oathbook.api.attesting.checkpoint_file import CheckpointFile
from oathbook.api.attesting.cosigned_file import cosigned_beside
from oathbook.api.attesting.cosigning import Cosigning
from oathbook.api.attesting.log_files import LogFiles, files_beside
from oathbook.api.attesting.log_keeper import LogKeeper
from oathbook.api.attesting.log_keys import log_keys_in, successor_of
from oathbook.api.attesting.soundness import unsound
from oathbook.api.attesting.witnesses import Witnesses
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import signed
from oathbook.domain.evidence.statements import rolled_back
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.writing.writer import Writer


class Signing(Struct, frozen=True):
    """Which file has the keys of a log, if it is not beside the database; and whether what is there now is to count.

    With ``accept_rollback`` a log that is not what was signed is ended, and another begun that says so; with
    ``end_log`` any log, as steps may be lost that no checkpoint covers. The witnesses, if there are any, are asked to
    cosign what is signed.
    """

    keys: Path | None = None
    accept_rollback: bool = False
    end_log: bool = False
    witnesses: Witnesses | None = None


ITS_OWN: Final = Signing()

ENDED: Final = "the operator ended it, because steps may be lost that no checkpoint covers"
"""Why a log is ended in which nothing is wrong."""


def log_kept(writer: Writer, signing: Signing, at: str, report: Callable[[str], None]) -> LogKeeper:
    """The keeper of a writer's log. Where the database is not what was signed, the writer takes nothing more.

    ``BadRecord`` where the keys are none, ``WriterBusy`` where a rollback is accepted while others sign,
    ``StoreUnavailable``, ``OSError``.
    """
    files = files_beside(writer.archive.address, signing.keys)
    tree = writer.archive.tree
    with files.alone():
        fault = _begun(files, writer, signing, at, report)
        keys = log_keys_in(files.keys)
        file = files.signed(keys)

    def found(wrong: str) -> None:
        writer.refuse(wrong)
        report(f"the database is not what was signed, and only shown from now on: {wrong}")

    if fault:
        found(fault)
    cosigning = _cosigning(signing.witnesses, tree, keys.log.key, file, report)
    keeper = LogKeeper(tree, keys, file, fault, found, cosigning)
    keeper.leaf_of = writer.leaf_of
    return keeper


def _begun(files: LogFiles, writer: Writer, signing: Signing, at: str, report: Callable[[str], None]) -> str:
    """How the database is not what was signed, with the files of the log as they are to be used; refuses as above."""
    tree = writer.archive.tree
    keys = files.signing(f"oathbook/{writer.archive.store}")
    files.put_ended_aside()
    known = files.signed_last()
    fault = known.fault or unsound(tree, known.checkpoints)
    if not signing.end_log and not (fault and signing.accept_rollback):
        return fault
    fault = fault or ENDED
    files.must_be_idle()
    new = successor_of(keys)
    writer.begin_log_again(signed(rolled_back(known.largest, fault, new.log.key.text, at), keys.log))
    files.succeed(new)
    report(f"accepted: {fault}; the log goes on as {new.origin}")
    return unsound(tree)


def _cosigning(
    witnesses: Witnesses | None, tree: StoredTree, log: NoteKey, file: CheckpointFile, report: Callable[[str], None]
) -> Cosigning | None:
    """What asks the witnesses of this log, if it has any."""
    if witnesses is None:
        return None
    asked = [AskedWitness(each, witnesses.policy.witness_keys, tree, log) for each in witnesses.urls]
    return Cosigning(witnesses.policy, asked, log, cosigned_beside(file.path), report)
