"""What can be decided next in a game, as a client sends it."""

import random

from tests.support.playing import Json
from tests.support.serving import Sent, Table


def next_sent(table: Table, picks: random.Random) -> Sent:
    """One of the decisions that somebody may take now, on the exact position and under a key that names it."""
    head = table.get()
    seat: str = picks.choice(head["to_act"])
    decision: Json = picks.choice(table.get("/options", seat)["listed"])
    return Sent(seat, decision, head["position"], f"on {head['position']}")
