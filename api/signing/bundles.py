"""Bundles: a record in one file with the proof that a service kept it."""

import io
import zipfile
from typing import Final, NoReturn

from msgspec import Struct
from msgspec.structs import astuple

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.log_proofs import LogProof, open_log_proof
from oathbook.domain.evidence.note_keys import NoteKey, parse_key
from oathbook.domain.evidence.notes import open_note
from oathbook.domain.evidence.receipts import Receipt, open_receipt

BUNDLE: Final = ".oathbook"  # how the name of a bundle ends

MOST_BYTES: Final = 64 * 1024 * 1024

END, END_64, END_BYTES = b"PK\x05\x06", b"PK\x06\x07", 22
"""How the last part of a zip begins, and that of a large one before it; the length of the last without a comment."""

MOST_LISTED_BYTES: Final = 1_024  # of the list of files in a zip, whose length is in its last part

_FAULTS: Final = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, KeyError)
"""What zipfile raises for a bad file; ``ValueError`` covers texts that cannot be decoded."""


class Bundle(Struct, frozen=True):
    """The files of a bundle."""

    readme: bytes
    record: bytes
    receipt: bytes
    proof: bytes
    keys: bytes
    rules: bytes
    versions: bytes


FILE_NAMES: Final = (
    "README.txt",
    "record.jsonl",
    "receipt.txt",
    "proof.txt",
    "keys.txt",
    "rules.json",
    "versions.json",
)
"""The names of the files, in the order of the fields; the zip has no others."""


class Attestation(Struct, frozen=True):
    """What the log has signed of the end of a record: its receipt, and the proof that the tree contains it.

    ``signed_by`` is the key of the receipt, one of the bundle's. ``note`` is the checkpoint of the proof with its
    signature and cosignatures.
    """

    receipt: Receipt
    signed_by: NoteKey
    proof: LogProof
    keys: tuple[NoteKey, ...]
    note: bytes


def zip_bundle(bundle: Bundle) -> bytes:
    """Returns a bundle as a zip whose files are stored uncompressed; the same bundle gives the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, text in zip(FILE_NAMES, astuple(bundle), strict=True):
            about = zipfile.ZipInfo(name)
            about.create_system, about.external_attr = 3, 0o644 << 16
            archive.writestr(about, text)
    return file.getvalue()


def bundle_in(text: bytes) -> Bundle:
    """Returns the bundle in a file; ``BadRecord`` if it is none, or has other bytes than ``zip_bundle`` writes."""
    if len(text) > MOST_BYTES:
        _refuse(f"it is larger than {MOST_BYTES:,} bytes")
    end = text[-END_BYTES:]
    if (
        not end.startswith(END)
        or int.from_bytes(end[12:16], "little") > MOST_LISTED_BYTES
        or END_64 in text[-3 * END_BYTES :]
    ):
        _refuse("it is no zip of its files alone")
    try:
        with zipfile.ZipFile(io.BytesIO(text)) as archive:
            infos = archive.infolist()
            if tuple(each.filename for each in infos) != FILE_NAMES or any(each.compress_type for each in infos):
                _refuse(f"its files are not {', '.join(FILE_NAMES)}, stored as they are")
            if sum(each.file_size for each in infos) > len(text):
                _refuse("its files are larger than it is")
            bundle = Bundle(*(archive.read(each) for each in infos))
    except _FAULTS as problem:
        _refuse(f"it cannot be unpacked: {problem}")
    if zip_bundle(bundle) != text:
        _refuse("it is not written as bundles are")
    return bundle


def attestation_of(bundle: Bundle) -> Attestation:
    """Returns what the log has signed of the record, by the bundle's own keys; ``BadRecord`` if it does not fit."""
    keys = tuple(parse_key(each) for each in bundle.keys.decode("ascii", "replace").splitlines())
    receipt, proof = open_receipt(bundle.receipt, *keys), open_log_proof(bundle.proof, *keys)
    if (proof.checkpoint.origin, proof.entry, proof.number) != (receipt.origin, receipt.log_leaf.entry, receipt.leaf):
        _refuse("its proof is not of the event that its receipt is of")
    return Attestation(receipt, open_note(bundle.receipt, *keys).key, proof, keys, bundle.proof.partition(b"\n\n")[2])


def _refuse(says: str) -> NoReturn:
    raise BadRecord(f"bundle: {says}")
