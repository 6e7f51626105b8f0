"""Law 5 over hidden draws: beside a random game a second one, in which what its viewer may not see came otherwise.

The same decisions are taken in both. Until something that differs is shown, the viewer must not be able to tell them
apart; then they part, and a second game begins anew with the next hidden draw.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.errors import Refused
from oathbook.domain.games.drafts import draft_decision
from oathbook.domain.games.game_events import DrawMade, OutcomeFollowed
from oathbook.domain.kernel import Draw, DrawRequest, Viewer, make_draw
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.unsealing import openings_by_digest
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.replays import laws
from oathbook.replays.laws import LawBroken


class HiddenDrawTwin:
    """What was hidden in a random game so far, and the game beside it, if there is one."""

    def __init__(self, viewer: Viewer, rng: Random, sources: Sources) -> None:
        """``viewer`` is who must not tell them apart; the others are what the second game is drawn from."""
        self._viewer, self._rng, self._sources = viewer, rng, sources
        self._beside: GameHead | None = None
        self._hidden: set[str] = set()

    def compare_step(self, before: GameHead, decision: Any, events: tuple[EncodedEvent, ...], after: Any) -> bool:
        """Look at a step, from ``before`` it to the state ``after``; whether two games were compared.

        ``LawBroken`` where the viewer can tell them apart, or sees drawn what is hidden afterwards.
        """
        self._check_hidden_deals(events)
        hidden_cards = (card for draw in _draws_in(events) for card in draw.hidden_cards)
        if self._beside is None and any(self._viewer not in card.to for card in hidden_cards):
            self._beside = replace(before, sources=self._sources)
        beside, self._beside = self._beside, None
        if beside is None:
            return False
        draws = {each.label: each for each in _draws_in(events)}
        chance = DrawSealer(_AlternativeChance(draws, self._viewer, self._rng), self._sources.salts)
        try:
            there, others = beside.write_step(draft_decision(beside.ruleset, beside.game, decision, chance))
        except (Refused, _DivergedError):
            return False
        if _revealed_values(events) != _revealed_values(others):
            return False
        laws.check_indistinguishable(events, others, self._viewer, beside.codec)
        laws.check_own_export(beside.ruleset, after, there.game.state, self._viewer)
        self._beside = there
        return True

    def _check_hidden_deals(self, events: tuple[EncodedEvent, ...]) -> None:
        """What an outcome hides anew was not drawn in the clear."""
        shown = {canonical_bytes(card) for draw in _draws_in(events) for card in draw.drawn}
        for event in events:
            if isinstance(event.entry.body, OutcomeFollowed):
                anew = {sd: each for sd, each in openings_by_digest(event).items() if sd not in self._hidden}
                told = [bytes(each.value).decode() for each in anew.values() if bytes(each.value) in shown]
                if told:
                    raise LawBroken(5, f"{', '.join(told)} was drawn in the clear, and is hidden afterwards")
            self._hidden.update(event.hides)


class _DivergedError(Exception):
    """What everybody saw drawn cannot be drawn in the other game."""


class _AlternativeChance(Struct, frozen=True):
    """Chance that gives the viewer to see what it saw, and draws anew what is hidden from it."""

    draws: Mapping[str, Draw]
    viewer: Viewer
    rng: Random

    def draw(self, request: DrawRequest) -> Draw:
        recorded = self.draws.get(request.label)
        if recorded is None or (request.to is not UNSET and self.viewer not in request.to):
            return make_draw(request, tuple(self.rng.sample(request.pile, request.count)), "seeded")
        if not recorded.is_possible(request):
            raise _DivergedError
        return make_draw(request, recorded.every_card(), "seeded")


def _draws_in(events: tuple[EncodedEvent, ...]) -> Iterator[Draw]:
    return (each.entry.body.draw for each in events if isinstance(each.entry.body, DrawMade))


def _revealed_values(events: tuple[EncodedEvent, ...]) -> list[bytes]:
    return [bytes(raw) for event in events for _, raw in event.reveals.values()]
