"""A record as its corrections read it. A correction comes after what it corrects and changes no earlier event."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.games.events import Entry, GameCorrected, GameEnded, GameName, Instead, OutcomeFollowed
from oathbook.domain.kernel.draws import Draw
from oathbook.domain.rulesets.protocol import AnyRuleset


class Replaced(OutcomeFollowed[Any], frozen=True, gc=False):
    """An outcome as corrections have it: ``draws`` that it follows from, if not the recorded ones, or ``struck``."""

    draws: tuple[Draw, ...] | None = None
    struck: bool = False


class Correction(Struct, frozen=True):
    """A correction: its position, the outcomes that it replaces, and its dispute."""

    position: int
    at: tuple[int, ...]
    dispute: GameName


def as_corrected(ruleset: AnyRuleset, entries: Sequence[Entry], *, by: int | None = None) -> tuple[Entry, ...]:
    """The same events with what follows instead, a ``Replaced``, for each outcome that a correction replaces.

    With ``by`` only corrections that stand no further than there are taken in, and later ones left as they are.

    A correction stays where it is, without its state: what stands before it leads there now. If a game was
    corrected after its end, its end is that of the corrected state. Everybody who can fold the record can fold this:
    nothing is decided again.
    """
    upto = len(entries) if by is None else by
    corrections = [(each.position, each.body) for each in entries[:upto] if isinstance(each.body, GameCorrected)]
    if not corrections:
        return tuple(entries)
    last, correction = corrections[-1]
    instead = _latest(each for _, made in corrections for each in made.instead)
    ending = ruleset.standing(correction.state).ending if correction.state is not None else None
    return (*(_read(each, instead, ending) for each in entries[:last]), *entries[last:])


def corrections_in(entries: Iterable[Entry]) -> tuple[Correction, ...]:
    """Every correction, in order."""
    return tuple(
        Correction(each.position, tuple(instead.at for instead in each.body.instead), each.body.dispute)
        for each in entries
        if isinstance(each.body, GameCorrected)
    )


def correction_of(entries: Sequence[Entry], at: int) -> int | None:
    """Where the last correction stands that says what follows in the place of the outcome at a position, if any."""
    return next((each.position for each in reversed(corrections_in(entries)) if at in each.at), None)


def _latest(replaced: Iterable[Instead[Any]]) -> dict[int, Instead[Any]]:
    """What the last correction has for each position; draws put right and decisions struck before stay so."""
    latest: dict[int, Instead[Any]] = {}
    for each in replaced:
        before = latest.get(each.at, each)
        draws = before.draws if each.draws is None else each.draws
        latest[each.at] = replace(each, draws=draws, struck=each.struck or before.struck)
    return latest


def _read(entry: Entry, instead: dict[int, Instead[Any]], ending: Any) -> Entry:
    match entry.body:
        case OutcomeFollowed(of) if entry.position in instead:
            made = instead[entry.position]
            return replace(entry, body=Replaced(of, made.consequences, made.draws, made.struck))
        case GameCorrected() as correction:
            return replace(entry, body=replace(correction, state=None))
        case GameEnded() as ended if ending is not None:
            return replace(entry, body=replace(ended, ending=ending))
        case _:
            return entry
