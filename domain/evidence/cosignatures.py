"""Cosignatures (c2sp.org/tlog-cosignature): that a witness, at a time, found a log to have only grown."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NoReturn

from msgspec import Struct
from nacl.signing import SigningKey

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence import note_keys
from oathbook.domain.evidence.notes import NoteSignature, parse_signature_line, signature_line, split_note

LATEST_SECOND: Final = 2**63 - 1  # the last second that a cosignature may name

_KIND: Final = b"\4"
_TIME: Final = 8


class WitnessKey(Struct, frozen=True):
    """A key that checks cosignatures; ``parse_witness_key`` and ``Cosigner`` are the ways to one."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that cosignatures name it by."""
        return note_keys.derive_key_id(self.name, _KIND, self.public)

    @property
    def text(self) -> str:
        """As one line."""
        return note_keys.format_key(self.name, self.id, _KIND + self.public)


class Cosignature(Struct, frozen=True):
    """Whose it is, when it was made (in seconds since 1970), and its line in a note."""

    key: WitnessKey
    at: int
    line: str


class Cosigner:
    """A key that makes cosignatures."""

    def __init__(self, name: str, seed: bytes) -> None:
        """A name, and 32 bytes that nobody else knows; ``BadRecord`` where no key can be called so."""
        note_keys.must_be_name(name)
        self._signing = SigningKey(seed)
        self._seed = seed
        self.key = WitnessKey(name, bytes(self._signing.verify_key))

    def cosign(self, text: str, at: int) -> Cosignature:
        """The cosignature of a checkpoint, of which this is the text."""
        assert 0 < at <= LATEST_SECOND, "a time that a cosignature can name"
        signature = at.to_bytes(_TIME, "big") + self._signing.sign(_message(text, at)).signature
        return Cosignature(self.key, at, signature_line(self.key.name, self.key.id, signature))

    @property
    def secret_text(self) -> str:
        """As one line, which is to be kept secret."""
        return note_keys.PRIVATE_PREFIX + note_keys.format_key(self.key.name, self.key.id, _KIND + self._seed)


def parse_witness_key(text: str) -> WitnessKey:
    """The key in a line ``name+id+key``; ``BadRecord`` where it is none, or one that proves nothing."""
    return WitnessKey(*note_keys.parse_public_key(text, _KIND))


def parse_cosigner(text: str) -> Cosigner:
    """The key in a line ``PRIVATE+KEY+name+id+key``; ``BadRecord`` where it is none."""
    name, key_id, seed = note_keys.parse_private_key(text, _KIND)
    cosigner = Cosigner(name, seed)
    note_keys.must_match_id(cosigner.key.id, key_id)
    return cosigner


def open_cosignatures(note: bytes, keys: Collection[WitnessKey]) -> tuple[Cosignature, ...]:
    """Those of a note that are by these keys, the newest of each; ``BadRecord`` where one of them is not right."""
    text, signatures = split_note(note)
    return _newest(_cosignatures(text, signatures, keys))


def check_cosignature_lines(text: str, lines: str, keys: Collection[WitnessKey]) -> tuple[Cosignature, ...]:
    """The same of lines that a witness has answered about the checkpoint with this text."""
    *found, rest = lines.split("\n")
    if rest:
        _refuse("its last line has no end")
    return _newest(_cosignatures(text, map(parse_signature_line, found), keys))


def _cosignatures(
    text: str, signatures: Iterable[NoteSignature], keys: Collection[WitnessKey]
) -> Iterator[Cosignature]:
    by_name = {(each.name, each.id): each for each in keys}
    for each in signatures:
        key = by_name.get((each.name, each.key_id))
        if key is not None:
            at = int.from_bytes(each.signature[:_TIME], "big")
            if not (
                0 < at <= LATEST_SECOND
                and note_keys.is_valid_signature(key.public, _message(text, at), each.signature[_TIME:])
            ):
                _refuse(f"that of {key.name} is not right")
            yield Cosignature(key, at, signature_line(each.name, each.key_id, each.signature))


def _newest(found: Iterator[Cosignature]) -> tuple[Cosignature, ...]:
    return tuple({each.key: each for each in sorted(found, key=lambda each: each.at)}.values())


def _message(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def _refuse(says: str) -> NoReturn:
    raise BadRecord(f"cosignature: {says}")
