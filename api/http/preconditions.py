"""What every request says that goes on with a game: on which position, and under which name of its own."""

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
"""A position as an ``ETag`` writes it: each number in one way only."""

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
    """The position that ``If-Match`` names, or nothing for ``*``; ``BadRecord`` where it names none, or several."""
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
    """A request by the name its client gives it, with a digest of what it asks, so that reuse is noticed."""
    return None if key is None else RequestKey(who, key, hashlib.sha256(canonical_bytes(asked)).hexdigest())
