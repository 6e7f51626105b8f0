"""Signatures of Ed25519 that others have published because programs disagree about them, or get them wrong."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.note_keys import NoteKey, parse_key

HERE: Final = Path(__file__).parent
WYCHEPROOF: Final[dict[str, Any]] = json.loads((HERE / "wycheproof_ed25519.json").read_text("utf-8"))
"""Of each public key the signatures: number, message, signature, and whether it is right."""

SPECCHECK: Final[dict[str, Any]] = json.loads((HERE / "speccheck_ed25519.json").read_text("utf-8"))
"""Number, public key, message and signature, where the key, the signature or both are of an odd kind."""

MIXED: Final = 3
"""The one whose key and signature have a part of small order, and which every way to check a signature accepts."""


def test_the_signatures_of_wycheproof_are_told_apart() -> None:
    cases = [(key, *case) for key, cases in WYCHEPROOF["keys"].items() for case in cases]
    wrong = [
        number
        for key, number, message, signature, right in cases
        if NoteKey("wycheproof", bytes.fromhex(key)).has_signed(bytes.fromhex(message), bytes.fromhex(signature))
        != right
    ]

    assert wrong == []
    assert (len(cases), sum(right for *_, right in cases)) == (151, 88)


@pytest.mark.parametrize(("number", "public", "message", "signature"), SPECCHECK["cases"])
def test_odd_keys_and_signatures_prove_nothing(number: int, public: str, message: str, signature: str) -> None:
    """A key of the mixed kind comes in by no door."""
    key = NoteKey("odd", bytes.fromhex(public))

    assert key.has_signed(bytes.fromhex(message), bytes.fromhex(signature)) == (number == MIXED)
    if number not in {6, 7}:  # keys as they should be, with signatures that are not
        with pytest.raises(BadRecord, match="proves nothing"):
            parse_key(key.text)
