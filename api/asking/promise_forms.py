"""What is told of the promises of a game, as JSON: each is the form of a question."""

from contextlib import suppress

from msgspec.structs import replace

from oathbook.api.asking.positions import position_in
from oathbook.api.schemas.audits import AuditTold, audited_told
from oathbook.api.schemas.letters import meaning_at
from oathbook.api.schemas.promises import PromisesPage, promises_seen
from oathbook.domain.errors import BadLetter
from oathbook.domain.games.events import PromiseId
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.lifecycle.lookups import promise_of
from oathbook.domain.promises.lifecycle.reading import Letters
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.replays.index import ReplayIndex


def promises(index: ReplayIndex, at: int | None, after: int, limit: int) -> bytes:
    """A page of the promises at a position; ``NotFound`` where there is none such."""
    replay = index.replay
    position = position_in(len(replay), at)
    every = list(replay.game_at(position).promises.values())
    shown = every[after : after + limit]
    last = after + len(shown)
    seen = tuple(promises_seen(index, shown, at=position))
    following = last if last < len(every) else None
    return value_text(PromisesPage(replay.record.game, replay.viewer, position, seen, following))


def promise(index: ReplayIndex, at: int | None, name: PromiseId) -> bytes:
    """A promise at a position, and what to know before signing it; ``NotFound``, also where it is not offered yet."""
    replay = index.replay
    position = position_in(len(replay), at)
    game = replay.game_at(position)
    found = promise_of(game, name)
    (seen,) = promises_seen(index, [found], at=position)
    letter = found.offer.letter
    with suppress(BadLetter):  # that nobody can read it is what its audit says
        seen = replace(seen, duties=meaning_at(replay, found.bound_at or position, letter))
        letters = Letters(replay.record.ruleset, found.offer.language, recorded=True)
        if found.stands == "offered":
            seen = replace(seen, warnings=letters.warnings(game, letter))
        if found.bound_at:
            seen = replace(seen, clauses=letters.terms(game, letter).clauses)
    return value_text(seen)


def audited(index: ReplayIndex, at: int | None, name: PromiseId) -> bytes:
    """The audit of a promise at a position; ``NotFound``, also where it is not offered yet."""
    replay = index.replay
    position = position_in(len(replay), at)
    promise_of(replay.game_at(position), name)
    (told,) = audited_told(audit(replay.record.ruleset, replay.entries[:position], only=name))
    return value_text(AuditTold(replay.record.game, replay.viewer, position, told))
