"""A record as its corrections read it. A correction comes after what it corrects and changes no earlier event."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games import game_events
from oathbook.domain.kernel import Draw
from oathbook.domain.rulesets.protocol import AnyRuleset


class CorrectedOutcome(game_events.OutcomeFollowed[Any], frozen=True, gc=False):
    """An outcome as corrections have it: ``draws`` that it follows from, if not the recorded ones, or ``struck``."""

    draws: tuple[Draw, ...] | None = None
    struck: bool = False


class Correction(Struct, frozen=True):
    """A correction: its position, the outcomes that it replaces, and its dispute."""

    position: int
    at: tuple[int, ...]
    dispute: game_events.StreamId


def apply_corrections(
    ruleset: AnyRuleset, entries: Sequence[game_events.Entry], *, by: int | None = None
) -> tuple[game_events.Entry, ...]:
    """The same events with what follows instead, a ``CorrectedOutcome``, for each outcome that a correction replaces.

    With ``by`` only corrections that stand no further than there are taken in, and later ones left as they are.

    A correction stays where it is, without its state: what stands before it leads there now. If a game was
    corrected after its end, its end is that of the corrected state. Everybody who can fold the record can fold this:
    nothing is decided again.
    """
    upto = len(entries) if by is None else by
    corrections = [
        (each.position, each.body) for each in entries[:upto] if isinstance(each.body, game_events.GameCorrected)
    ]
    if not corrections:
        return tuple(entries)
    last, correction = corrections[-1]
    instead = _merge_corrections(each for _, made in corrections for each in made.instead)
    ending = ruleset.standing(correction.state).ending if correction.state is not None else None
    return (*(_corrected_entry(each, instead, ending) for each in entries[:last]), *entries[last:])


def corrections_in(entries: Iterable[game_events.Entry]) -> tuple[Correction, ...]:
    """Every correction, in order."""
    return tuple(
        Correction(each.position, tuple(instead.at for instead in each.body.instead), each.body.dispute)
        for each in entries
        if isinstance(each.body, game_events.GameCorrected)
    )


def last_correction_position(entries: Sequence[game_events.Entry], at: int) -> int | None:
    """Where the last correction stands that says what follows in the place of the outcome at a position, if any."""
    return next((each.position for each in reversed(corrections_in(entries)) if at in each.at), None)


def _merge_corrections(replaced: Iterable[game_events.Instead[Any]]) -> dict[int, game_events.Instead[Any]]:
    """What the last correction has for each position; draws put right and decisions struck before stay so."""
    latest: dict[int, game_events.Instead[Any]] = {}
    for each in replaced:
        before = latest.get(each.at, each)
        draws = before.draws if each.draws is None else each.draws
        latest[each.at] = replace(each, draws=draws, struck=each.struck or before.struck)
    return latest


def _corrected_entry(
    entry: game_events.Entry, instead: dict[int, game_events.Instead[Any]], ending: Any
) -> game_events.Entry:
    match entry.body:
        case game_events.OutcomeFollowed(of) if entry.position in instead:
            made = instead[entry.position]
            return replace(entry, body=CorrectedOutcome(of, made.consequences, made.draws, made.struck))
        case game_events.GameCorrected() as correction:
            return replace(entry, body=replace(correction, state=None))
        case game_events.GameEnded() as ended if ending is not None:
            return replace(entry, body=replace(ended, ending=ending))
        case _:
            return entry
