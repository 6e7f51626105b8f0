"""One witness, as a log asks it: with the proof it needs, and with a look at what it says against the log."""

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

TRIES: Final = 3  # how often a checkpoint is sent when the witness says that it goes on from another size

_SIZE: Final = re.compile(rb"(0|[1-9][0-9]{0,17})\n")


class CosignResult(Struct, frozen=True):
    """What came of asking: cosignatures, or what there is to say.

    It is ``passed`` where the witness has cosigned more already, which is no fault; an ``alarm`` where the witness
    says that the log is not what it was, and ``proved`` where it shows a checkpoint that the log has signed and does
    not go on from.
    """

    cosigned: tuple[Cosignature, ...] = ()
    says: str = ""
    alarm: bool = False
    proved: bool = False
    passed: bool = False


class RemoteWitness:
    """A witness at an address; it may cosign with any of these keys."""

    def __init__(self, url: str, keys: Collection[WitnessKey], tree: StoredTree, log: NoteKey) -> None:
        """Ask it about this tree, which is signed with that key. What it has cosigned is found out at once."""
        self.url = url
        self.client = WitnessClient(url)
        self._keys = tuple(keys)
        self._tree = tree
        self._log = log
        self._size = 0

    def request_cosignature(self, size: int, note: bytes) -> CosignResult:
        """Have a checkpoint cosigned; ``WitnessUnavailable`` where the answer makes no sense, and as a tree does."""
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
            said = _size_in(reply.body)
            if said > size:
                return self._compare_larger_size(said)
            self._size = said
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

    def _compare_larger_size(self, said: int) -> CosignResult:
        """It has cosigned more than is asked for: by another process of this service, or of a log that was longer."""
        size = self._tree.size()
        if said <= size:
            return _ahead(said)
        return self._contradiction(f"it answers that the log had {said} leaves, and there are {size}")

    def _contradiction(self, says: str) -> CosignResult:
        """The word of a witness proves nothing; what the log has signed does."""
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
