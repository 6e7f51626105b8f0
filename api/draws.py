"""Whether draws look fair, for the route and for the page."""

from typing import Annotated

from fastapi import Query

from api.service import Service
from domain.errors import NotFound
from projections.draw_statistics import DrawStatistics, draw_statistics

OfGame = Annotated[str | None, Query(max_length=64, description="The id of a game; all games by default.")]


def draws_of(service: Service, edition: str, game: str | None) -> DrawStatistics:
    """The draws of an edition's games, or of one; ``NotFound`` where no game of that edition is called so."""
    if game is not None and service.opening(game).edition != edition:
        msg = f"game: {game!r} is not played by {edition}"
        raise NotFound(msg)
    return draw_statistics(service.views, edition, game, opened_here=service.archive.opened_here())
