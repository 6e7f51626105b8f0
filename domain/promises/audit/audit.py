"""The audit of a record: for every promise its status with proof, who answers for a breach, and what it costs.

Everything follows from the entries that one viewer may see.
"""

from collections.abc import Iterable

from oathbook.domain.errors import BadLetter
from oathbook.domain.games.game_events import Entry, PromiseId
from oathbook.domain.games.promises import Promise
from oathbook.domain.games.takebacks import standing_entries
from oathbook.domain.promises.audit.auditor import Auditor
from oathbook.domain.promises.audit.promise_audit import Audit, status_of
from oathbook.domain.promises.chances.played_game import played_game
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.promises.trace.revisions import apply_revisions
from oathbook.domain.rulesets.protocol import AnyRuleset


def audit(ruleset: AnyRuleset, entries: Iterable[Entry], *, only: PromiseId | None = None) -> Audit:
    """The promises of a game in the order of their offers, or ``only`` one of them.

    ``BadRecord`` where the record cannot be followed, ``BadLetter`` where a letter in it can no longer be read.
    """
    known = standing_entries(ruleset, entries)
    game = played_game(ruleset, apply_revisions(known))
    auditor = Auditor(game, known)
    asked = (each for each in game.promises.values() if only in {None, each.offer.promise})
    return Audit(game, tuple(map(auditor.audit_promise, asked)))


def statuses(ruleset: AnyRuleset, entries: Iterable[Entry]) -> dict[PromiseId, Status]:
    """The status of each promise of a game, by the monitor alone; undetermined where the letter cannot be read.

    ``BadRecord`` where the record cannot be followed.
    """
    game = played_game(ruleset, apply_revisions(standing_entries(ruleset, entries)))
    auditor = Auditor(game, ())
    return {name: _status(auditor, promise, over=game.is_over) for name, promise in game.promises.items()}


def _status(auditor: Auditor, promise: Promise, *, over: bool) -> Status:
    try:
        return status_of([each.status for each in auditor.monitor_states(promise)], promise.stands, over=over)
    except BadLetter:
        return "undetermined"
