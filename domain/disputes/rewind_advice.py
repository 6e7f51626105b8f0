"""Advice on going back: what it would undo, and what tournaments make of such a case.

The classes follow what judges of card games, chess and online tables have settled on: go back at once, before anybody
has moved on; go back where little was decided and nobody has learned anything; else only as a last resort; and leave
things as they are where hidden information or chance has come out, because nobody can be made to forget it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.findings import AdviceKind, RewindAdvice
from oathbook.domain.games import game_events
from oathbook.domain.games.played_steps import acting_seat
from oathbook.domain.kernel import Opened, Seat
from oathbook.domain.kernel.hidden import hidden_values_in

FEW_DECISIONS: Final = 3  # decisions that a table can still take back from memory


def advise_rewind(case: Case, at: int, *, after: bool, refused: tuple[Seat, ...] = ()) -> RewindAdvice:
    """What going back to before the step of an event would undo; with ``after``, to after the event itself.

    ``refused`` is whose decision should have been allowed there; else the seat that decided in the step is concerned.
    """
    step = case.step_at(at)
    to = at if after else step.at - 1
    since = at if after else step.last
    decided = _seats(case.entries[since:])
    concerned = refused if after else _seats(step.entries)
    undone = case.entries[to:]
    reveals = tuple(_reveals(case.entries, to))
    draws = tuple(each.position for each in undone if isinstance(each.body, game_events.DrawMade))
    promises = tuple(
        dict.fromkeys(each.body.promise for each in undone if isinstance(each.body, game_events.PromiseEventBase))
    )
    others = tuple(dict.fromkeys(by for by in decided if by not in concerned))
    why = _why(len(decided), others, reveals, draws, promises)
    return RewindAdvice(
        _advice_kind(len(decided), reveals, draws, promises), to, len(decided), others, reveals, draws, promises, why
    )


def _seats(entries: Iterable[game_events.Entry]) -> tuple[Seat, ...]:
    """Who decides in these events, in their order."""
    return tuple(by for each in entries if (by := acting_seat(each.body)) is not None)


def _reveals(entries: Iterable[game_events.Entry], to: int) -> Iterator[int]:
    """The positions after ``to`` at which something comes out that was hidden before.

    A correction carries a whole state, in which what is out already stands once more.
    """
    out: set[str] = set()
    for each in entries:
        if isinstance(each.body, game_events.GameCorrected):
            continue
        shown = {inner.digest for inner in hidden_values_in(each.body) if isinstance(inner, Opened)}
        if each.position > to and shown - out:
            yield each.position
        out |= shown


def _advice_kind(
    decisions: int, reveals: tuple[int, ...], draws: tuple[int, ...], promises: tuple[str, ...]
) -> AdviceKind:
    if reveals or draws:
        return "let-stand"
    if promises or decisions > FEW_DECISIONS:
        return "last-resort"
    return "clean" if decisions else "at-once"


def _why(
    decisions: int,
    others: tuple[Seat, ...],
    reveals: tuple[int, ...],
    draws: tuple[int, ...],
    promises: tuple[str, ...],
) -> tuple[str, ...]:
    """A sentence for each thing that speaks against going back; one where nothing does."""
    found = (
        f"decided since: {decisions}, by others than the one concerned too ({', '.join(others)})" if others else "",
        f"decided since: {decisions}" if decisions and not others else "",
        f"hidden information came out at {_join(reveals)}" if reveals else "",
        f"draws were used up at {_join(draws)}" if draws else "",
        f"promises were touched: {', '.join(promises)}" if promises else "",
    )
    return tuple(filter(None, found)) or ("nothing has been decided since, and nothing has come out",)


def _join(positions: tuple[int, ...]) -> str:
    return ", ".join(map(str, positions))
