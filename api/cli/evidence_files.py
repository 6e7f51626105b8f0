"""What a person holds against a keeper: keys of logs, receipts, proofs and checkpoints in files, and heads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct

from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.input_files import bytes_in, label_refusals
from oathbook.api.cli.output import encodable
from oathbook.api.signing.checkpoint_file import LatestCheckpoints
from oathbook.api.signing.log_files import log_files_for
from oathbook.api.signing.soundness import checkpoint_mismatch, find_all_damage
from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.evidence.checkpoints import Checkpoint
from oathbook.domain.evidence.convictions import SignedEvidence, open_signed
from oathbook.domain.evidence.log_proofs import LogProof
from oathbook.domain.evidence.note_keys import NoteKey, parse_key
from oathbook.domain.evidence.receipts import Receipt
from oathbook.domain.recording.database.address import parse_address
from oathbook.domain.recording.format.record import Record

MOST_BYTES: Final = 65_536

SIGNED_BESIDE: Final = "the log of the database"

_HEAD: Final = re.compile(r"([1-9][0-9]{0,15}):([0-9a-f]{64})")


class Contradiction(Struct, frozen=True):
    """Where a record contradicts what somebody holds, which that is, and how."""

    position: int
    by: str
    says: str


def keys_in(name: str) -> tuple[NoteKey, ...]:
    """The keys in a file, a line each, as a service shows them at ``/log/keys``; ``BadRecord``."""
    with label_refusals(name):
        lines = bytes_in(name, most=MOST_BYTES).decode("ascii", "replace").splitlines()
        return tuple(parse_key(each) for each in lines if each)


def signed_thing_in(name: str, keys: Sequence[NoteKey]) -> SignedEvidence:
    """The receipt, checkpoint or proof in a file, which one of these keys has signed; ``BadRecord``."""
    text = bytes_in(name, most=MOST_BYTES)
    with label_refusals(name):
        return open_signed(text, *keys)


def head_in(text: str) -> tuple[int, str]:
    """A head as it is noted, ``POSITION:HASH``; ``BadRecord``."""
    found = _HEAD.fullmatch(text)
    if found is None:
        raise BadRecord(f"--head {text}: write POSITION:HASH, with the hash as 64 digits")
    return int(found[1]), found[2]


class HeldEvidence(Struct, frozen=True):
    """What a record is held against: heads, and what a log has signed, each with its name, by these keys."""

    heads: tuple[tuple[int, str], ...] = ()
    signed: tuple[tuple[str, SignedEvidence], ...] = ()
    keys: tuple[NoteKey, ...] = ()

    def contradictions(self, record: Record, *brought: Receipt) -> tuple[Contradiction, ...]:
        """Where the record contradicts it, in the order of the positions; ``brought`` comes with the record."""
        noted = (*((position, noted, "head") for position, noted in self.heads), *self._signed_hashes(record, brought))
        found = [each for position, noted, by in noted for each in _mismatches(record, position, noted, by)]
        return tuple(sorted(found, key=lambda each: each.position))

    def names_of(self, record: Record, *brought: Receipt) -> frozenset[str]:
        """The names of what was signed of this record."""
        return frozenset(by for _, _, by in self._signed_hashes(record, brought))

    def _signed_hashes(self, record: Record, brought: Sequence[Receipt]) -> Iterator[tuple[int, str, str]]:
        """The position, the hash and the name of each thing that was signed of this record.

        A proof names a position by a tag, which a receipt of the same game gives.
        """
        held = [(by, thing) for by, thing in self.signed if isinstance(thing, Receipt)]
        receipts = [(by, receipt) for by, receipt in held if receipt.game == record.game]
        giving = (*(receipt for _, receipt in receipts), *(each for each in brought if each.game == record.game))
        tags = {receipt.log_leaf.tag for receipt in giving}
        yield from ((receipt.position, receipt.hash, by) for by, receipt in receipts)
        for by, thing in self.signed:
            if isinstance(thing, LogProof) and thing.leaf is not None and thing.leaf.tag in tags:
                yield thing.leaf.position, thing.leaf.hash.hex(), by


def _mismatches(record: Record, position: int, noted: str, by: str) -> Iterable[Contradiction]:
    last = len(record.events)
    if position > last:
        yield Contradiction(position, by, f"the record ends at position {last}, and position {position} was there")
    elif record.events[position - 1].hash != noted:
        own = record.events[position - 1].hash
        yield Contradiction(position, by, f"the event there is another: {own} here, {noted} there")


def load_evidence(
    heads: Iterable[str], signed: Iterable[str], log_keys: str | None, trusted: Sequence[NoteKey] = ()
) -> HeldEvidence:
    """What the options of a command name; keys of logs that a policy trusts count as well. ``BadRecord``."""
    names = tuple(signed)
    if names and log_keys is None and not trusted:
        raise BadRecord("--log-keys: name the file with the keys of the log")
    keys = () if log_keys is None else keys_in(log_keys)
    every = (*keys, *trusted)
    return HeldEvidence(
        tuple(map(head_in, heads)), tuple((encodable(name), signed_thing_in(name, every)) for name in names), keys
    )


def log_contradictions(database: str, signed: Iterable[tuple[str, SignedEvidence]]) -> Iterable[Contradiction]:
    """Where the log of a database does not go on from the checkpoints among these."""
    for name, thing in signed:
        if (checkpoint := checkpoint_of(thing)) is not None:
            with archive_in(database) as archive:
                unlike = checkpoint_mismatch(archive.tree, checkpoint)
            if unlike:
                yield Contradiction(1, name, unlike)


def stored_contradictions(database: str, log_key: Path | None) -> Iterable[Contradiction]:
    """Where a database is not what its service signed, by the checkpoints beside it, or its rows not what its log says.

    Nothing of a database that cannot be opened, as no record in it can be read. Without keys there are no checkpoints.
    ``BadRecord``, ``OSError``.
    """
    address = parse_address(database, where="--db")
    named = isinstance(address, Path) or log_key is not None
    files = log_files_for(address, log_key) if named else None
    has_keys = files is not None and files.keys.exists()
    known = files.latest_checkpoints() if files is not None and has_keys else LatestCheckpoints()
    with ExitStack() as held:
        try:
            archive = held.enter_context(archive_in(database))
        except (Refused, OSError):
            return
        wrong = known.fault or find_all_damage(archive.tree, known.checkpoints)
    if wrong:
        yield Contradiction(1, SIGNED_BESIDE, wrong)


def checkpoint_of(thing: SignedEvidence) -> Checkpoint | None:
    """A checkpoint itself, or that of a proof."""
    match thing:
        case LogProof():
            return thing.checkpoint
        case Checkpoint():
            return thing
        case Receipt():
            return None
