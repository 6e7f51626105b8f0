"""How much can be said about promises in one game: every seat, and the table, has its share."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel.limits import PROMISE_TEXTS, WORDS
from oathbook.domain.recording.writing import writer_jobs
from oathbook.replays.verification import verify
from tests.support.playing import Json, read
from tests.support.promises.pledging import Promises
from tests.support.promises.promising import LETTER
from tests.support.serving import HOST, Response, Table, problem_of

LONGEST: Final = "\U00020000" * WORDS
SHARE: Final = PROMISE_TEXTS // 3
"""Of each of two seats, and of the table."""


@pytest.fixture
def promises(client: TestClient) -> Promises:
    return Promises(Table.opened(client))


def text_of(size: int) -> str:
    """A text of so many bytes, in few characters."""
    return "\U00020000" * (size // 4) + "x" * (size % 4)


def claims(promises: Promises, promise: str, says: str) -> Response:
    """The response to a claim of birch's."""
    claim: Json = {"path": "c1", "claims": "breached", "says": says}
    return promises.send("birch", f"/{promise}/claims", claim)


def test_what_a_seat_says_in_one_game_has_a_limit_and_the_others_are_free_to_speak(promises: Promises) -> None:
    promise = promises.bound()
    whole, rest = divmod(SHARE, len(LONGEST.encode()))
    first = claims(promises, promise, LONGEST).json()["position"]
    assert {claims(promises, promise, LONGEST).status_code for _ in range(whole - 1)} == {201}
    before = promises.table.position

    refused = claims(promises, promise, text_of(rest + 1))

    assert problem_of(refused) == (413, "too-large")
    assert f"birch may write at most {SHARE:,} bytes of letters" in refused.json()["detail"]
    assert promises.table.position == before
    assert claims(promises, promise, text_of(rest)).status_code == 201
    assert problem_of(promises.send("birch", "", {"letter": LETTER})) == (413, "too-large")
    promises.does("ash", f"/{promise}/answers", {"claim": first, "says": LONGEST})
    promises.does(HOST, f"/{promise}/rulings", {"path": "c1", "value": "met", "reason": LONGEST})
    other = promises.does("ash", "", {"letter": LETTER})["promise"]["promise"]
    promises.does("birch", f"/{other}/signatures")


def test_a_record_in_which_more_was_said_is_sound_and_its_game_goes_on(
    promises: Promises, monkeypatch: pytest.MonkeyPatch
) -> None:
    promise = promises.bound()
    assert claims(promises, promise, LONGEST).status_code == 201
    monkeypatch.setattr(writer_jobs, "PROMISE_TEXTS", 300)

    assert problem_of(claims(promises, promise, "And more.")) == (413, "too-large")
    promises.does("birch", f"/{promise}/consents")
    assert verify(read(promises.table.ask("/record").content)).discrepancies == ()
