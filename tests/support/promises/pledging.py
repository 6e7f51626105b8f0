"""What those at a table do with promises, over HTTP."""

from functools import cache
from typing import Final

from oathbook.domain.recording.format.record import Record
from tests.golden.heirless_promises import SCRIPTS
from tests.golden.scripting import recorded
from tests.support.playing import Json
from tests.support.promises.promising import LETTER
from tests.support.serving import Response, Table, bearer

THREE: Final = 14
"""A sample with three Knights."""


@cache
def golden(name: str) -> Record:
    """The golden game about promises that has this name."""
    number, script = next((number, each) for number, each in enumerate(SCRIPTS, 501) if each.name == name)
    return recorded(script, number)


class Promises:
    """What those at a table do with promises."""

    def __init__(self, table: Table) -> None:
        """At this table."""
        self.table = table

    def send(
        self, seat: str | None, way: str, body: object = None, *, on: int | str | None = "*", key: str | None = None
    ) -> Response:
        """The answer to something that somebody wants to do: ``way`` stands behind the address of the promises."""
        named = {} if key is None else {"Idempotency-Key": key}
        position = f'"{on}"' if isinstance(on, int) else on
        headers = {**bearer(seat), **named, **({} if position is None else {"If-Match": position})}
        path = f"{self.table.path}/promises{way}"
        return self.table.client.post(path, json={} if body is None else body, headers=headers)

    def does(self, seat: str, way: str, body: object = None) -> Json:
        """Something that is stored."""
        answered = self.send(seat, way, body)
        assert answered.status_code == 201, answered.text
        step: Json = answered.json()
        return step

    def bound(self, letter: str = LETTER, *signers: str) -> str:
        """A promise that all have signed."""
        promise = str(self.does(letter.split(maxsplit=1)[0], "", {"letter": letter})["promise"]["promise"])
        for seat in signers or ("ash", "birch"):
            self.does(seat, f"/{promise}/signatures")
        return promise

    def get(self, way: str = "", seat: str | None = None) -> Json:
        """What is told of them."""
        return self.table.get(f"/promises{way}", seat)
