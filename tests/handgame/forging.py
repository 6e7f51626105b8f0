"""Deals recorded otherwise than they came."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.sealing import Sealing
from oathbook.domain.chance.seeded import Seeded
from oathbook.domain.games.events import Drafted, DrawMade
from oathbook.domain.games.steps import decided
from oathbook.domain.kernel.draws import Draw, DrawRequest, HiddenParts
from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.handgame.model import Deal
from tests.handgame.played import HANDS, dealing
from tests.handgame.ruleset import ANN
from tests.support.playing import counted

Forge = Callable[[Draw], Draw]


def dealt_with(change: Forge, label: str) -> MemoryWriter:
    """A deal in which one draw is recorded otherwise than it came, under an outcome that follows from how it came."""
    scribe = dealing("forged")
    chance = Sealing(Seeded(scribe.game.opened.open_seed, scribe.game.id, 2), counted("forged/salt", 32))
    drafts = decided(HANDS, scribe.game, Deal(ANN), chance)
    scribe.write(_forged(each, change, label) for each in drafts)
    return scribe


def dealt_by(change: Forge, label: str) -> MemoryWriter:
    """A deal in which one draw came otherwise than chance had it, and the outcome follows from that."""
    scribe = dealing("forged")
    chance = _Changed(Seeded(scribe.game.opened.open_seed, scribe.game.id, 2), change, label)
    scribe.write(decided(HANDS, scribe.game, Deal(ANN), Sealing(chance, counted("forged/salt", 32))))
    return scribe


class _Changed(Struct, frozen=True):
    """Chance with one draw changed."""

    chance: Chance
    change: Forge
    label: str

    def draw(self, request: DrawRequest) -> Draw:
        draw = self.chance.draw(request)
        return self.change(draw) if request.label == self.label else draw


def _forged(draft: Drafted, change: Forge, label: str) -> Drafted:
    body = draft.body
    if not isinstance(body, DrawMade) or body.draw.label != label:
        return draft
    return replace(draft, body=replace(body, draw=change(body.draw)))


def other_cards(draw: Draw) -> Draw:
    """Other hidden cards, which could have come from the pile."""
    pile = draw.seen_pile
    assert pile is not None
    other = tuple(card for card in pile if card not in draw.every_card())[: len(draw.dealt)]
    dealt = tuple(Hidden(each.to, known=(card,)) for each, card in zip(draw.dealt, other, strict=True))
    return replace(draw, hidden=HiddenParts(dealt, draw.hidden_pile))
