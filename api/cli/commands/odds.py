"""``oathbook odds``: how likely each draw and outcome of a decision was."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from rich.text import Text

from oathbook.api.cli import arguments
from oathbook.api.cli.input_files import position_in, record_of_any, viewer_in
from oathbook.api.cli.output import counted, line, say, say_json
from oathbook.api.cli.records import is_file, record_of
from oathbook.api.schemas.odds import Likelihood, OddsTold, present_odds
from oathbook.replays.frames import Replay


def odds(
    name: arguments.RecordName,
    *,
    at: Annotated[int, arguments.option("--at", metavar="N", help="A position of the step of the decision.")],
    viewer: arguments.SeenBy = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Say how likely each draw and each outcome of a decision was.

    FILE is a record, a transcript or a sheet of notation. The answer is what the rules make of everything that could
    have been drawn: exact fractions or, where the rules would have to be asked over 3,000 times, estimates from 10,000
    samples, with intervals that hold the true chance with a probability of 95 %. It uses what the viewer saw before the
    decision, and never a seed.

    \b
    Exit codes
      0  shown
      2  the record or the sheet cannot be read, nothing was decided at that position, or what could follow depends on
         something that is hidden from the viewer

    \b
    --json  {"game", "edition", "as", "position", "decision", "samples", "draws": [{"label", "cards": [{"drawn",
            "chance", "share"}]}], "always": [sentences], "sentences": [{"says", "chance", "share"}],
            "outcomes": [{"says", "recorded", "chance", "share"}], "left_out"};
            of estimates also "low" and "high", beside each share
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    record = record_of_any(name) if is_file(name) else record_of(name, database)
    found = present_odds(Replay(record, viewer_in(record, viewer)), position_in(record, at))
    if as_json:
        say_json(found)
    else:
        say(_lines(found))


def _lines(found: OddsTold) -> Iterator[Text]:
    how = f"; estimated from {found.samples:,} samples" if found.samples else ""
    yield line((f"position {found.position}: {found.decision}", "bold"), how)
    for each in found.outcomes:
        if each.recorded and found.sentences:
            yield line(f"what followed had a chance of {_chance(each)}")
    for draw in found.draws:
        yield line(f"{draw.label} is, by chance:")
        yield from _rows((each, ", ".join(each.drawn) or "nothing") for each in draw.cards)
    if found.always:
        yield line("in any case:")
        yield from (line("  ", each) for each in found.always)
    if found.sentences:
        yield line(f"by chance, in {counted(len(found.outcomes), 'outcome')}:")
        yield from _rows((each, each.says) for each in found.sentences)
    if found.left_out:
        yield line(f"{counted(found.left_out, 'less likely row')} left out")


def _rows(rows: Iterable[tuple[Likelihood, str]]) -> Iterator[Text]:
    shown = [(_chance(each), says) for each, says in rows]
    width = max(len(chance) for chance, _ in shown)
    yield from (line(f"  {chance:>{width}}  ", says) for chance, says in shown)


def _chance(chance: Likelihood) -> str:
    if isinstance(chance.low, float) and isinstance(chance.high, float):
        return f"{_percent(chance.share)} ({_percent(chance.low)} to {_percent(chance.high)})"
    return f"{chance.chance} = {_percent(chance.share)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
