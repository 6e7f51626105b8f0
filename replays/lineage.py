"""What rulings did to a game, checked again: a correction worked out anew, a fork held against its parent."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.seeded import Seeded
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.remedies import corrected
from oathbook.domain.errors import NotFound, RemedyRefused
from oathbook.domain.games.discrepancies import Discrepancy, DiscrepancyKind, agree, events_alike
from oathbook.domain.games.drawn_again import drawn_alike
from oathbook.domain.games.events import (
    BySeed,
    ChanceSource,
    DrawMade,
    Entry,
    GameCorrected,
    GameEnded,
    GameForked,
    GameOpened,
    GameUnsealed,
    Instead,
    RuledEvent,
)
from oathbook.domain.games.game import Game
from oathbook.domain.kernel.draws import Draw, DrawRequest
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.recording.format.fork_check import apart
from oathbook.domain.recording.format.record import Record

HIDDEN: Final = "some of what follows instead is hidden from this reader"


class Untold(Struct, frozen=True):
    """Why something cannot be checked by this reader; ``agrees`` says that all of it is right that they see."""

    why: str
    agrees: bool = False


def ruled_again(case: Case, game: Game, entry: Entry, body: RuledEvent) -> Discrepancy | Untold | None:
    """What a ruling did, or what came of it, checked against what stands before it; nothing where all is well."""
    match body:
        case GameCorrected():
            return _corrected_again(case, entry, body)
        case GameForked(position=position):
            is_end = position < entry.position and case.step_at(position).last == position
            is_over = any(isinstance(each.body, GameEnded) for each in case.entries[:position])
            says = "is after the end of the game" if is_over else "is not the end of a step before it"
            if is_end and not is_over:
                return None
            return Discrepancy(entry.position, "fork", f"position {position} {says}", recorded=body)
        case GameUnsealed(fork, seed):
            due = seed_digest(case.opened)
            if game.sealed and fork == game.fork and ("" if seed is None else seed.digest) == due:
                return None
            says = "it does not open, with its seed, what was sealed until the end of that fork"
            return Discrepancy(entry.position, "fork", says, recorded=body)


def put_right(instead: Instead[Any]) -> tuple[DiscrepancyKind, ...]:
    """The kinds of discrepancy in a step that what follows instead puts right: of its draws those it has others for."""
    if instead.draws is None and not instead.struck:
        return "decision", "consequence", "reasons"
    return "decision", "consequence", "reasons", "draw"


def seed_digest(opened: GameOpened[Any, Any, Any]) -> str:
    """The digest to which a game's seed was committed, or nothing."""
    return opened.chance.seed.digest if isinstance(opened.chance, BySeed) else ""


def _corrected_again(case: Case, entry: Entry, recorded: GameCorrected[Any, Any]) -> Discrepancy | Untold | None:
    """A correction worked out again from what stands before it."""
    at = _put_right_at(case, recorded.instead[0])
    try:
        derived = corrected(case, at, recorded.dispute)
    except RemedyRefused as refused:
        if refused.hidden or _draw_is_untold(case, at):
            return Untold(str(refused))
        return Discrepancy(entry.position, "correction", str(refused), refused.clause, recorded, str(refused))
    except NotFound as problem:
        return Discrepancy(entry.position, "correction", str(problem), recorded=recorded)
    seen = _as_far_as_seen(case, recorded, derived)
    try:
        if agree(recorded, seen):
            return None if seen == derived else Untold(HIDDEN, agrees=True)
    except Concealed:
        return Untold(HIDDEN, agrees=True)
    if _draw_is_untold(case, at):
        return Untold("whether the draws had to change cannot be checked: the seed is not open to this reader")
    what = (
        "the state is not the end of the corrected line"
        if derived.instead == recorded.instead
        else "it is not what follows instead"
    )
    return Discrepancy(entry.position, "correction", what, recorded=recorded, follows=derived)


