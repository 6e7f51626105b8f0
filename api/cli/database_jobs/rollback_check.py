"""Whether a backup is what was signed: clients have receipts of what was acknowledged since it was made."""

from pathlib import Path

from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.replaced_keys_file import ReplacedKeysFile
from oathbook.api.signing.soundness import checkpoint_mismatch
from oathbook.domain.errors import BadRecord, RecordDiffers
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.copy_schema import CopySource
from oathbook.domain.recording.database.stored_tree import StoredTree


class RollbackCheck:
    """Holds a backup against the checkpoints of the database that it is to become."""

    def __init__(self, database: StoreAddress, keys: Path | None, *, accept_rollback: bool) -> None:
        """Nothing is looked at yet; ``keys`` is the file of the keys where it is not beside the database."""
        self._database, self._keys = database, keys
        self._accepts = accept_rollback
        self.signed: int | None = None
        self.unlike = ""
        self.text = ""
        self.lost_keys = 0

    def must_pass(self, backup: CopySource) -> None:
        """``RecordDiffers`` where it is not what was signed, and that is not accepted; ``BadRecord``, ``OSError``."""
        files = log_files_for(self._database, self._keys)
        stored = {old for (old,) in backup.all("SELECT old FROM replaced_keys")}
        self.lost_keys = len(ReplacedKeysFile(files.replaced_keys).read().keys() - stored)
        known = files.latest_checkpoints()
        if known.fault:
            raise BadRecord(known.fault)
        self.text = f"nothing is known to have been signed since: there are no checkpoints in {files.checkpoints}"
        if known.largest is not None:
            self.signed = known.largest.size
            self.text = f"it goes on from what was signed last, {self.signed} leaves, in {files.checkpoints}"
        for each in known.checkpoints:
            self.unlike = self.unlike or checkpoint_mismatch(StoredTree(backup), each)
        if not self.unlike:
            return
        if not self._accepts:
            raise RecordDiffers(
                f"{self.unlike}; with --accept-rollback it is restored nevertheless, and the log will say so"
            )
        self.text = f"{self.unlike}; `serve` only shows it until it is started once with --accept-rollback"
