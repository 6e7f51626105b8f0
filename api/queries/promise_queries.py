"""Forms of queries about the promises of a game; each returns JSON."""

from contextlib import suppress

from msgspec.structs import replace

from oathbook.api.queries.query import position_in
from oathbook.api.schemas.audits import AuditTold, present_audit
from oathbook.api.schemas.letter_review import duties_at, signer_remarks
from oathbook.api.schemas.promises import PromisesPage, present_promises_with_status
from oathbook.domain.errors import BadLetter
from oathbook.domain.games.game_events import PromiseId
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.promises.lifecycle.lookups import promise_of
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.replays.replay_index import ReplayIndex


def promises(index: ReplayIndex, at: int | None, after: int, limit: int) -> bytes:
    """Returns a page of the promises at a position; ``NotFound`` if the game has no such position."""
    replay = index.replay
    position = position_in(len(replay), at)
    all_promises = list(replay.game_at(position).promises.values())
    shown = all_promises[after : after + limit]
    last = after + len(shown)
    presented = tuple(present_promises_with_status(index, shown, at=position))
    following = last if last < len(all_promises) else None
    return value_text(PromisesPage(replay.record.game, replay.viewer, position, presented, following))


def promise(index: ReplayIndex, at: int | None, name: PromiseId) -> bytes:
    """Returns a promise at a position, and what to know before signing it; ``NotFound`` if it is not yet offered."""
    replay = index.replay
    position = position_in(len(replay), at)
    game = replay.game_at(position)
    found = promise_of(game, name)
    (presented,) = present_promises_with_status(index, [found], at=position)
    letter = found.offer.letter
    with suppress(BadLetter):  # its audit says that nobody can read it
        presented = replace(presented, duties=duties_at(replay, found.bound_at or position, letter))
        letters = LetterReader(replay.record.ruleset, found.offer.language, recorded=True)
        if found.stands == "offered":
            remarks = (*letters.warnings(game, letter), *signer_remarks(replay, position, letter))
            presented = replace(presented, warnings=remarks)
        if found.bound_at:
            presented = replace(presented, clauses=letters.terms(game, letter).clauses)
    return value_text(presented)


def promise_audit(index: ReplayIndex, at: int | None, name: PromiseId) -> bytes:
    """Returns the audit of a promise at a position; ``NotFound`` if it is not yet offered."""
    replay = index.replay
    position = position_in(len(replay), at)
    promise_of(replay.game_at(position), name)
    (presented,) = present_audit(audit(replay.record.ruleset, replay.entries[:position], only=name), replay.roster)
    return value_text(AuditTold(replay.record.game, replay.viewer, position, presented))
