"""Promises judged again and again as their games go on; what a step does not touch is not judged again."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry
from oathbook.domain.promises.audit.incremental_audit import IncrementalAudit, start_incremental_audit
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import JudgedPromises, describe_error

MOST_GAMES: Final = 64
"""Games that are kept to go on from: each holds its moments, with the state before and after them."""

EntriesAfter = Callable[[int], tuple[Entry, ...]]  # the events of a game after a position, as everybody may read them


class _CachedAudit(Struct, frozen=True):
    """A game as far as its promises were followed, from a record with its secrets or without."""

    following: IncrementalAudit
    with_secrets: bool

    def is_current_for(self, game: Game) -> bool:
        """Whether the game has only gone on since; what was hidden is in the past once it is out."""
        return len(self.following.entries) <= game.position and self.with_secrets == game.secrets_are_out


class AuditCache:
    """Games with their promises, the last of each kept to go on from."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _CachedAudit] = OrderedDict()

    def audit(self, ruleset: AnyRuleset, game: Game, entries_after: EntriesAfter) -> JudgedPromises:
        """The promises of a game by its events so far; where that goes wrong, what did."""
        kept = self._kept.get(game.id)
        known = kept.following if kept is not None and kept.is_current_for(game) else None
        new = entries_after(0 if known is None else len(known.entries))
        try:
            found = start_incremental_audit(ruleset, new) if known is None else known.extend(new)
        except MemoryError:
            raise  # no game is to blame for it
        except Exception as problem:  # noqa: BLE001  # because a fault in one game must not keep others from being judged
            return JudgedPromises(
                entries=new if known is None else (*known.entries, *new), fault=describe_error(problem)
            )
        self._kept[game.id] = _CachedAudit(found, game.secrets_are_out)
        self._kept.move_to_end(game.id)
        if len(self._kept) > MOST_GAMES:
            self._kept.popitem(last=False)
        return JudgedPromises(tuple(found.promises.values()), found.entries)
