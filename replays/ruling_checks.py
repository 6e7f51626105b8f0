"""What rulings did to a game, checked again: a correction worked out anew, a fork held against its parent."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.recorded_chance import RecordedChance
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.remedies import correction_event
from oathbook.domain.errors import NotFound, RemedyRefused
from oathbook.domain.games import game_events
from oathbook.domain.games.discrepancies import Discrepancy, DiscrepancyKind, has_same_events, values_match
from oathbook.domain.games.draw_checks import is_same_draw
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import Concealed, Draw, DrawRequest
from oathbook.domain.recording.format.fork_check import check_fork
from oathbook.domain.recording.format.record import Record

SEED_HIDDEN: Final = "whether the draws follow from the seed, which is not open to this reader"
HIDDEN: Final = "some of what follows instead is hidden from this reader"


class Unverifiable(Struct, frozen=True):
    """Why something cannot be checked by this reader; ``agrees`` says that all of it is right that they see."""

    why: str
    agrees: bool = False


def check_ruling(
    case: Case, game: Game, entry: game_events.Entry, body: game_events.RulingEvent
) -> Discrepancy | Unverifiable | None:
    """What a ruling did, or what came of it, checked against what stands before it; nothing where all is well."""
    match body:
        case game_events.GameCorrected():
            return _check_correction(case, entry, body)
        case game_events.GameForked(position=position):
            is_end = position < entry.position and case.step_at(position).last == position
            is_over = any(isinstance(each.body, game_events.GameEnded) for each in case.entries[:position])
            says = "is after the end of the game" if is_over else "is not the end of a step before it"
            if is_end and not is_over:
                return None
            return Discrepancy(entry.position, "fork", f"position {position} {says}", recorded=body)
        case game_events.GameUnsealed(fork, seed):
            due = seed_digest(case.opened)
            if game.sealed and fork == game.fork and ("" if seed is None else seed.digest) == due:
                return None
            says = "it does not open, with its seed, what was sealed until the end of that fork"
            return Discrepancy(entry.position, "fork", says, recorded=body)


def corrected_kinds(instead: game_events.Instead[Any]) -> tuple[DiscrepancyKind, ...]:
    """The kinds of discrepancy in a step that what follows instead puts right: of its draws those it has others for."""
    if instead.draws is None and not instead.struck:
        return "decision", "consequence", "reasons"
    return "decision", "consequence", "reasons", "draw"


def seed_digest(opened: game_events.GameOpened[Any, Any, Any]) -> str:
    """The digest to which a game's seed was committed, or nothing."""
    return opened.chance.seed.digest if isinstance(opened.chance, game_events.BySeed) else ""


def _check_correction(
    case: Case, entry: game_events.Entry, recorded: game_events.GameCorrected[Any, Any]
) -> Discrepancy | Unverifiable | None:
    """A correction worked out again from what stands before it."""
    at = _corrected_position(case, recorded.instead[0])
    try:
        derived = correction_event(case, at, recorded.dispute, _redraw_chance(case, entry, recorded))
    except RemedyRefused as refused:
        if refused.hidden or _is_unverifiable_draw(case, at):
            return Unverifiable(str(refused))
        return Discrepancy(entry.position, "correction", str(refused), refused.clause, recorded, str(refused))
    except NotFound as problem:
        return Discrepancy(entry.position, "correction", str(problem), recorded=recorded)
    seen = _visible_correction(case, recorded, derived)
    try:
        if values_match(recorded, seen):
            why = SEED_HIDDEN if recorded.redrawn and _is_unverifiable_draw(case, at) else HIDDEN
            return None if seen == derived and why == HIDDEN else Unverifiable(why, agrees=True)
    except Concealed:
        return Unverifiable(HIDDEN, agrees=True)
    if _is_unverifiable_draw(case, at):
        return Unverifiable("whether the draws had to change cannot be checked: the seed is not open to this reader")
    what = (
        "the state is not the end of the corrected line"
        if derived.instead == recorded.instead
        else "it is not what follows instead"
    )
    return Discrepancy(entry.position, "correction", what, recorded=recorded, follows=derived)


