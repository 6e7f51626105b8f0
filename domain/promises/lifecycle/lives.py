"""The versions of the rules of a promise's life; an act on a promise follows those that its offer names."""

from collections.abc import Callable
from typing import Final

from oathbook.domain.games.events import PromiseEvent
from oathbook.domain.games.game import Game
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.promises.lifecycle.acts import Act, OfferLetter
from oathbook.domain.promises.lifecycle.decider import decide
from oathbook.domain.promises.lifecycle.lookups import promise_of
from oathbook.domain.promises.lifecycle.public_audit import PublicAudit
from oathbook.domain.promises.lifecycle.reading import Letters
from oathbook.domain.promises.logic.versions import LIFE, version_in

Life = Callable[[Game, Seat, Act, Letters, PublicAudit], PromiseEvent]
LIVES: Final[dict[str, Life]] = {LIFE: decide}
"""Every version of these rules that this program knows."""


def life_named(version: str) -> Life:
    """A version of these rules; ``UnknownVersion``."""
    return version_in(LIVES, "set of rules of a promise's life", version)


def decided(game: Game, by: Seat, act: Act, letters: Letters, public: PublicAudit) -> PromiseEvent:
    """The event that follows from an act, by the versions that its promise names; refuses as ``decide`` does.

    ``UnknownVersion`` where the offer names a version that this program does not have.
    """
    offer = act if isinstance(act, OfferLetter) else promise_of(game, act.promise).offer
    public.must_know(offer.blame)
    return life_named(offer.life)(game, by, act, letters.speaking(offer.language), public)
