"""Everything that a viewer can ask about the sheet of a game, and write on it where nobody may."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from tests.service.asgi import Ask, get, post
from tests.service.secrecy.looks import Row, Stand
from tests.service.secrecy.posts import ANYWHERE, LINE
from tests.service.secrecy.worlds import GAME
from tests.support.playing import Json

MEND: Final = f"{GAME}/mend"


def sheet(stand: Stand) -> Iterator[Ask]:
    """The sheet, all or from every position on, and from what is none."""
    yield get(LINE, f"{stand.path}/lines")
    for start in (*stand.places, 99_999, 0, f"canary-of-{stand.viewer}"):
        yield get(LINE, f"{stand.path}/lines", from_=start)


def mends(stand: Stand) -> Iterator[Ask]:
    """Lines to write and to mend, tried and not, for everybody; the seats write this game themselves."""
    path, canary = f"{stand.path}/mend", f"canary-of-{stand.viewer}"
    named = {**ANYWHERE, "Idempotency-Key": canary}
    planned: Json = {"lines": [["ash: plan bow"]]}
    bodies: tuple[Json, ...] = (planned, {**planned, "from": 2, "why": canary}, {"from": canary}, {"lines": [[]]}, {})
    for body in bodies:
        yield post(MEND, path, body, named)
        yield post(MEND, path, body, named, dry_run=True)
    yield from (post(MEND, path, planned, named, by=each) for each in stand.eyes)
    yield replace(post(MEND, path, {}, named), body=canary.encode())


SHEETS: Final[dict[str, Row]] = {f"GET {LINE}": sheet, f"POST {MEND}": mends}
"""What is asked, by operation."""