def _redraw_chance(
    case: Case, entry: game_events.Entry, recorded: game_events.GameCorrected[Any, Any]
) -> Chance | None:
    """What the draws follow from that a ruling had made again: the seed where it is known, else what was recorded."""
    if not recorded.redrawn:
        return None
    draws = recorded.instead[0].draws or ()
    if isinstance(case.opened.chance, game_events.BySeed):
        return case.seeded_chance_at(entry.position) or RecordedChance(draws)
    return WitnessedChance(tuple(DrawReport(each.label, each.drawn, each.witnesses) for each in draws))


def _visible_correction(
    case: Case, recorded: game_events.GameCorrected[Any, Any], derived: game_events.GameCorrected[Any, Any]
) -> game_events.GameCorrected[Any, Any]:
    """What is derived, without the outcomes that are left as they are and are not seen to be others."""
    read, left = case.with_corrections(), {each.at for each in recorded.instead}
    instead = tuple(
        each
        for each in derived.instead
        if each.at in left or not has_same_events(read.step_at(each.at).consequences, each.consequences)
    )
    return replace(derived, instead=instead)


def _corrected_position(case: Case, first: game_events.Instead[Any]) -> int:
    """The event that a correction puts right: a draw where it has draws of its own, else the outcome."""
    if first.draws is None or first.at > len(case.entries):
        return first.at
    step = case.step_at(first.at)
    return next((each.position for each in step.entries if isinstance(each.body, game_events.DrawMade)), first.at)


def _is_unverifiable_draw(case: Case, at: int) -> bool:
    """Whether what is put right is a draw that only the seed tells, and this reader does not have it."""
    is_draw = isinstance(case.entries[at - 1].body, game_events.DrawMade)
    return (
        is_draw
        and isinstance(case.opened.chance, game_events.BySeed)
        and case.seeded_chance_at(case.step_at(at).at) is None
    )


def check_lineage(record: Record, parent: Record | None) -> Iterator[Discrepancy]:
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
        yield from check_fork(record, named, parent)


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
        assert isinstance(opened, game_events.GameOpened), "a record begins with its opening"
        named = opened.parent
        above = cls.of(parent) if parent is not None and named is not None and parent.game == named.game else None
        return cls(record.game, opened.open_seed, opened.parent_position, above)

    def at(self, position: int) -> SeededChance | None:
        """What the draws for a decision follow from; nothing where that cannot be told."""
        if position > self.carried:
            return SeededChance(self.seed, self.game, position) if self.seed else None
        return None if self.above is None else self.above.at(position)

    def unverifiable_draws(
        self, chance: game_events.ChanceSource, entries: tuple[game_events.Entry, ...]
    ) -> Iterator[tuple[int, str]]:
        """Where the first draws are that follow from a seed and cannot be recomputed, and why they cannot."""
        drawn = [
            each.position
            for each in entries
            if isinstance(each.body, game_events.DrawMade) and isinstance(chance, game_events.BySeed)
        ]
        untold = [position for position in drawn if self.at(position) is None]
        carried = [position for position in untold if position <= self.carried]
        own = untold[len(carried) :]
        if carried:
            yield carried[0], f"{len(carried)} draws: the seed of the game it goes on from is not open here"
        if own:
            yield own[0], f"{len(own)} draws: the seed is not open to this reader"


def check_seeded_draws(
    seeded: SeededChance, made: list[tuple[int, Draw]], requests: tuple[DrawRequest, ...]
) -> Iterator[Discrepancy]:
    """The draws of a step that do not follow from its seed; one that the rules do not ask for is found elsewhere."""
    asked = {request.label: request for request in requests}
    for position, draw in made:
        request = asked.get(draw.label)
        if request is None or draw.visible_pile not in {None, request.pile}:
            continue
        with suppress(Concealed):  # what is hidden from this reader is said to be unchecked
            right = seeded.draw(request)
            if not is_same_draw(draw.hidden_like(request), right):
                yield Discrepancy(position, "draw", "it does not follow from the seed", recorded=draw, follows=right)
