"""Law 5 over hidden draws: beside a random game a second one, in which what its viewer may not see came otherwise.

The same decisions are taken in both. Until something that differs is shown, the viewer must not be able to tell them
apart; then they part, and a second game begins anew with the next hidden draw. Where the rules declare what they tell
of hidden things (``disclosures``), games part by that, too, and there are several beside it.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.errors import Refused
from oathbook.domain.games.drafts import draft_decision
from oathbook.domain.games.game_events import DecisionMade, DrawMade, OutcomeFollowed
from oathbook.domain.kernel import Draw, DrawRequest, Viewer, make_draw
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.hidden import SaltSource
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.format.unsealing import openings_by_digest
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.replays import laws
from oathbook.replays.laws import LawBroken


class StepComparison(Struct, frozen=True):
    """Whether a step was compared with that of another game, and the declared fields by which others parted from it."""

    is_compared: bool
    parted: frozenset[str]


class _World(Struct, eq=False):
    """A game beside the random one, and the names of its digests."""

    head: GameHead
    names: dict[bytes, bytes]


class HiddenDrawTwins:
    """What was hidden in a random game so far, and the games beside it, if there are any."""

    def __init__(self, viewer: Viewer, rng: Random, sources: Sources, most: int) -> None:
        """``viewer`` is who must not tell them apart; up to ``most`` second games are drawn from the others."""
        self._viewer, self._rng, self._sources, self._most = viewer, rng, sources, most
        self._worlds: list[_World] = []
        self.names: dict[bytes, bytes] = {}

    def compare_step(
        self, before: GameHead, decision: Any, events: tuple[EncodedEvent, ...], after: Any
    ) -> StepComparison:
        """Look at a step, from ``before`` it to the state ``after``.

        ``LawBroken`` where the viewer can tell two games apart, or sees drawn what is hidden afterwards.
        """
        self._check_hidden_deals(events)
        hidden_cards = (card for draw in _draws_in(events) for card in draw.hidden_cards)
        if len(self._worlds) < self._most and any(self._viewer not in card.to for card in hidden_cards):
            begun = range(self._most - len(self._worlds))
            self._worlds += [_World(replace(before, sources=self._sources), dict(self.names)) for _ in begun]
        parted: set[str] = set()
        self._worlds = [each for each in self._worlds if self._is_alike(each, decision, events, after, parted)]
        laws.name_digests(self.names, events)
        return StepComparison(bool(self._worlds), frozenset(parted))

    def _is_alike(
        self, world: _World, decision: Any, events: tuple[EncodedEvent, ...], after: Any, parted: set[str]
    ) -> bool:
        """Take the step in another game; whether the viewer still cannot tell the two apart, as it must not."""
        sources = replace(self._sources, salts=self._same_salts(events))
        head = replace(world.head, sources=sources)
        chance = _AlternativeChance({each.label: each for each in _draws_in(events)}, self._viewer, self._rng)
        try:
            draft = draft_decision(head.ruleset, head.game, decision, DrawSealer(chance, sources.salts))
            there, others = head.write_step(draft)
        except (Refused, _DivergedError):
            return False
        if laws.revealed_values(events, self.names) != laws.revealed_values(others, world.names):
            return False
        here, elsewhere = (
            laws.disclosed_values(head.ruleset, head.codec, step, self._viewer) for step in (events, others)
        )
        if here != elsewhere:
            parted.update(field for field, _ in {*here} ^ {*elsewhere})
            return False
        laws.check_indistinguishable((events, self.names), (others, world.names), viewer=self._viewer, codec=head.codec)
        laws.check_own_export(head.ruleset, after, there.game.state, self._viewer)
        laws.name_digests(world.names, others)
        world.head = there
        return True

    def _same_salts(self, events: tuple[EncodedEvent, ...]) -> SaltSource:
        """The salts of a step in their order, then new ones: what depends on salts is the same in both games."""
        known, salts = {digest.decode() for digest in self.names}, list[str]()
        for event in events:
            opened = openings_by_digest(event)
            if not isinstance(event.entry.body, DecisionMade):  # whose values are sealed before it is taken
                salts += [opened[digest].salt for digest in event.hides if digest not in known and digest in opened]
            known.update(event.hides)
        rest = iter(salts)
        return lambda: next(rest, None) or self._sources.salts()

    def _check_hidden_deals(self, events: tuple[EncodedEvent, ...]) -> None:
        """What an outcome hides anew was not drawn in the clear."""
        shown = {canonical_bytes(card) for draw in _draws_in(events) for card in draw.drawn}
        hidden = set(self.names)
        for event in events:
            if isinstance(event.entry.body, OutcomeFollowed):
                anew = {sd: each for sd, each in openings_by_digest(event).items() if sd.encode() not in hidden}
                told = [bytes(each.value).decode() for each in anew.values() if bytes(each.value) in shown]
                if told:
                    raise LawBroken(5, f"{', '.join(told)} was drawn in the clear, and is hidden afterwards")
            hidden.update(digest.encode() for digest in event.hides)


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
            return make_draw(request, tuple(self.rng.sample(request.known_pile(), request.count)), "seeded")
        if not recorded.is_possible(request):
            raise _DivergedError
        return make_draw(request, recorded.every_card(), "seeded")


def _draws_in(events: tuple[EncodedEvent, ...]) -> Iterator[Draw]:
    return (each.entry.body.draw for each in events if isinstance(each.entry.body, DrawMade))
