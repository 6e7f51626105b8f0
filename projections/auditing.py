"""Promises under audit again and again as their games go on; those that are settled are not gone through again."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from domain.games.events import (
    DecisionMade,
    DrawMade,
    Entry,
    GameEnded,
    OfPromise,
    OutcomeFollowed,
    PromiseId,
    SeedRevealed,
)
from domain.games.game import Game
from domain.promises.audit.audit import audits
from domain.promises.audit.audited import Audited
from domain.rulesets.protocol import AnyRuleset
from projections.changes import JudgedPromises, said

MOST_GAMES: Final = 256
"""Games of which it is kept how their promises were settled."""

PLAY: Final = (DecisionMade, DrawMade, OutcomeFollowed, GameEnded, SeedRevealed)


class _Kept(Struct, frozen=True):
    """The promises of a game that were settled at a position, from a record with its secrets or without."""

    position: int
    with_secrets: bool
    settled: dict[PromiseId, Audited]


_NOTHING: Final = _Kept(0, with_secrets=False, settled={})


class Audits:
    """Audits of games, the last of each kept to go on from."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def of(self, ruleset: AnyRuleset, game: Game, entries: tuple[Entry, ...]) -> JudgedPromises:
        """The promises of a game, from its entries so far; where that goes wrong, what did."""
        kept = self._kept.get(game.id, _NOTHING)
        settled = _still_settled(kept, game, entries)
        try:
            found = audits(ruleset, game, entries, settled)
        except MemoryError:
            raise  # no game is to blame for it
        except Exception as problem:  # noqa: BLE001  # because a fault in one game must not keep others from being judged
            return JudgedPromises(entries=entries, fault=said(problem))
        done = {each.promise: each for each in found if each.is_final}
        self._kept[game.id] = _Kept(game.position, game.secrets_are_out, done)
        self._kept.move_to_end(game.id)
        if len(self._kept) > MOST_GAMES:
            self._kept.popitem(last=False)
        return JudgedPromises(found, entries)


def _still_settled(kept: _Kept, game: Game, entries: tuple[Entry, ...]) -> dict[PromiseId, Audited]:
    """What was settled and has been left alone since: play goes on beside it, and so does the life of others."""
    if kept.position > game.position or kept.with_secrets != game.secrets_are_out:
        return {}
    since = [entry.body for entry in entries[kept.position :]]
    if not all(isinstance(body, (OfPromise, *PLAY)) for body in since):
        return {}
    touched = {body.promise for body in since if isinstance(body, OfPromise)}
    return {promise: audited for promise, audited in kept.settled.items() if promise not in touched}