def _as_far_as_seen(
    case: Case, recorded: GameCorrected[Any, Any], derived: GameCorrected[Any, Any]
) -> GameCorrected[Any, Any]:
    """What is derived, without the outcomes that are left as they are and are not seen to be others."""
    read, left = case.corrected(), {each.at for each in recorded.instead}
    instead = tuple(
        each
        for each in derived.instead
        if each.at in left or not events_alike(read.step_at(each.at).consequences, each.consequences)
    )
    return replace(derived, instead=instead)


def _put_right_at(case: Case, first: Instead[Any]) -> int:
    """The event that a correction puts right: a draw where it has draws of its own, else the outcome."""
    if first.draws is None or first.at > len(case.entries):
        return first.at
    step = case.step_at(first.at)
    return next((each.position for each in step.entries if isinstance(each.body, DrawMade)), first.at)


def _draw_is_untold(case: Case, at: int) -> bool:
    """Whether what is put right is a draw that only the seed tells, and this reader does not have it."""
    is_draw = isinstance(case.entries[at - 1].body, DrawMade)
    return is_draw and isinstance(case.opened.chance, BySeed) and case.seeded_at(case.step_at(at).at) is None


def lineage(record: Record, parent: Record | None) -> Iterator[Discrepancy]:
    """What is wrong about the game that a record says it goes on from, as far as that record is given."""
    named = record.opened.parent
    if named is None:
        if parent is not None:
            yield Discrepancy(1, "fork", f"it does not go on from game {parent.game}, nor from any other")
        return
    steps = [event.entry.step for event in record.events]
    if len(steps) < named.position:
        yield Discrepancy(len(steps), "fork", f"it carries over {len(steps)} events, not {named.position}")
    elif len(steps) > named.position and steps[named.position] == steps[named.position - 1]:
        yield Discrepancy(named.position, "fork", "what it carries over ends in the middle of a step")
    if parent is not None:
        yield from apart(record, named, parent)


class Seeds(Struct, frozen=True):
    """The seed that a game's draws follow from, or nothing where its reader has none, and that of what it carries."""

    game: str
    seed: str
    carried: int
    above: "Seeds | None" = None

    @classmethod
    def of(cls, record: Record, parent: Record | None = None) -> "Seeds":
        """The seeds of a record, and those of the game it goes on from where that is given too."""
        opened = record.entries()[0].body
        assert isinstance(opened, GameOpened), "a record begins with its opening"
        named = opened.parent
        above = cls.of(parent) if parent is not None and named is not None and parent.game == named.game else None
        return cls(record.game, opened.open_seed, opened.carried, above)

    def at(self, position: int) -> Seeded | None:
        """What the draws for a decision follow from; nothing where that cannot be told."""
        if position > self.carried:
            return Seeded(self.seed, self.game, position) if self.seed else None
        return None if self.above is None else self.above.at(position)

    def untold(self, chance: ChanceSource, entries: tuple[Entry, ...]) -> Iterator[tuple[int, str]]:
        """Where the first draws are that follow from a seed and cannot be recomputed, and why they cannot."""
        drawn = [each.position for each in entries if isinstance(each.body, DrawMade) and isinstance(chance, BySeed)]
        untold = [position for position in drawn if self.at(position) is None]
        carried = [position for position in untold if position <= self.carried]
        own = untold[len(carried) :]
        if carried:
            yield carried[0], f"{len(carried)} draws: the seed of the game it goes on from is not open here"
        if own:
            yield own[0], f"{len(own)} draws: the seed is not open to this reader"


def drawn_otherwise(
    seeded: Seeded, made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...]
) -> Iterator[Discrepancy]:
    """The draws of a step that do not follow from its seed; one that the rules do not ask for is found elsewhere."""
    asked = {request.label: request for request in requests}
    for position, draw in made:
        request = asked.get(draw.label)
        if request is None or draw.seen_pile not in {None, request.pile}:
            continue
        right = seeded.draw(request)
        with suppress(Concealed):  # what is hidden from this reader is said to be unchecked
            if not drawn_alike(draw.as_asked(request), right):
                yield Discrepancy(position, "draw", "it does not follow from the seed", recorded=draw, follows=right)
