"""What verifying can find wrong, and the draws of a step held against those that the rules ask for."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from domain.kernel.draws import Draw, DrawRequest

Kind = Literal["chain", "shape", "reveal", "decision", "draw", "consequence", "end", "misfit"]


class Discrepancy(Struct, frozen=True):
    """Something that is not as it should be: where, by which clause, what was recorded and what follows."""

    position: int
    kind: Kind
    says: str
    clause: str = ""
    recorded: object = None
    follows: object = None


def draws_again(
    made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...], *, source: str
) -> Iterator[Discrepancy]:
    """Each recorded draw was asked for, once, in the order of asking, from that pile and of the game's source."""
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
        seen.add(draw.label)
