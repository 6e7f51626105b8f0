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

from domain.errors import BadRecord
from domain.evidence.base64_text import decoded, encoded

KEY_ID: Final = 4
_ED25519: Final = b"\1"
_PRIVATE: Final = "PRIVATE+KEY+"
_NAME: Final = re.compile(r"[!-*,-~]{1,200}")


class NoteKey(Struct, frozen=True):
    """A key that checks signatures; ``key_in`` and ``NoteSigner`` are the ways to one."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that signatures name it by."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:KEY_ID]

    @property
    def text(self) -> str:
        """As one line."""
        return f"{self.name}+{self.id.hex()}+{encoded(_ED25519 + self.public)}"

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Whether it has; never true for a key or a point of small order."""
        if len(signature) != crypto_sign_BYTES:
            return False
        try:
            VerifyKey(self.public).verify(message, signature)
        except BadSignatureError:
            return False
        return True


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
        return f"{_PRIVATE}{self.key.name}+{self.key.id.hex()}+{encoded(_ED25519 + self._seed)}"


def key_in(text: str) -> NoteKey:
    """The key in a line ``name+id+key``; ``BadRecord`` where it is none, or one that proves nothing."""
    name, key_id, public = _parts(text, crypto_sign_PUBLICKEYBYTES)
    key = NoteKey(name, public)
    if key.id.hex() != key_id:
        _refuse("its id does not fit")
    if not crypto_core_ed25519_is_valid_point(public):
        _refuse("it is a point that proves nothing (of small order, or none of the curve)")
    return key


def signer_in(text: str) -> NoteSigner:
    """The key in a line ``PRIVATE+KEY+name+id+key``; ``BadRecord`` where it is none."""
    if not text.startswith(_PRIVATE):
        _refuse(f"a key that signs begins with {_PRIVATE}")
    name, key_id, seed = _parts(text.removeprefix(_PRIVATE), crypto_sign_SEEDBYTES)
    signer = NoteSigner(name, seed)
    if signer.key.id.hex() != key_id:
        _refuse("its id does not fit")
    return signer


def _parts(text: str, size: int) -> tuple[str, str, bytes]:
    """The name, the id, and the bytes of a key of that size."""
    name, _, rest = text.partition("+")
    key_id, _, bytes_of_key = rest.partition("+")
    raw = decoded(bytes_of_key)
    if not _NAME.fullmatch(name) or raw[:1] != _ED25519 or len(raw) != 1 + size:
        _refuse("it does not have the form name+id+key with a key of Ed25519")
    return name, key_id, raw[1:]


def _refuse(says: str) -> NoReturn:
    msg = f"key: {says}"
    raise BadRecord(msg)
