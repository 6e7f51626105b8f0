"""The headers of requests that change a game: ``If-Match`` and ``Idempotency-Key``."""

import hashlib
import re
from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import Header

from oathbook.domain.errors import BadRecord, PositionMissing
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.database.record_store import RequestKey

ANYWHERE: Final = "*"
_POSITION: Final = re.compile(r'"(?P<position>0|[1-9][0-9]{0,5})"')
"""A position in an ``ETag``; each number can be written in one way only."""

IfMatch = Annotated[
    str | None,
    Header(max_length=40, description='The position that the request is based on, as `"42"`, or `*` for any position.'),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=200,
        description="Your name for this request. The same request again gets the same answer.",
    ),
]


def expected_position(named: str | None) -> int | None:
    """Returns the position that ``If-Match`` names, or None for ``*``; ``PositionMissing``, ``BadRecord``."""
    if named is None:
        raise PositionMissing(
            'If-Match: name the position that the request is based on, as "42", or * for any position'
        )
    if named.strip() == ANYWHERE:
        return None
    found = _POSITION.fullmatch(named.strip())
    if found is None:
        raise BadRecord('If-Match: name one position in quotation marks, as "42", or *')
    return int(found["position"])


def request_key_for(who: str, key: str | None, asked: Mapping[str, object]) -> RequestKey | None:
    """Returns the key of a request with a digest of its content, or None without ``Idempotency-Key``."""
    return None if key is None else RequestKey(who, key, hashlib.sha256(canonical_bytes(asked)).hexdigest())
