"""Draws held against those that the rules ask for, and against those that follow from a seed."""

from collections.abc import Iterator
from typing import Any

from oathbook.domain.games.discrepancies import Discrepancy, agree
from oathbook.domain.games.events import BySeed, GameOpened
from oathbook.domain.kernel.draws import Draw, DrawRequest
from oathbook.domain.kernel.seats import TABLE


def draws_again(
    made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...], opened: GameOpened[Any, Any, Any]
) -> Iterator[Discrepancy]:
    """Each recorded draw was asked for, once, in order, from that pile, for those eyes, and has the game's source.

    What of it is hidden from this reader is not held against anything: ``untold_of`` names it.
    """
    asked = {request.label: request for request in requests}
    expected = iter(requests)
    seen: set[str] = set()
    for position, draw in made:
        request = asked.get(draw.label)
        if request is None:
            yield Discrepancy(position, "draw", f"nothing asks for the draw “{draw.label}”", recorded=draw)
        elif draw.label in seen:
            yield Discrepancy(position, "draw", f"the draw “{draw.label}” stands twice", recorded=draw)
        elif (due := next(expected)) != request:
            says = f"the draw “{draw.label}” stands where “{due.label}” is asked for"
            yield Discrepancy(position, "draw", says, recorded=draw, follows=due)
        elif says := _not_as_asked(draw, request):
            yield Discrepancy(position, "draw", says, recorded=draw, follows=request)
        elif says := _not_vouched_for(draw, request, opened):
            yield Discrepancy(position, "draw", says, recorded=draw)
        seen.add(draw.label)


def _not_as_asked(draw: Draw, request: DrawRequest) -> str:
    if not draw.is_hidden_as(request):
        return "it hides from other eyes than the rules say what was drawn, or the pile"
    return "" if draw.seen_pile in {None, request.pile} else "it was drawn from another pile"


def _not_vouched_for(draw: Draw, request: DrawRequest, opened: GameOpened[Any, Any, Any]) -> str:
    source = "seeded" if isinstance(opened.chance, BySeed) else "witnessed"
    if draw.source != source:
        return f"it is {draw.source} in a {source} game"
    seats = {TABLE, *(each.seat for each in opened.seats)} if source == "witnessed" else ()
    if all(each in seats and request.may_be_witnessed_by(each) for each in draw.witnesses):
        return ""
    return f"{', '.join(draw.witnesses)} cannot have witnessed it"


def drawn_alike(draw: Draw, right: Draw) -> bool:
    """Whether the same cards were drawn; ``Concealed`` where they are as far as is seen, and some are hidden here."""
    return agree((draw.drawn, draw.dealt), (right.drawn, right.dealt))


def untold_of(draw: Draw) -> str:
    """What of a draw cannot be checked, as it is hidden from this reader; nothing where all can."""
    cards, pile = None in draw.seen, draw.seen_pile is None
    if not (cards or pile):
        return ""
    what = "what was drawn and its pile are" if cards and pile else "what was drawn is" if cards else "its pile is"
    return f"the draw “{draw.label}”: {what} hidden from this reader"
