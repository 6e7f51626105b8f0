"""Signed notes (c2sp.org/signed-note): a text, an empty line, and a line for each signature."""

from typing import Final, NoReturn

from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence import note_keys

MOST_BYTES: Final = 65_536
MOST_SIGNATURES: Final = 100

_DASH: Final = "\N{EM DASH} "


class OpenedNote(Struct, frozen=True):
    """The text of a note, and which of the keys asked about has signed it."""

    text: str
    key: note_keys.NoteKey


class NoteSignature(Struct, frozen=True):
    """A signature as a note has it: the name and the id of a key, and what that key is said to have made."""

    name: str
    key_id: bytes
    signature: bytes


def sign_note(text: str, signer: note_keys.NoteSigner) -> str:
    """A text, which ends with a line's end, as a note with one signature."""
    return f"{text}\n{signature_line(signer.key.name, signer.key.id, signer.sign(text.encode()))}"


def signature_line(name: str, key_id: bytes, signature: bytes) -> str:
    """A signature as a line of a note."""
    return f"{_DASH}{name} {note_keys.encode_base64(key_id + signature)}\n"


def open_note(note: bytes, *keys: note_keys.NoteKey) -> OpenedNote:
    """The text of a note that one of these keys has signed; ``BadRecord`` says what is wrong with it.

    Signatures by other keys are passed over. One by a key that is asked about has to be right, wherever it stands.
    """
    text, signatures = split_note(note)
    found: list[note_keys.NoteKey] = []
    for each in signatures:
        for key in keys:
            if (key.name, key.id) == (each.name, each.key_id):
                if not key.has_signed(text.encode(), each.signature):
                    _refuse(f"the signature of {key.name} is not right")
                found.append(key)
    if not found:
        _refuse("none of its signatures is by a key that is trusted here")
    return OpenedNote(text, found[0])


def split_note(note: bytes) -> tuple[str, tuple[NoteSignature, ...]]:
    """The text of a note, and its signatures as they stand there, right or not; ``BadRecord``."""
    text, lines = _split(note)
    return text, tuple(map(parse_signature_line, lines))


def _split(note: bytes) -> tuple[str, list[str]]:
    """The text, and the lines of signatures."""
    if len(note) > MOST_BYTES:
        _refuse(f"it has more than {MOST_BYTES} bytes")
    try:
        said = note.decode()
    except UnicodeDecodeError:
        _refuse("it is not UTF-8")
    if any(each < " " and each != "\n" for each in said):
        _refuse("it has control characters")
    text, found, signatures = said.rpartition("\n\n")
    *lines, rest = signatures.split("\n")
    if not found or rest or not lines or len(lines) > MOST_SIGNATURES:
        _refuse("it has no signatures after an empty line")
    return f"{text}\n", lines


def parse_signature_line(line: str) -> NoteSignature:
    """What a line of signatures says, without its end; ``BadRecord``."""
    name, _, rest = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not name:
        _refuse("a line of signatures is malformed")
    signature = note_keys.decode_base64(rest)
    if len(signature) <= note_keys.KEY_ID_BYTES:
        _refuse("a signature is too short")
    return NoteSignature(name, signature[: note_keys.KEY_ID_BYTES], signature[note_keys.KEY_ID_BYTES :])


def _refuse(says: str) -> NoReturn:
    raise BadRecord(f"note: {says}")
