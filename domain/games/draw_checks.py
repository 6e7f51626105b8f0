"""Draws held against those that the rules ask for, and against those that follow from a seed."""

from collections.abc import Iterator
from typing import Any

from oathbook.domain.games.discrepancies import Discrepancy, values_match
from oathbook.domain.games.game_events import BySeed, GameOpened
from oathbook.domain.kernel import TABLE, Draw, DrawRequest


def check_draws(
    made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...], opened: GameOpened[Any, Any, Any]
) -> Iterator[Discrepancy]:
    """Each recorded draw was asked for, once, in order, from that pile, for those eyes, and has the game's source.

    What of it is hidden from this reader is not held against anything: ``unverifiable_part`` names it.
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
        elif says := _request_mismatch(draw, request):
            yield Discrepancy(position, "draw", says, recorded=draw, follows=request)
        elif says := _source_mismatch(draw, request, opened):
            yield Discrepancy(position, "draw", says, recorded=draw)
        seen.add(draw.label)


def _request_mismatch(draw: Draw, request: DrawRequest) -> str:
    if not draw.is_hidden_like(request):
        return "it hides from other eyes than the rules say what was drawn, or the pile"
    return "" if draw.visible_pile in {None, request.pile} else "it was drawn from another pile"


def _source_mismatch(draw: Draw, request: DrawRequest, opened: GameOpened[Any, Any, Any]) -> str:
    source = "seeded" if isinstance(opened.chance, BySeed) else "witnessed"
    if draw.source != source:
        return f"it is {draw.source} in a {source} game"
    seats = {TABLE, *(each.seat for each in opened.seats)} if source == "witnessed" else ()
    if all(each in seats and request.may_be_witnessed_by(each) for each in draw.witnesses):
        return ""
    return f"{', '.join(draw.witnesses)} cannot have witnessed it"


def is_same_draw(draw: Draw, right: Draw) -> bool:
    """Whether the same cards were drawn; ``Concealed`` where they are as far as is seen, and some are hidden here."""
    return values_match((draw.drawn, draw.hidden_cards), (right.drawn, right.hidden_cards))


def unverifiable_part(draw: Draw) -> str:
    """What of a draw cannot be checked, as it is hidden from this reader; nothing where all can."""
    cards, pile = None in draw.visible_cards, draw.visible_pile is None
    if not (cards or pile):
        return ""
    what = "what was drawn and its pile are" if cards and pile else "what was drawn is" if cards else "its pile is"
    return f"the draw “{draw.label}”: {what} hidden from this reader"
