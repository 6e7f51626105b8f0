"""What verifying can find wrong, and the draws of a step held against those that the rules ask for."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from domain.kernel.draws import Draw, DrawRequest
from domain.kernel.seats import Seat
from domain.rulesets.protocol import Consequence

Kind = Literal["chain", "shape", "reveal", "decision", "draw", "consequence", "promise", "end", "misfit"]


class Discrepancy(Struct, frozen=True):
    """Something that is not as it should be: where, by which clause, what was recorded and what follows."""

    position: int
    kind: Kind
    says: str
    clause: str = ""
    recorded: object = None
    follows: object = None


def draws_again(
    made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...], *, source: str, seats: tuple[Seat, ...]
) -> Iterator[Discrepancy]:
    """Each recorded draw was asked for, once, in order, from that pile, of the game's source, and seen by seats."""
    asked = {request.label: request for request in requests}
    expected = iter(requests)
    seen: set[str] = set()
    for position, draw in made:
        request = asked.get(draw.label)
        if request is None:
            yield Discrepancy(position, "draw", f"nothing asks for draw {draw.label!r}", recorded=draw)
        elif draw.label in seen:
            yield Discrepancy(position, "draw", f"draw {draw.label!r} stands twice", recorded=draw)
        elif (due := next(expected)) != request:
            says = f"draw {draw.label!r} stands where {due.label!r} is asked for"
            yield Discrepancy(position, "draw", says, recorded=draw, follows=due)
        elif draw.pile != request.pile:
            says = "it was drawn from another pile"
            yield Discrepancy(position, "draw", says, recorded=draw, follows=request)
        elif draw.source != source:
            says = f"it is {draw.source} in a {source} game"
            yield Discrepancy(position, "draw", says, recorded=draw)
        elif not set(draw.witnesses) <= set(seats if source == "witnessed" else ()):
            says = f"{', '.join(draw.witnesses)} cannot have witnessed it"
            yield Discrepancy(position, "draw", says, recorded=draw)
        seen.add(draw.label)


def agrees(recorded: Consequence[Any], follows: Consequence[Any], *, told: bool) -> bool:
    """Whether a recorded consequence is what follows.

    A table that tells what happened need not say why; where it gives reasons, they have to be the right ones.
    """
    without_reasons = told and not (recorded.cites or recorded.readings or recorded.working)
    return recorded.event == follows.event if without_reasons else recorded == follows
