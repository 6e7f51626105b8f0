"""What comes of a game when an event is put right, as lines of text."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from oathbook.api.cli.output import counted, line
from oathbook.domain.disputes.findings import Materiality, TaintedChances
from oathbook.domain.disputes.state_differences import StateDifference
from oathbook.domain.games.fillers import FillerKind, FillerLine, FillerResult, Fillers
from oathbook.domain.kernel import Roster
from oathbook.domain.promises.audit.standing import unit_for
from oathbook.domain.rulesets.protocol import Standing

FILLERS: Final[dict[FillerKind, str]] = {
    "quiet": "quietly",
    "instead": "with another decision",
    "left-out": "without what is refused",
    "turn-given": "with the turn given to whoever had it",
}


def materiality_lines(matters: Materiality, roster: Roster) -> Iterator[Text]:
    """What changes, how far the corrected line goes, and what fillers make of it."""
    yield line(f"  corrected at {matters.corrected_at}, and played on with what was recorded:")
    if matters.parts is not None:
        yield line(f"    something else follows from {matters.parts} on")
    if matters.rejoins is not None:
        yield line(f"    after {matters.rejoins} it is the recorded game")
    if matters.stop is not None:
        clause = f" ({matters.stop.clause})" if matters.stop.clause else ""
        yield line(
            f"    it ends at {matters.stop.position}, {matters.stop.why}: {roster.name_ids(matters.stop.says)}{clause}"
        )
    yield from _tainted(matters.tainted, roster)
    since = f" from {matters.open_from}" if matters.open_from is not None else ""
    for what, effect in (("standing", matters.standing), ("winner", matters.winner)):
        yield line(f"    {what}: ", (f"{effect}{since if effect == 'open' else ''}", "bold"))
    yield from _promises(matters, since)
    recorded, corrected = _points(matters.recorded, roster), _points(matters.corrected, roster)
    yield line(f"    after {matters.until}: recorded {recorded}; corrected {corrected}")
    yield from _differences("after it", matters.differs_after, roster)
    if matters.rejoins is None and matters.differs_at_end != matters.differs_after:
        yield from _differences(f"after {matters.until}", matters.differs_at_end, roster)
    if matters.fillers is not None and matters.stop is not None:
        yield from _fillers(matters.fillers, matters.stop.position, roster)


def _tainted(tainted: TaintedChances | None, roster: Roster) -> Iterator[Text]:
    """What else a draw from a wrong pile could have led to, with both chances; nothing where there is no such draw."""
    if tainted is None:
        return
    yield line(f"    the draw at {tainted.at} came from a wrong pile, so that what follows is open:")
    for each in tainted.chances:
        chances = f"{each.corrected} by the right pile, {each.recorded} by that one"
        yield line(f"      {roster.name_ids(each.says)}: {chances}")


def _differences(when: str, differences: tuple[StateDifference, ...], roster: Roster) -> Iterator[Text]:
    """What players would say differs between the two lines."""
    yield line(f"  {when}, {'this differs:' if differences else 'nothing differs that players speak of'}")
    for each in differences:
        yield line(f"    {roster.name_ids(f'{each.of}: recorded {each.recorded}, corrected {each.corrected}')}")


def _promises(matters: Materiality, since: str) -> Iterator[Text]:
    """What becomes of each promise; one line if nothing changes."""
    if matters.promises and all(each.effect == "unchanged" for each in matters.promises):
        yield line("    promises: ", ("unchanged", "bold"))
        return
    for each in matters.promises:
        corrected = f"; corrected {each.corrected}" if each.corrected is not None else ""
        effect = f"{each.effect}{since if each.effect == 'open' else ''}"
        yield line(f"    {each.promise}: ", (effect, "bold"), f"; recorded {each.recorded}{corrected}")


def _points(standing: Standing, roster: Roster) -> str:
    return (
        ", ".join(
            f"{roster.call(each.seat)} {each.points} {unit_for(each.points, each.unit)}" for each in standing.scores
        )
        or "no scores"
    )


def _fillers(fillers: Fillers, since: int, roster: Roster) -> Iterator[Text]:
    """What the lines come to that were followed, without saying how likely that is; then how far each one goes."""
    followed = sum(each.lines for each in fillers.results)
    ways = f"{counted(len(fillers.lines), 'way')}{'' if fillers.complete else ', others not tried'}"
    yield line(f"  it could go on from {since} in {ways}; {followed} can be followed:")
    yield from (line(f"    {_result(each, followed, fillers.lines[0].of, roster)}") for each in fillers.results)
    if fillers.scores:
        scores = (
            f"{roster.call(each.seat)} {_span(each.least, each.most)} {unit_for(each.most, each.unit)}"
            for each in fillers.scores
        )
        yield line(f"    scores: {', '.join(scores)}")
    yield from (line(f"    {_filler(each, roster)}") for each in fillers.lines)


def _result(result: FillerResult, followed: int, of: int, roster: Roster) -> str:
    kept = f"{_span(result.least_kept, result.most_kept)} of {of} decisions kept"
    return f"{_winners(result, roster)} in {result.lines} of {followed}, {kept}"


def _winners(result: FillerResult, roster: Roster) -> str:
    if result.winners is None:
        return "not over"
    names = " and ".join(map(roster.call, result.winners))
    return f"{names} {'wins' if len(result.winners) == 1 else 'win'}" if names else "nobody wins"


def _filler(each: FillerLine, roster: Roster) -> str:
    how = f"{FILLERS[each.filler]}{f' ({roster.name_ids(each.says)})' if each.says else ''}"
    if not each.is_followed:
        return f"{how}: cannot be followed from position {each.lost}, {each.kept} of {each.of} kept"
    added = f", {each.added} put in" if each.added else ""
    return f"{how}: kept {each.kept} of {each.of}{added}"


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
