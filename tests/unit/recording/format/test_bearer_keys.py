"""Keys: only their digests are stored (RFC 4648, section 5)."""

from hashlib import sha256

import pytest

from oathbook.domain.recording.format.bearer_keys import key_digest, new_key


def test_a_key_is_known_by_the_digest_of_its_bytes() -> None:
    """32 bytes of zeros are 43 times the letter A, without padding."""
    assert key_digest("A" * 43) == sha256(bytes(32)).hexdigest()
    assert len(key_digest(new_key())) == 64
    assert new_key() != new_key()


@pytest.mark.parametrize("text", ["", "A", "A" * 42, "A" * 44, "A" * 42 + "!", "ä" * 43])
def test_what_is_no_key_has_no_digest(text: str) -> None:
    assert key_digest(text) == ""
