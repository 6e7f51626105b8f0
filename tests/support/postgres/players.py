"""Clients who play through whichever process answers, and ask again while none can."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence

from tests.support.playing import Json, die
from tests.support.serving import Client, Response, Sent, Table, to_open

PATIENCE = 60.0
LOST = 5
"""Of so many answers a client does not get one, and sends its request again."""


class Player:
    """Plays games alone, for both seats, through whichever process answers; what comes back is counted.

    Nobody else decides in them, so that every conflict is one with itself.
    """

    def __init__(self, doors: Sequence[Client], number: int, *, keys: bool) -> None:
        """With ``keys`` each request has a key of its own, under which it is sent again."""
        self._doors = doors
        self._picks = die(f"player {number}")
        self._keys = keys
        self.answers = Counter[int]()
        self.told: dict[str, list[tuple[int, str]]] = {}

    def play(self, until: threading.Event) -> None:
        """Game after game, until told to stop."""
        while not until.is_set():
            answered = self._answered(lambda door: door.post("/v1/games", json=to_open()))
            game, position = str(answered.json()["game"]), 1
            self.told[game] = []
            while not until.is_set() and position:
                position = self._decided(game, position)

    def _decided(self, game: str, position: int) -> int:
        """The position after a decision; 0 where the game is over."""
        head = self._at(game, position)
        if head["closed"]:
            return 0
        seat = self._picks.choice(head["to_act"])
        options = self._answered(lambda door: Table(door, game).ask("/options", seat)).json()
        if options["position"] != position:  # that process has not heard yet how far the game is
            return position
        sent = Sent(seat, self._picks.choice(options["listed"]), position, f"on {position}" if self._keys else None)
        answered = self._answered(lambda door: Table(door, game).send(sent))
        if self._picks.randrange(LOST) == 0:
            answered = self._answered(lambda door: Table(door, game).send(sent))
        if answered.status_code == 201:
            first = answered.json()["events"][0]["event"]
            self.told[game].append((position + 1, first["at"]))
        return int(answered.json().get("position", position))

    def _at(self, game: str, position: int) -> Json:
        """What a process says of a game, once it has heard that the game is that far."""
        end = time.monotonic() + PATIENCE
        while True:
            head: Json = self._answered(lambda door: Table(door, game).ask()).json()
            if head["position"] >= position:
                return head
            assert time.monotonic() < end, head

    def _answered(self, ask: Callable[[Client], Response]) -> Response:
        """The answer, of whichever process has one: what cannot be answered now is asked again."""
        end = time.monotonic() + PATIENCE
        while (answered := ask(self._picks.choice(self._doors))).status_code == 503:
            self.answers[503] += 1
            assert int(answered.headers["Retry-After"]) > 0
            assert time.monotonic() < end, answered.text
            time.sleep(0.05)
        self.answers[answered.status_code] += 1
        return answered
