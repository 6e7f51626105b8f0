"""Whether a backup is what was signed: clients have receipts of what was acknowledged since it was made."""

from pathlib import Path

from oathbook.api.attesting.log_files import files_beside
from oathbook.api.attesting.soundness import unlike_checkpoint
from oathbook.domain.errors import BadRecord, RecordDiffers
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.copied import CopySource
from oathbook.domain.recording.database.stored_tree import StoredTree


class AsSigned:
    """Holds a backup against the checkpoints of the database that it is to become."""

    def __init__(self, database: StoreAddress, keys: Path | None, *, accept_rollback: bool) -> None:
        """Nothing is looked at yet; ``keys`` is the file of the keys where it is not beside the database."""
        self._database, self._keys = database, keys
        self._accepts = accept_rollback
        self.signed: int | None = None
        self.unlike = ""
        self.text = ""

    def must_be(self, backup: CopySource) -> None:
        """``RecordDiffers`` where it is not what was signed, and that is not accepted; ``BadRecord``, ``OSError``."""
        files = files_beside(self._database, self._keys)
        known = files.signed_last()
        if known.fault:
            raise BadRecord(known.fault)
        self.text = f"nothing is known to have been signed since: there are no checkpoints in {files.checkpoints}"
        if known.largest is not None:
            self.signed = known.largest.size
            self.text = f"it goes on from what was signed last, {self.signed} leaves, in {files.checkpoints}"
        for each in known.checkpoints:
            self.unlike = self.unlike or unlike_checkpoint(StoredTree(backup), each)
        if not self.unlike:
            return
        if not self._accepts:
            msg = f"{self.unlike}; with --accept-rollback it is restored nevertheless, and the log will say so"
            raise RecordDiffers(msg)
        self.text = f"{self.unlike}; `serve` only shows it until it is started once with --accept-rollback"
