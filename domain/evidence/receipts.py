"""Receipts: what a service has signed when it stored an event. They are notes by a second key of the log."""

import re
from typing import Final

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.leaves import LogLeaf, make_leaf
from oathbook.domain.evidence.note_keys import NoteKey, NoteSigner
from oathbook.domain.evidence.notes import open_note, sign_note

RECEIPT_SUFFIX: Final = "/receipt"  # what the name of the key of receipts has after that of the log
RECEIPT_FORM: Final = "oathbook/receipt/1"  # the first line of one

_IMPORTED: Final = "imported\n"
_FORM: Final = re.compile(
    rf"{RECEIPT_FORM}\n"
    r"game (?P<game>[!-~]{1,200})\n"
    r"position (?P<position>[1-9][0-9]{0,15})\n"
    r"hash (?P<hash>[0-9a-f]{64})\n"
    r"leaf (?P<leaf>0|[1-9][0-9]{0,15})\n"
    r"size (?P<size>[1-9][0-9]{0,15})\n"
    r"blind (?P<blind>[0-9a-f]{64})\n"
    r"at (?P<at>[0-9T:.Z-]{20,40})\n"
    r"(?P<imported>imported\n)?"
)


class Receipt(Struct, frozen=True):
    """That an event is stored: in which stream and where, its hash, the number of its leaf, and a size of the tree.

    The leaf stands in every tree of the log of that size and above. ``blind`` belongs to the stream; with it the leaf
    can be made. ``at`` is the time in the event. ``imported`` says that the record was brought, and not opened here.
    """

    origin: str
    game: str
    position: int
    hash: str
    leaf: int
    blind: str
    at: str
    imported: bool = False

    @property
    def size(self) -> int:
        """The smallest tree with the leaf in it."""
        return self.leaf + 1

    @property
    def log_leaf(self) -> LogLeaf:
        """The leaf."""
        return make_leaf(self.game, bytes.fromhex(self.blind), self.position, self.hash)

    @property
    def text(self) -> str:
        """What is signed."""
        return (
            f"{RECEIPT_FORM}\ngame {self.game}\nposition {self.position}\nhash {self.hash}\nleaf {self.leaf}\n"
            f"size {self.size}\nblind {self.blind}\nat {self.at}\n{_IMPORTED if self.imported else ''}"
        )


def sign_receipt(receipt: Receipt, signer: NoteSigner) -> str:
    """A receipt as the log signs it."""
    return sign_note(receipt.text, signer)


def open_receipt(note: bytes, *keys: NoteKey) -> Receipt:
    """The receipt in a note signed with one of these keys; ``BadRecord``."""
    found = open_note(note, *keys)
    parts = _FORM.fullmatch(found.text)
    if parts is None or not found.key.name.endswith(RECEIPT_SUFFIX) or int(parts["size"]) != int(parts["leaf"]) + 1:
        raise BadRecord("receipt: it does not have the lines of one")
    return Receipt(
        found.key.name.removesuffix(RECEIPT_SUFFIX),
        parts["game"],
        int(parts["position"]),
        parts["hash"],
        int(parts["leaf"]),
        parts["blind"],
        parts["at"],
        imported=parts["imported"] is not None,
    )
