"""One witness of a log: sends it checkpoints with proofs, and checks its answers against the log."""

import re
from collections.abc import Collection
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from msgspec import Struct

from oathbook.api.signing.soundness import checkpoint_mismatch
from oathbook.api.signing.witness_client import WitnessClient, WitnessUnavailable
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.cosignatures import Cosignature, WitnessKey, check_cosignature_lines
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.submissions import format_submission
from oathbook.domain.evidence.tree import consistency_proof
from oathbook.domain.recording.database.stored_tree import StoredTree

TRIES: Final = 3  # how often a checkpoint is sent if the witness names another last size

_SIZE: Final = re.compile(rb"(0|[1-9][0-9]{0,17})\n")


class CosignResult(Struct, frozen=True):
    """What a witness answered: cosignatures, or in ``says`` why there are none.

    ``passed`` means that it has cosigned a larger size, which is no fault; ``alarm`` that it says the log has changed;
    ``proved`` that it shows a checkpoint which the log has signed and does not extend.
    """

    cosigned: tuple[Cosignature, ...] = ()
    says: str = ""
    alarm: bool = False
    proved: bool = False
    passed: bool = False


class RemoteWitness:
    """A witness at a URL, which may cosign with any of these keys."""

    def __init__(self, url: str, keys: Collection[WitnessKey], tree: StoredTree, log: NoteKey) -> None:
        """``log`` is the key that signs this tree."""
        self.url = url
        self.client = WitnessClient(url)
        self._keys = tuple(keys)
        self._tree = tree
        self._log = log
        self._size = 0

    def request_cosignature(self, size: int, note: bytes) -> CosignResult:
        """Has a checkpoint cosigned; ``WitnessUnavailable`` if the answer is invalid, and refuses as a tree does."""
        if self._size > size:
            return _ahead(self._size)
        status = 0
        for _ in range(TRIES):
            path = consistency_proof(self._tree.node(), self._size, size) if self._size else ()
            reply = self.client.request("POST", "/add-checkpoint", format_submission(self._size, path, note))
            status = reply.status
            if status == HTTPStatus.OK:
                return self._read_cosignatures(size, note, reply.body)
            if status != HTTPStatus.CONFLICT:
                break
            last_size = _size_in(reply.body)
            if last_size > size:
                return self._compare_larger_size(last_size)
            self._size = last_size
        if status == HTTPStatus.UNPROCESSABLE_ENTITY:
            return self._contradiction(f"it answers that size {size} does not go on from size {self._size}")
        return CosignResult(says=f"it answers {status}")

    def _read_cosignatures(self, size: int, note: bytes, body: bytes) -> CosignResult:
        try:
            found = check_cosignature_lines(split_note(note)[0], body.decode("utf-8", "replace"), self._keys)
        except BadRecord as problem:
            raise WitnessUnavailable(str(problem)) from None
        if not found:
            return CosignResult(says="it cosigns with no key of the policy")
        self._size = size
        return CosignResult(found)

    def _compare_larger_size(self, last_size: int) -> CosignResult:
        """Another process of this service asked it, or the log was longer once."""
        size = self._tree.size()
        if last_size <= size:
            return _ahead(last_size)
        return self._contradiction(f"it answers that the log had {last_size} leaves, and there are {size}")

    def _contradiction(self, says: str) -> CosignResult:
        """A claim of the witness proves nothing; a checkpoint that the log has signed does."""
        place = sha256(self._log.name.encode()).hexdigest()
        try:
            shown = self.client.request("GET", f"/{place}/checkpoint")
            unlike = checkpoint_mismatch(self._tree, open_checkpoint(shown.body, self._log))
        except (BadRecord, WitnessUnavailable):
            unlike = ""
        if not unlike:
            return CosignResult(says=f"{says}; it shows no checkpoint of this log that says so", alarm=True)
        return CosignResult(says=f"{says}; it shows a checkpoint of this log: {unlike}", alarm=True, proved=True)


def _ahead(size: int) -> CosignResult:
    return CosignResult(says=f"it has cosigned size {size} already", passed=True)


def _size_in(body: bytes) -> int:
    found = _SIZE.fullmatch(body)
    if found is None:
        raise WitnessUnavailable("it answers 409 without a size")
    return int(found[1])
