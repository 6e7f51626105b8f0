"""Deals recorded otherwise than they came."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.games.drafts import draft_decision
from oathbook.domain.games.game_events import DraftEvent, DrawMade
from oathbook.domain.kernel import Draw, DrawRequest, Hidden, HiddenParts
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.handgame.model import Deal
from tests.handgame.played import HANDS, dealing
from tests.handgame.ruleset import ANN
from tests.support.playing import counted

Forge = Callable[[Draw], Draw]


def dealt_with(change: Forge, label: str) -> MemoryWriter:
    """A deal in which one draw is recorded otherwise than it came, under an outcome that follows from how it came."""
    scribe = dealing("forged")
    chance = DrawSealer(SeededChance(scribe.game.opened.open_seed, scribe.game.id, 2), counted("forged/salt", 32))
    drafts = draft_decision(HANDS, scribe.game, Deal(ANN), chance)
    scribe.write(_forged(each, change, label) for each in drafts)
    return scribe


def dealt_by(change: Forge, label: str) -> MemoryWriter:
    """A deal in which one draw came otherwise than chance had it, and the outcome follows from that."""
    scribe = dealing("forged")
    chance = _Changed(SeededChance(scribe.game.opened.open_seed, scribe.game.id, 2), change, label)
    scribe.write(draft_decision(HANDS, scribe.game, Deal(ANN), DrawSealer(chance, counted("forged/salt", 32))))
    return scribe


class _Changed(Struct, frozen=True):
    """Chance with one draw changed."""

    chance: Chance
    change: Forge
    label: str

    def draw(self, request: DrawRequest) -> Draw:
        draw = self.chance.draw(request)
        return self.change(draw) if request.label == self.label else draw


def _forged(draft: DraftEvent, change: Forge, label: str) -> DraftEvent:
    body = draft.body
    if not isinstance(body, DrawMade) or body.draw.label != label:
        return draft
    return replace(draft, body=replace(body, draw=change(body.draw)))


def other_cards(draw: Draw) -> Draw:
    """Other hidden cards, which could have come from the pile."""
    pile = draw.visible_pile
    assert pile is not None
    other = tuple(card for card in pile if card not in draw.every_card())[: len(draw.hidden_cards)]
    dealt = tuple(Hidden(each.to, known=(card,)) for each, card in zip(draw.hidden_cards, other, strict=True))
    return replace(draw, hidden=HiddenParts(dealt, draw.hidden_pile))
