"""The page on which a game is opened, and the one on which its seats are handed out."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query
from msgspec import Struct
from starlette.responses import Response

from oathbook.api.pages import addresses
from oathbook.api.pages.rendering import render_page
from oathbook.api.pages.routes import Spoilers, game_values
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.switch_settings import settings_of
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat, capitalise, display_name
from oathbook.domain.kernel.limits import SEATS
from oathbook.domain.kernel.seats import WRITERS
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.setup_documents import default_components
from oathbook.domain.rulesets.protocol import AnyRuleset, SeatSetup, Setup

router = APIRouter(include_in_schema=False)

NO_SEATS: Final = (TABLE, PUBLIC, HOLDER, *WRITERS)
"""Words that name no seat."""


class Box(Struct, frozen=True):
    """A set of components by its name, what people call it, and how many may play with it."""

    name: str
    title: str
    least: int
    most: int


class Switch(Struct, frozen=True):
    """A reading that a table may change: its settings, the default first, and the one of the first sample."""

    id: str
    title: str
    settings: tuple[str, ...]
    usual: str


class EditionChoice(Struct, frozen=True):
    """What a game of an edition can be opened with; the first box is the usual one.

    An edition whose games begin from a position has the first of its own as ``start``, with its ``seats`` in order.
    """

    key: str
    title: str
    is_draft: bool
    boxes: tuple[Box, ...]
    switches: tuple[Switch, ...]
    start: object | None
    seats: tuple[str, ...]


@router.get("/games/new", dependencies=[addresses.FOLD_LIMIT])
def new_game_page(
    service: addresses.ServiceHere, edition: Annotated[str, Query(max_length=80)] = "", spoilers: Spoilers = "shown"
) -> Response:
    """The form in which a game is opened; ``edition`` is chosen if it is installed."""
    choices = [choice_of(each) for each in service.rulesets]
    values = {
        "choices": choices,
        "chosen": edition if edition in {each.key for each in choices} else choices[0].key,
        "most_seats": SEATS,
        "no_seats": NO_SEATS,
        "spoilers": spoilers,
    }
    return render_page("new_game.html", values)


@router.get("/games/{game}/invite")
def invite_page(service: addresses.ServiceHere, game: addresses.GameId, spoilers: Spoilers = "shown") -> Response:
    """The seats of a game; its script adds the invitations that this browser holds, and the page has none of them."""
    return render_page("invite.html", game_values(service, game, spoilers))


_KNOWN: Final[dict[int, tuple[AnyRuleset, EditionChoice]]] = {}  # by which object it is: not every one has a hash


def choice_of(ruleset: AnyRuleset) -> EditionChoice:
    """What a game of this ruleset can be opened with, found out once."""
    if id(ruleset) not in _KNOWN:
        _KNOWN[id(ruleset)] = (ruleset, _probe(ruleset))
    return _KNOWN[id(ruleset)][1]


def _probe(ruleset: AnyRuleset) -> EditionChoice:
    """The same, by what it answers to setups."""
    edition, sample = ruleset.edition, ruleset.samples()[0]
    usual = default_components(ruleset)
    names = tuple(sorted(edition.components, key=lambda name: (name != usual, name)))
    boxes = tuple(_boxes(ruleset, names))
    usual_settings = settings_of(ruleset, sample.switches)
    example = () if boxes else tuple(str(each.seat) for each in sample.seats)
    return EditionChoice(
        key=edition.key,
        title=edition.title,
        is_draft=edition.status == "draft",
        boxes=boxes or tuple(_box(name, len(example), len(example)) for name in names),
        switches=tuple(
            Switch(each.id, each.title, each.settings, usual_settings[each.id])
            for each in edition.rulebook.readings
            if each.settings
        ),
        start=None if boxes else msgspec.json.decode(value_text(sample.start)),
        seats=example,
    )


def _boxes(ruleset: AnyRuleset, names: Iterable[str]) -> Iterator[Box]:
    """The sets with which a game can begin from the beginning."""
    counts = range(1, SEATS + 1)
    for name in names:
        least = next((each for each in counts if _begins(ruleset, name, each)), None)
        if least is not None:
            yield _box(name, least, next(each for each in reversed(counts) if _begins(ruleset, name, each)))


def _box(name: str, least: int, most: int) -> Box:
    return Box(name, capitalise(display_name(name)), least, most)


def _begins(ruleset: AnyRuleset, box: str, players: int) -> bool:
    """Whether a game begins with so many."""
    seats = tuple(SeatSetup(Seat(f"seat{number}")) for number in range(1, players + 1))
    switches = msgspec.convert({}, ruleset.wire.switches)
    try:
        ruleset.initial(Setup(seats, ruleset.edition.components[box], switches))
    except BadRecord:
        return False
    return True
