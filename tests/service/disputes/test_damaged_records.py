"""Disputes about a game whose record is damaged: what is stored is answered as stored, and nothing else is."""

from collections.abc import Generator
from typing import Final, NamedTuple

import pytest

from oathbook.domain.recording.database.address import StoreAddress
from tests.service.disputes.disputing import Disputes, duelling
from tests.support.playing import Json
from tests.support.serving import Response, Table, problem_of, served
from tests.support.storing import changed, found

pytestmark = pytest.mark.usefixtures("log_looks_away")

SAYS: Final[Json] = {"says": "See the picture."}
THIRD: Final = "SELECT state FROM stored_events WHERE originator_version = 3 AND originator_id = ?"
PUT: Final = "UPDATE stored_events SET state = ? WHERE originator_version = 3 AND originator_id = ?"


class Damaged(NamedTuple):
    """A dispute in which something was done before, under the key ``before``, and hidden fields of the game."""

    disputes: Disputes
    hidden: list[str]
    db: StoreAddress

    def sends(self, what: str, *, key: str = "before") -> Response:
        """The answer to something that may be done in it."""
        unsealing = {"at": 2, "fields": self.hidden, "reason": "To see."}
        by, body = {"evidence": ("birch", SAYS), "unsealing": ("Ada", unsealing)}.get(what, ("ash", {}))
        return self.disputes.send(by, what, body, key=key)

    @property
    def events(self) -> int:
        """How many are stored of everything."""
        return len(found(self.db, "SELECT 1 FROM stored_events"))


@pytest.fixture
def damaged(db: StoreAddress) -> Generator[Damaged]:
    with served(db) as client:
        disputes = Disputes.filed(duelling(client, 8))
        whole = Damaged(disputes, disputes.hidden(2), db)
        assert [whole.sends(each).status_code for each in ("evidence", "unsealing", "finding")] == [201] * 3
        game = disputes.table.game
    ((state,),) = found(db, THIRD, game)
    other = bytes(state).replace(b'"at":"2', b'"at":"3', 1)
    changed(db, PUT, other, game)
    with served(db) as client:
        yield whole._replace(disputes=Disputes(Table(client, game), disputes.path.rpartition("/")[2]))


@pytest.mark.parametrize("what", ["evidence", "withdrawal"])
def test_what_is_stored_is_answered_with_what_can_be_told(what: str, damaged: Damaged) -> None:
    before = damaged.events

    answered, again = (damaged.sends(what, key="now") for _ in range(2))

    told = answered.json()
    assert (answered.status_code, again.status_code, damaged.events) == (201, 201, before + 1)
    assert (told["position"], told["evidence"][0]["says"]) == (5, SAYS["says"])
    assert told["unsealed"][0]["fields"] == [{"digest": each, "to": []} for each in damaged.hidden]
    assert "position 3" in told["fault"]
    assert (again.json(), again.headers["Oathbook-Receipt"]) == (told, answered.headers["Oathbook-Receipt"])


@pytest.mark.parametrize("what", ["evidence", "unsealing", "finding"])
def test_what_was_stored_before_is_answered_as_stored_when_it_is_sent_again(what: str, damaged: Damaged) -> None:
    before = damaged.events

    again = damaged.sends(what)

    assert (again.status_code, damaged.events) == (201, before)
    assert "position 3" in again.json()["fault"]


@pytest.mark.parametrize("what", ["unsealing", "finding"])
def test_what_the_record_is_needed_for_is_refused_and_not_stored(what: str, damaged: Damaged) -> None:
    before = damaged.events

    refused = damaged.sends(what, key="now")

    assert problem_of(refused) == (503, "corrupt-record")
    assert damaged.events == before
    assert problem_of(damaged.disputes.table.client.get(damaged.disputes.path)) == (503, "corrupt-record")
