"""Every promise of a record from anywhere: one whose letter nobody can read keeps no other from being judged."""

from collections.abc import Mapping

from domain.errors import BadLetter
from domain.games.events import Entry, PromiseId
from domain.games.game import Game
from domain.promises.audit.audit import NONE_SETTLED, Audited, audit
from domain.rulesets.protocol import AnyRuleset


def audits(
    ruleset: AnyRuleset, game: Game, entries: tuple[Entry, ...], settled: Mapping[PromiseId, Audited] = NONE_SETTLED
) -> tuple[Audited, ...]:
    """The promises of a game in the order of their offers, under ``audit`` by its entries so far.

    One whose letter cannot be read, which only a record from elsewhere can hold, has no parts. ``BadRecord`` where the
    record cannot be followed.
    """
    if not game.promises:
        return ()
    try:
        return audit(ruleset, entries, settled=settled).promises
    except BadLetter:
        return tuple(_one(ruleset, game, entries, promise) for promise in game.promises)


def _one(ruleset: AnyRuleset, game: Game, entries: tuple[Entry, ...], name: PromiseId) -> Audited:
    try:
        return audit(ruleset, entries, only=name).promises[0]
    except BadLetter:
        promise = game.promises[name]
        return Audited(name, promise.offer.letter, promise.stands, game.closed, (), ())
