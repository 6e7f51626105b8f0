"""The keys of signed notes: Ed25519, with a name, in the text forms that other programs for notes take too."""

import hashlib
import re
from typing import Final, NoReturn

from msgspec import Struct
from nacl.bindings import (
    crypto_core_ed25519_is_valid_point,
    crypto_sign_BYTES,
    crypto_sign_PUBLICKEYBYTES,
    crypto_sign_SEEDBYTES,
)
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.base64_text import decoded, encoded

KEY_ID: Final = 4
PRIVATE: Final = "PRIVATE+KEY+"
_ED25519: Final = b"\1"
_NAME: Final = re.compile(r"[!-*,-~]{1,200}")


class NoteKey(Struct, frozen=True):
    """A key that checks signatures; ``key_in`` and ``NoteSigner`` are the ways to one."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that signatures name it by."""
        return id_of(self.name, _ED25519, self.public)

    @property
    def text(self) -> str:
        """As one line."""
        return line_of(self.name, self.id, _ED25519 + self.public)

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Whether it has; never true for a key or a point of small order."""
        return is_signed(self.public, message, signature)


class NoteSigner:
    """A key that signs."""

    def __init__(self, name: str, seed: bytes) -> None:
        """A name, and 32 bytes that nobody else knows."""
        self._signing = SigningKey(seed)
        self._seed = seed
        self.key = NoteKey(name, bytes(self._signing.verify_key))

    def sign(self, message: bytes) -> bytes:
        """The signature."""
        return self._signing.sign(message).signature

    @property
    def secret_text(self) -> str:
        """As one line, which is to be kept secret."""
        return PRIVATE + line_of(self.key.name, self.key.id, _ED25519 + self._seed)


def key_in(text: str) -> NoteKey:
    """The key in a line ``name+id+key``; ``BadRecord`` where it is none, or one that proves nothing."""
    return NoteKey(*public_in(text, _ED25519))


def signer_in(text: str) -> NoteSigner:
    """The key in a line ``PRIVATE+KEY+name+id+key``; ``BadRecord`` where it is none."""
    name, key_id, seed = private_in(text, _ED25519)
    signer = NoteSigner(name, seed)
    must_fit(signer.key.id, key_id)
    return signer


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is one of Ed25519 by this key; never true for a key or a point of small order."""
    if len(signature) != crypto_sign_BYTES:
        return False
    try:
        VerifyKey(public).verify(message, signature)
    except BadSignatureError:
        return False
    return True


def id_of(name: str, kind: bytes, public: bytes) -> bytes:
    """The four bytes by which signatures of a kind name a key."""
    return hashlib.sha256(name.encode() + b"\n" + kind + public).digest()[:KEY_ID]


def line_of(name: str, key_id: bytes, key: bytes) -> str:
    """A key as one line; its bytes begin with the kind."""
    return f"{name}+{key_id.hex()}+{encoded(key)}"


def public_in(text: str, kind: bytes) -> tuple[str, bytes]:
    """Name and bytes of a key of that kind that checks; ``BadRecord`` where it is none, or one that proves nothing."""
    name, key_id, public = _parts(text, kind, crypto_sign_PUBLICKEYBYTES)
    must_fit(id_of(name, kind, public), key_id)
    if not crypto_core_ed25519_is_valid_point(public):
        _refuse("it is a point that proves nothing (of small order, or none of the curve)")
    return name, public


def private_in(text: str, kind: bytes) -> tuple[str, str, bytes]:
    """Name, id and seed of a key of that kind that signs; ``BadRecord`` where it is none."""
    if not text.startswith(PRIVATE):
        _refuse(f"a key that signs begins with {PRIVATE}")
    return _parts(text.removeprefix(PRIVATE), kind, crypto_sign_SEEDBYTES)


def must_fit(own: bytes, key_id: str) -> None:
    """``BadRecord`` where a line names another id than its key has."""
    if own.hex() != key_id:
        _refuse("its id does not fit")


def must_be_name(name: str) -> None:
    """``BadRecord`` where a key cannot be called so."""
    if not _NAME.fullmatch(name):
        _refuse("its name has letters, digits and signs but no space and no +, and at most 200 of them")


def _parts(text: str, kind: bytes, size: int) -> tuple[str, str, bytes]:
    """The name, the id, and the bytes of a key of that size."""
    name, _, rest = text.partition("+")
    key_id, _, bytes_of_key = rest.partition("+")
    raw = decoded(bytes_of_key)
    if not _NAME.fullmatch(name) or raw[:1] != kind or len(raw) != 1 + size:
        _refuse(f"it does not have the form name+id+key with a key of Ed25519 (kind {kind.hex()})")
    return name, key_id, raw[1:]


def _refuse(says: str) -> NoReturn:
    msg = f"key: {says}"
    raise BadRecord(msg)
