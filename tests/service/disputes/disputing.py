"""What those at a table and arbiters do in disputes, over HTTP."""

from typing import Final

from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from tests.support.playing import RULESET, ChanceName, Json
from tests.support.serving import Client, Response, Table, bearer
from tests.unit.api.games import CLOSE, DUEL

WRONG: Final = {"claim": "outcome-wrong", "at": 7}
ILLEGAL: Final = {"claim": "decision-illegal", "at": 2}
"""That birch could not lay its plan, which is hidden."""

STANDS: Final[Json] = {"remedy": "let-stand"}
REASONS: Final = "KD-5.1 is clear."


def duelling(client: Client, decisions: int, *, chance: ChanceName = "seeded") -> Table:
    """A duel of ash (Ann) and birch (Bo) after so many decisions."""
    table = Table.opened(client, resolve_setup(RULESET, parse_setup(CLOSE, where="test"), where="test"), chance=chance)
    for decision in DUEL[:decisions]:
        table.decide(decision["by"], decision)
    return table


class Disputes:
    """What is done in a dispute about the game of a table."""

    def __init__(self, table: Table, dispute: str = "") -> None:
        """At this table; in this dispute, or in the one that is filed next."""
        self.table = table
        self.path = f"/v1/disputes/{dispute}"

    @classmethod
    def filed(cls, table: Table, by: str = "ash", claim: Json = WRONG) -> "Disputes":
        """A dispute about a claim."""
        disputes = cls(table)
        answered = disputes.file(by, claim)
        assert answered.status_code == 201, answered.text
        return cls(table, answered.json()["dispute"])

    def file(self, by: str | None, claim: object, says: str = "It is not so.", *, key: str | None = None) -> Response:
        """The answer to a claim."""
        named = {} if key is None else {"Idempotency-Key": key}
        body = {"game": self.table.game, "claim": claim, "says": says}
        return self.table.client.post("/v1/disputes", json=body, headers={**bearer(by), **named})

    def send(
        self, by: str | None, what: str, body: object = None, *, on: int | str | None = "*", key: str | None = None
    ) -> Response:
        """The answer to something that somebody wants to do."""
        named = {} if key is None else {"Idempotency-Key": key}
        position = f'"{on}"' if isinstance(on, int) else on
        headers = {**bearer(by), **named, **({} if position is None else {"If-Match": position})}
        return self.table.client.post(f"{self.path}/{what}", json={} if body is None else body, headers=headers)

    def does(self, by: str, what: str, body: object = None) -> Json:
        """Something that is stored."""
        answered = self.send(by, what, body)
        assert answered.status_code == 201, answered.text
        told: Json = answered.json()
        return told

    def get(self, by: str | None = None) -> Json:
        """The dispute as somebody sees it."""
        answered = self.table.client.get(self.path, headers=bearer(by))
        assert answered.status_code == 200, answered.text
        told: Json = answered.json()
        return told

    def ruled(self, by: str = "Ada", **changed: object) -> Json:
        """A ruling on what is found."""
        body = {"answer": "rejected", "reasons": REASONS, "remedy": STANDS, **changed}
        return self.does(by, "ruling", body)

    def hidden(self, at: int) -> list[str]:
        """The digests of what is hidden in an event of the game."""
        event = self.table.get(f"/events/{at}")["event"]
        return [each["sd"] for each in event["data"]["decision"]["slots"]]
