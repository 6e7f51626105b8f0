"""What a person holds against a keeper: keys of logs, receipts, proofs and checkpoints in files, and heads."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from api.attesting.soundness import unlike_checkpoint
from api.cli.databases import archive_in
from api.cli.input_files import bytes_in, refusals_name
from domain.errors import BadRecord
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.convictions import SignedThing, signed_in
from domain.evidence.log_proofs import LogProof
from domain.evidence.note_keys import NoteKey, key_in
from domain.evidence.receipts import Receipt
from domain.recording.format.record import Record

MOST_BYTES: Final = 65_536

_HEAD: Final = re.compile(r"([1-9][0-9]{0,15}):([0-9a-f]{64})")


class Contradiction(Struct, frozen=True):
    """Where a record contradicts what somebody holds, which that is, and how."""

    position: int
    by: str
    says: str


def keys_in(name: str) -> tuple[NoteKey, ...]:
    """The keys in a file, a line each, as a service shows them at ``/log/keys``; ``BadRecord``."""
    with refusals_name(name):
        lines = bytes_in(name, most=MOST_BYTES).decode("ascii", "replace").splitlines()
        return tuple(key_in(each) for each in lines if each)


def thing_in(name: str, keys: Sequence[NoteKey]) -> SignedThing:
    """The receipt, checkpoint or proof in a file, which one of these keys has signed; ``BadRecord``."""
    text = bytes_in(name, most=MOST_BYTES)
    with refusals_name(name):
        return signed_in(text, *keys)


def head_in(text: str) -> tuple[int, str]:
    """A head as it is noted, ``POSITION:HASH``; ``BadRecord``."""
    found = _HEAD.fullmatch(text)
    if found is None:
        msg = f"--head {text}: write POSITION:HASH, with the hash as 64 digits"
        raise BadRecord(msg)
    return int(found[1]), found[2]


class Held(Struct, frozen=True):
    """What a record is held against: heads, and what a log has signed, each with its name, by these keys."""

    heads: tuple[tuple[int, str], ...] = ()
    signed: tuple[tuple[str, SignedThing], ...] = ()
    keys: tuple[NoteKey, ...] = ()

    def against(self, record: Record) -> tuple[Contradiction, ...]:
        """Where the record contradicts it, in the order of the positions."""
        found = [*self._heads(record), *self._receipts(record), *self._proofs(record)]
        return tuple(sorted(found, key=lambda each: each.position))

    def _heads(self, record: Record) -> Iterable[Contradiction]:
        for position, noted in self.heads:
            yield from _unlike(record, position, noted, "head")

    def _receipts(self, record: Record) -> Iterable[Contradiction]:
        for name, thing in self.signed:
            if isinstance(thing, Receipt) and thing.game == record.game:
                yield from _unlike(record, thing.position, thing.hash, name)

    def _proofs(self, record: Record) -> Iterable[Contradiction]:
        """A proof names a position by a tag, which a receipt of the same game gives."""
        tags = {
            thing.log_leaf.tag for _, thing in self.signed if isinstance(thing, Receipt) and thing.game == record.game
        }
        for name, thing in self.signed:
            if isinstance(thing, LogProof) and thing.leaf is not None and thing.leaf.tag in tags:
                yield from _unlike(record, thing.leaf.position, thing.leaf.hash.hex(), name)


def _unlike(record: Record, position: int, noted: str, by: str) -> Iterable[Contradiction]:
    last = len(record.events)
    if position > last:
        yield Contradiction(position, by, f"the record ends at position {last}, and position {position} was there")
    elif record.events[position - 1].hash != noted:
        own = record.events[position - 1].hash
        yield Contradiction(position, by, f"the event there is another: {own} here, {noted} there")


def held(heads: Iterable[str], signed: Iterable[str], log_keys: str | None, trusted: Sequence[NoteKey] = ()) -> Held:
    """What the options of a command name; keys of logs that a policy trusts count as well. ``BadRecord``."""
    names = tuple(signed)
    if names and log_keys is None and not trusted:
        msg = "--log-keys: name the file with the keys of the log"
        raise BadRecord(msg)
    keys = () if log_keys is None else keys_in(log_keys)
    every = (*keys, *trusted)
    return Held(tuple(map(head_in, heads)), tuple((name, thing_in(name, every)) for name in names), keys)


def against_log(database: str, signed: Iterable[tuple[str, SignedThing]]) -> Iterable[Contradiction]:
    """Where the log of a database does not go on from the checkpoints among these."""
    for name, thing in signed:
        checkpoint = thing.checkpoint if isinstance(thing, LogProof) else thing
        if isinstance(checkpoint, Checkpoint):
            with archive_in(database) as archive:
                unlike = unlike_checkpoint(archive.tree, checkpoint)
            if unlike:
                yield Contradiction(1, name, unlike)
