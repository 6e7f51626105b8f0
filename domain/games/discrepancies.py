"""What verifying can find wrong: outcomes held against what follows."""

from itertools import zip_longest
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from oathbook.domain.games.deciding_clauses import deciding_clause
from oathbook.domain.games.game_events import Consequences
from oathbook.domain.kernel import Concealed, Hidden
from oathbook.domain.rulesets.protocol import Consequence

DiscrepancyKind = Literal[
    "chain",
    "shape",
    "reveal",
    "decision",
    "table",
    "draw",
    "consequence",
    "reasons",
    "promise",
    "takeback",
    "correction",
    "fork",
    "end",
    "misfit",
]
"""``table``: something beside the rules; ``consequence``: something else happens; ``reasons``: the same happens,
by other clauses, readings or workings."""


class Discrepancy(Struct, frozen=True):
    """Something that is not as it should be: where, by which clause, what was recorded and what follows."""

    position: int
    kind: DiscrepancyKind
    says: str
    clause: str = ""
    recorded: object = None
    follows: object = None


def compare_outcomes(
    position: int, recorded: Consequences, follows: Consequences, *, is_transcript: bool
) -> Discrepancy | None:
    """The first event that is not the one that follows or, where all are, the first that follows for other reasons.

    ``Concealed`` where nothing is seen to be apart, and something may be in what is hidden from this reader.
    """
    concealed: Concealed | None = None
    for number, (one, other) in enumerate(zip_longest(recorded, follows)):
        try:
            same = one is not None and other is not None and values_match(one.event, other.event)
        except Concealed as hidden:
            concealed, same = concealed or hidden, True
        if not same:
            how = "comes in another order" if _same_events(recorded, follows) else "is not what follows"
            says = f"consequence {number + 1} of {len(recorded)} {how}"
            return Discrepancy(position, "consequence", says, deciding_clause(recorded, follows, number), one, other)
    for number, (one, other) in enumerate(zip(recorded, follows, strict=True)):
        if not _reasons_match(one, other, is_transcript=is_transcript):
            says = f"consequence {number + 1} of {len(recorded)} follows for other reasons"
            return Discrepancy(position, "reasons", says, deciding_clause(recorded, follows, number), one, other)
    if concealed is not None:
        raise concealed
    return None


def has_same_events(recorded: Consequences, follows: Consequences) -> bool:
    """Whether no other event is seen to follow, for whatever reasons; what this reader cannot see is as recorded."""
    try:
        return values_match([each.event for each in recorded], [each.event for each in follows])
    except Concealed:
        return True


def _same_events(one: Consequences, other: Consequences) -> bool:
    """The same events, in whatever order."""
    return sorted(repr(each.event) for each in one) == sorted(repr(each.event) for each in other)


def _reasons_match(recorded: Consequence[Any], follows: Consequence[Any], *, is_transcript: bool) -> bool:
    """Whether a recorded consequence follows for the recorded reasons.

    A table that tells what happened need not say why; where it gives reasons, they have to be the right ones.
    """
    without_reasons = is_transcript and not (recorded.cites or recorded.readings or recorded.working)
    return without_reasons or _reasons(recorded) == _reasons(follows)


def _reasons(consequence: Consequence[Any]) -> tuple[object, ...]:
    return consequence.cites, consequence.readings, consequence.working


def values_match(recorded: object, follows: object) -> bool:
    """Whether what is recorded is what follows.

    ``Concealed`` where they differ in nothing that this reader sees, and may differ in what is hidden: a hidden value
    that is computed anew has no digest to hold against one of which the digest is all there is.
    """
    if recorded == follows:
        return True
    (plain, ours), (other_plain, theirs) = _split_hidden(recorded), _split_hidden(follows)
    if type(recorded) is not type(follows) or plain != other_plain:
        return False
    untold = [_unknown_digest(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    if not all(untold):
        return False
    raise Concealed(untold[0])


def _split_hidden(value: object) -> tuple[object, list[object]]:
    """A value with a name in the place of all that JSON has no form for, and that in its order."""
    taken: list[object] = []

    def take(inner: object) -> str:
        taken.append(inner)
        return type(inner).__name__

    return msgspec.to_builtins(value, enc_hook=take), taken


def _unknown_digest(one: object, other: object) -> str:
    """The digest of what is hidden from this reader, where the other is hidden from the same players and has none."""
    if not (isinstance(one, Hidden) and isinstance(other, Hidden)):
        return ""
    recorded, follows = cast("Hidden[Any]", one), cast("Hidden[Any]", other)
    tells = recorded.to != follows.to or recorded.is_open or follows.digest
    return "" if tells else recorded.digest
