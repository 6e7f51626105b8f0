"""What a dispute stores about a claim stays the same, byte for byte: a finding that was ruled on is evidence."""

import hashlib

import pytest

from tests.golden.disputing import STORED, disputes, stored
from tests.support.playing import Json

DISPUTES = tuple(disputes())


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda each: each["name"])
def test_a_finding_is_stored_in_the_same_bytes_as_ever(dispute: Json) -> None:
    """Its public line, which commits to what is sealed in it too; the digests are written by ``make golden-accept``."""
    line = stored(dispute)

    assert STORED[dispute["name"]] == hashlib.sha256(line).hexdigest(), line.decode()


def test_every_golden_dispute_has_its_stored_finding() -> None:
    assert set(STORED) == {each["name"] for each in DISPUTES}


def test_some_stored_findings_hold_something_for_one_seat_alone() -> None:
    """And most do not: what everybody may see is enough for them."""
    sealed = [each for each in DISPUTES if b'"sealed":{"sd":' in stored(each)]

    assert 0 < len(sealed) < len(DISPUTES) / 2
