"""Clients that play over HTTP as fast as they are answered: each asks what it may decide, or knows, and decides."""

import asyncio
import json
import random
import re
import time
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final

from msgspec import Struct

OPENING: Final = {
    "edition": "knights_duty/1",
    "components": "knights-duty-sample-1",
    "seats": [{"seat": "ash"}, {"seat": "birch"}],
}
LENGTH: Final = re.compile(rb"content-length: (\d+)")
MOST_DECISIONS: Final = 60
"""Of a game; then another one is opened."""

ASK: Final = 8
"""One of so many clients asks, where the others know their games by heart."""

Decision = Mapping[str, Any]


class Load(Struct, frozen=True):
    """What clients were answered: decisions a second, how long one took, and how many were refused."""

    a_second: float
    median_ms: float
    slowest_of_hundred_ms: float
    refused: int


class Connection:
    """One connection of a client, kept open."""

    def __init__(self, port: int) -> None:
        """Not yet open."""
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Send a request, and give back status and body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(sent)}"]
        lines += ["Content-Type: application/json"] if sent else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        found = LENGTH.search(head)
        assert found is not None, head
        answered = await reader.readexactly(int(found[1]))
        return int(head.split(b" ", 2)[1]), json.loads(answered) if answered else None

    def close(self) -> None:
        """Close it."""
        if self._streams is not None:
            self._streams[1].close()


class _Player:
    """Somebody who plays game after game against themselves; whoever knows games by heart asks for nothing."""

    def __init__(self, port: int, seed: int, until: float, by_heart: Sequence[Sequence[Decision]]) -> None:
        self._connection = Connection(port)
        self._rng = random.Random(seed)  # noqa: S311  # it picks decisions, it keeps no secret
        self._until = until
        self._by_heart = by_heart
        self.taken: list[float] = []
        self.refused = 0

    async def play(self) -> None:
        has_begun = False
        while not has_begun or time.monotonic() < self._until:
            has_begun = True
            status, opened = await self._connection.ask("POST", "/v1/games", OPENING)
            if status == 201:  # noqa: PLR2004  # it is Created
                await self._game(opened["game"], opened["keys"]["seats"], opened["position"])
            else:
                self.refused += 1
        self._connection.close()

    async def _game(self, game: str, keys: dict[str, str], position: int) -> None:
        acting = list(keys)
        known = self._rng.choice(self._by_heart) if self._by_heart else ()
        for number in range(MOST_DECISIONS):
            if not acting or (number and time.monotonic() >= self._until):  # the first is always made
                return
            decision = known[number] if known else await self._picked(game, keys, self._rng.choice(acting))
            if decision is None:
                return
            auth = {"Authorization": f"Bearer {keys[decision['by']]}"}
            began = time.perf_counter()
            status, told = await self._connection.ask(
                "POST", f"/v1/games/{game}/decisions", {"decision": decision}, If_Match=f'"{position}"', **auth
            )
            if status != 201:  # noqa: PLR2004  # as above
                self.refused += 1
                return
            self.taken.append(time.perf_counter() - began)
            position, acting = told["position"], told["to_act"]

    async def _picked(self, game: str, keys: Mapping[str, str], seat: str) -> Decision | None:
        auth = {"Authorization": f"Bearer {keys[seat]}"}
        _, options = await self._connection.ask("GET", f"/v1/games/{game}/options", **auth)
        return self._rng.choice(options["listed"]) if options["listed"] else None


def load(
    port: int,
    clients: int,
    seconds: float,
    seed: int,
    also: Sequence[int] = (),
    by_heart: Sequence[Sequence[Decision]] = (),
) -> Load:
    """So many clients at once for so long, the same ones for the same seed; ``also`` are ports of further processes.

    ``by_heart`` are games of at least ``MOST_DECISIONS`` that all but one in ``ASK`` know, who ask for nothing then.
    """
    ports = (port, *also)

    async def all_at_once() -> tuple[list[_Player], float]:
        began = time.monotonic()
        players = [
            _Player(ports[number % len(ports)], seed + number, began + seconds, by_heart if number % ASK else ())
            for number in range(clients)
        ]
        await asyncio.gather(*(player.play() for player in players))
        return players, time.monotonic() - began

    players, took = asyncio.run(all_at_once())
    taken = sorted(each for player in players for each in player.taken)
    slowest = taken[len(taken) * 99 // 100]
    refused = sum(player.refused for player in players)
    return Load(len(taken) / took, median(taken) * 1e3, slowest * 1e3, refused)
