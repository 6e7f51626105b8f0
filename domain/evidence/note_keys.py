"""The keys of signed notes: Ed25519, with a name, in the base64 forms that other programs for notes take too."""

import base64
import binascii
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

KEY_ID_BYTES: Final = 4
PRIVATE_PREFIX: Final = "PRIVATE+KEY+"
_ED25519: Final = b"\1"
_NAME: Final = re.compile(r"[!-*,-~]{1,200}")


class NoteKey(Struct, frozen=True):
    """A key that checks signatures; ``parse_key`` and ``NoteSigner`` are the ways to one."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that signatures name it by."""
        return derive_key_id(self.name, _ED25519, self.public)

    @property
    def text(self) -> str:
        """As one line."""
        return format_key(self.name, self.id, _ED25519 + self.public)

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Whether it has; never true for a key or a point of small order."""
        return is_valid_signature(self.public, message, signature)


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
        return PRIVATE_PREFIX + format_key(self.key.name, self.key.id, _ED25519 + self._seed)


def parse_key(text: str) -> NoteKey:
    """The key in a line ``name+id+key``; ``BadRecord`` where it is none, or one that proves nothing."""
    return NoteKey(*parse_public_key(text, _ED25519))


def parse_signer(text: str) -> NoteSigner:
    """The key in a line ``PRIVATE+KEY+name+id+key``; ``BadRecord`` where it is none."""
    name, key_id, seed = parse_private_key(text, _ED25519)
    signer = NoteSigner(name, seed)
    must_match_id(signer.key.id, key_id)
    return signer


def is_valid_signature(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is one of Ed25519 by this key; never true for a key or a point of small order."""
    if len(signature) != crypto_sign_BYTES:
        return False
    try:
        VerifyKey(public).verify(message, signature)
    except BadSignatureError:
        return False
    return True


def derive_key_id(name: str, kind: bytes, public: bytes) -> bytes:
    """The four bytes by which signatures of a kind name a key."""
    return hashlib.sha256(name.encode() + b"\n" + kind + public).digest()[:KEY_ID_BYTES]


def format_key(name: str, key_id: bytes, key: bytes) -> str:
    """A key as one line; its bytes begin with the kind."""
    return f"{name}+{key_id.hex()}+{encode_base64(key)}"


def parse_public_key(text: str, kind: bytes) -> tuple[str, bytes]:
    """Name and bytes of a key of that kind that checks; ``BadRecord`` where it is none, or one that proves nothing."""
    name, key_id, public = _parts(text, kind, crypto_sign_PUBLICKEYBYTES)
    must_match_id(derive_key_id(name, kind, public), key_id)
    if not crypto_core_ed25519_is_valid_point(public):
        _refuse("it is a point that proves nothing (of small order, or none of the curve)")
    return name, public


def parse_private_key(text: str, kind: bytes) -> tuple[str, str, bytes]:
    """Name, id and seed of a key of that kind that signs; ``BadRecord`` where it is none."""
    if not text.startswith(PRIVATE_PREFIX):
        _refuse(f"a key that signs begins with {PRIVATE_PREFIX}")
    return _parts(text.removeprefix(PRIVATE_PREFIX), kind, crypto_sign_SEEDBYTES)


def must_match_id(own: bytes, key_id: str) -> None:
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
    raw = decode_base64(bytes_of_key)
    if not _NAME.fullmatch(name) or raw[:1] != kind or len(raw) != 1 + size:
        _refuse(f"it does not have the form name+id+key with a key of Ed25519 (kind {kind.hex()})")
    return name, key_id, raw[1:]


def _refuse(says: str) -> NoReturn:
    raise BadRecord(f"key: {says}")


def encode_base64(raw: bytes) -> str:
    """The text of some bytes."""
    return base64.b64encode(raw).decode()


def decode_base64(text: str) -> bytes:
    """The bytes of a text; ``BadRecord`` where it is not how ``encode_base64`` would write them."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if encode_base64(raw) != text:
        raise BadRecord("base64: it is not written as it should be")
    return raw
