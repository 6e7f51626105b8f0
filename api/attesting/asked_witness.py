"""One witness, as a log asks it: with the proof it needs, and with a look at what it says against the log."""

import re
from collections.abc import Collection
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from msgspec import Struct

from oathbook.api.attesting.soundness import unlike_checkpoint
from oathbook.api.attesting.witness_client import Unanswering, WitnessClient
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import checkpoint_in
from oathbook.domain.evidence.cosignatures import Cosignature, WitnessKey, cosignatures_of
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.notes import parts_of
from oathbook.domain.evidence.submissions import submission_text
from oathbook.domain.evidence.tree import consistency
from oathbook.domain.recording.database.stored_tree import StoredTree

TRIES: Final = 3
"""How often a checkpoint is sent when the witness says that it goes on from another size."""

_SIZE: Final = re.compile(rb"(0|[1-9][0-9]{0,17})\n")


class Asked(Struct, frozen=True):
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


class AskedWitness:
    """A witness at an address; it may cosign with any of these keys."""

    def __init__(self, url: str, keys: Collection[WitnessKey], tree: StoredTree, log: NoteKey) -> None:
        """Ask it about this tree, which is signed with that key. What it has cosigned is found out at once."""
        self.url = url
        self.client = WitnessClient(url)
        self._keys = tuple(keys)
        self._tree = tree
        self._log = log
        self._size = 0

    def ask(self, size: int, note: bytes) -> Asked:
        """Have a checkpoint cosigned; ``Unanswering`` where nothing can be made of the answer, and as a tree does."""
        if self._size > size:
            return _ahead(self._size)
        status = 0
        for _ in range(TRIES):
            path = consistency(self._tree.node(), self._size, size) if self._size else ()
            reply = self.client.asked("POST", "/add-checkpoint", submission_text(self._size, path, note))
            status = reply.status
            if status == HTTPStatus.OK:
                return self._cosigned(size, note, reply.body)
            if status != HTTPStatus.CONFLICT:
                break
            said = _size_in(reply.body)
            if said > size:
                return self._further(said)
            self._size = said
        if status == HTTPStatus.UNPROCESSABLE_ENTITY:
            return self._contradicted(f"it answers that size {size} does not go on from size {self._size}")
        return Asked(says=f"it answers {status}")

    def _cosigned(self, size: int, note: bytes, body: bytes) -> Asked:
        try:
            found = cosignatures_of(parts_of(note)[0], body.decode("utf-8", "replace"), self._keys)
        except BadRecord as problem:
            raise Unanswering(str(problem)) from None
        if not found:
            return Asked(says="it cosigns with no key of the policy")
        self._size = size
        return Asked(found)

    def _further(self, said: int) -> Asked:
        """It has cosigned more than is asked for: by another process of this service, or of a log that was longer."""
        size = self._tree.size()
        if said <= size:
            return _ahead(said)
        return self._contradicted(f"it answers that the log had {said} leaves, and there are {size}")

    def _contradicted(self, says: str) -> Asked:
        """The word of a witness proves nothing; what the log has signed does."""
        place = sha256(self._log.name.encode()).hexdigest()
        try:
            shown = self.client.asked("GET", f"/{place}/checkpoint")
            unlike = unlike_checkpoint(self._tree, checkpoint_in(shown.body, self._log))
        except (BadRecord, Unanswering):
            unlike = ""
        if not unlike:
            return Asked(says=f"{says}; it shows no checkpoint of this log that says so", alarm=True)
        return Asked(says=f"{says}; it shows a checkpoint of this log: {unlike}", alarm=True, proved=True)


def _ahead(size: int) -> Asked:
    return Asked(says=f"it has cosigned size {size} already", passed=True)


def _size_in(body: bytes) -> int:
    found = _SIZE.fullmatch(body)
    if found is None:
        msg = "it answers 409 without a size"
        raise Unanswering(msg)
    return int(found[1])
