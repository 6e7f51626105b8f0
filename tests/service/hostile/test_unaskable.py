"""Questions that cannot be asked."""

from typing import Final

import pytest

from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from tests.support.playing import Json
from tests.support.serving import Table, problem_of
from tests.unit.api.games import CLOSE

LAST: Final[Json] = {"by": "ash", "kind": "inspire", "use": True}
SETUP: Final[Json] = {"edition": "knights_duty/1", **CLOSE}
UNASKABLE: dict[str, tuple[Json, tuple[int, str]]] = {
    "about nothing": ({"decision": LAST}, (422, "invalid-request")),
    "about two things": ({"game": "here", "setup": SETUP, "decision": LAST}, (422, "invalid-request")),
    "a position of a setup": ({"setup": SETUP, "at": 1, "decision": LAST}, (422, "invalid-request")),
    "no decision": ({"setup": SETUP}, (422, "invalid-request")),
    "something else besides": ({"setup": SETUP, "decision": LAST, "more": 1}, (422, "invalid-request")),
    "an unknown game": ({"game": "nowhere", "decision": LAST}, (404, "not-found")),
    "behind the end": ({"game": "here", "at": 2, "decision": LAST}, (404, "not-found")),
    "before the beginning": ({"game": "here", "at": 0, "decision": LAST}, (422, "invalid-request")),
    "beyond any game": ({"game": "here", "at": EVENTS_PER_GAME + 1, "decision": LAST}, (422, "invalid-request")),
    "no edition": ({"setup": CLOSE, "decision": LAST}, (400, "bad-input")),
    "an unknown edition": ({"setup": {**SETUP, "edition": "chess/1"}, "decision": LAST}, (404, "unknown-edition")),
    "an odd setup": ({"setup": {**SETUP, "seats": [{"seat": "ash"}]}, "decision": LAST}, (400, "bad-input")),
    "nobody's decision": ({"game": "here", "decision": {**LAST, "by": "oak"}}, (400, "bad-input")),
    "a decision by none": ({"game": "here", "decision": {"kind": "inspire", "use": True}}, (400, "bad-input")),
    "a decision of no kind": ({"game": "here", "decision": {"by": "ash", "kind": "dance"}}, (400, "bad-input")),
}


@pytest.mark.parametrize("what", UNASKABLE)
def test_what_cannot_be_asked_is_refused(what: str, still: Table) -> None:
    body, problem = UNASKABLE[what]
    body = {**body, "game": still.game} if body.get("game") == "here" else body

    assert problem_of(still.client.post("/v1/ask", json=body)) == problem
