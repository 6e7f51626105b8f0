"""Law 5 over hidden draws: beside a random game a second one, in which what its viewer may not see came otherwise.

The same decisions are taken in both. Until something that differs is shown, the viewer must not be able to tell them
apart; then they part, and a second game begins anew with the next hidden draw.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.chance.sealing import Sealing
from oathbook.domain.errors import Refused
from oathbook.domain.games.events import DrawMade, OutcomeFollowed
from oathbook.domain.games.steps import decided
from oathbook.domain.kernel.canonical import written
from oathbook.domain.kernel.draws import Draw, DrawRequest, answer_to
from oathbook.domain.kernel.seats import Viewer
from oathbook.domain.recording.format.codec import Sealed
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.unsealing import openings_in
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.replays import laws
from oathbook.replays.laws import LawBroken


class SecretDraws:
    """What was hidden in a random game so far, and the game beside it, if there is one."""

    def __init__(self, viewer: Viewer, rng: Random, sources: Sources) -> None:
        """``viewer`` is who must not tell them apart; the others are what the second game is drawn from."""
        self._viewer, self._rng, self._sources = viewer, rng, sources
        self._beside: GameHead | None = None
        self._hidden: set[str] = set()

    def follow(self, before: GameHead, decision: Any, events: tuple[Sealed, ...], after: Any) -> bool:
        """Look at a step, from ``before`` it to the state ``after``; whether two games were compared.

        ``LawBroken`` where the viewer can tell them apart, or sees drawn what is hidden afterwards.
        """
        self._dealt_in_secret(events)
        if self._beside is None and any(self._is_secret(each) for each in _draws_in(events)):
            self._beside = replace(before, sources=self._sources)
        beside, self._beside = self._beside, None
        if beside is None:
            return False
        draws = {each.label: each for each in _draws_in(events)}
        chance = Sealing(_Otherwise(draws, self._viewer, self._rng), self._sources.salts)
        try:
            there, others = beside.write_step(decided(beside.ruleset, beside.game, decision, chance))
        except (Refused, _PartedError):
            return False
        if _shown(events) != _shown(others):
            return False
        laws.twins_look_alike(events, others, self._viewer, beside.codec)
        laws.shown_from_own_export(beside.ruleset, after, there.game.state, self._viewer)
        self._beside = there
        return True

    def _dealt_in_secret(self, events: tuple[Sealed, ...]) -> None:
        """What an outcome hides anew was not drawn in the clear."""
        shown = {written(card) for draw in _draws_in(events) for card in draw.drawn}
        for event in events:
            if isinstance(event.entry.body, OutcomeFollowed):
                anew = {sd: each for sd, each in openings_in(event).items() if sd not in self._hidden}
                told = [bytes(each.value).decode() for each in anew.values() if bytes(each.value) in shown]
                if told:
                    raise LawBroken(5, f"{', '.join(told)} was drawn in the clear, and is hidden afterwards")
            self._hidden.update(event.hides)

    def _is_secret(self, draw: Draw) -> bool:
        return any(self._viewer not in each.to for each in draw.dealt)


class _PartedError(Exception):
    """What everybody saw drawn cannot be drawn in the other game."""


class _Otherwise(Struct, frozen=True):
    """Chance that gives the viewer to see what it saw, and draws anew what is hidden from it."""

    draws: Mapping[str, Draw]
    viewer: Viewer
    rng: Random

    def draw(self, request: DrawRequest) -> Draw:
        recorded = self.draws.get(request.label)
        if recorded is None or (request.to is not UNSET and self.viewer not in request.to):
            return answer_to(request, tuple(self.rng.sample(request.pile, request.count)), "seeded")
        if not recorded.is_possible(request):
            raise _PartedError
        return answer_to(request, recorded.every_card(), "seeded")


def _draws_in(events: tuple[Sealed, ...]) -> Iterator[Draw]:
    return (each.entry.body.draw for each in events if isinstance(each.entry.body, DrawMade))


def _shown(events: tuple[Sealed, ...]) -> list[bytes]:
    return [bytes(raw) for event in events for _, raw in event.reveals.values()]
