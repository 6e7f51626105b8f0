"""Jobs of the writer that replace keys."""

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.record_store import RecordStore
from oathbook.domain.recording.format.bearer_keys import bind_to_game
from oathbook.domain.recording.writing.replaced_keys import ReplacedKeys, StoreReplacement
from oathbook.domain.recording.writing.writer_batch import WriterBatch


class KeyJobs:
    """The key jobs of one writer. Each replacement adds a statement to the log, to be signed like a step."""

    def __init__(self, records: RecordStore, keys: ReplacedKeys) -> None:
        """Stores replacements in ``records`` and adds them to ``keys``."""
        self._records, self._keys = records, keys

    def replace(self, batch: WriterBatch, old: str, new: str) -> bool:
        """Replace a key in every game; see ``Writer.replace_key``."""
        return self._replace(batch, old, new, self._records.replace_key)

    def give(self, batch: WriterBatch, game: str, seat: Seat, old: str, new: str) -> bool:
        """Replace an unused key; see ``Writer.give_key``."""

        def store(_: str, new: str) -> bool:
            return self._records.give_key(game, seat, old, new)

        return self._replace(batch, bind_to_game(game, old), new, store)

    def _replace(self, batch: WriterBatch, old: str, new: str, store: StoreReplacement) -> bool:
        is_stored = self._keys.replace(old, new, store)
        batch.has_stored = batch.has_stored or is_stored
        return is_stored
