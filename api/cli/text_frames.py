"""A game in the terminal: a line a happening, or one position with everything there is to see."""

from collections.abc import Iterator

from rich.text import Text

from api.cli.output import line
from api.cli.text_board import board
from api.cli.text_citations import because, clause_lines, reading_lines, worked
from api.schemas.editions import readings_of, words_of
from api.schemas.replays import decision_at
from domain.kernel.canonical import written
from domain.kernel.seats import HOLDER
from domain.rulesets.protocol import Standing
from replays.frames import Changed, Frame, Replay


def title(replay: Replay) -> Text:
    """What is replayed, and who looks."""
    edition = replay.record.ruleset.edition
    seen = "everything this record opens" if replay.viewer == HOLDER else f"as {replay.viewer} saw it"
    return line((edition.title, "bold"), f" ({edition.key}), game {replay.record.game}, {seen}")


def title_lines(replay: Replay) -> Iterator[Text]:
    """What is replayed, who looks, and who plays."""
    yield title(replay)
    players = ", ".join(f"{each.seat}: {each.player}" for each in replay.record.opened.seats if each.player)
    if players:
        yield line(players)


def listing(replay: Replay, *, first: int = 1) -> Iterator[Text]:
    """Every position from the first one named on, a line a happening."""
    for frame in replay.frames(first=first):
        number = f"{frame.position:>6} {frame.step:>5}  "
        for happening in frame.happenings:
            yield line(number, happening.sentence, because(happening.cites, happening.readings))
            number = " " * len(number)


def shown(frame: Frame, replay: Replay) -> Iterator[Text]:
    """One position: what happened and why, the board, the standing, what changed, who must act."""
    yield line(
        (f"position {frame.position} of {len(replay)}", "bold"), f", step {frame.step}, by {frame.by}, {frame.at}"
    )
    for happening in frame.happenings:
        yield line("  ", happening.sentence, because(happening.cites, happening.readings))
        yield from worked(happening.working, "    ")
    decision = decision_at(frame.position, replay)
    if decision is not None:
        yield line("  ", decision.decode())
    if frame.corrected is not None:
        where, dispute = frame.corrected.position, frame.corrected.dispute
        yield line("  ", (f"corrected at position {where} by the ruling in dispute {dispute}", "bold"))
    yield line()
    yield from board(replay.record.ruleset.scene(frame.view))
    yield line()
    yield from _standing(frame.standing)
    yield from (_changed(each) for each in frame.changed)
    yield line(("to act: ", "bold"), ", ".join(frame.to_act) or "nobody")


def reasons(frame: Frame, replay: Replay) -> Iterator[Text]:
    """The clauses and readings of a position, in words."""
    ruleset, happenings = replay.record.ruleset, frame.happenings
    clauses = words_of(ruleset, (each for happening in happenings for each in happening.cites))
    named = (each for happening in happenings for each in happening.readings)
    readings = readings_of(ruleset, named, replay.record.opened.switches)
    if clauses or readings:
        yield line()
        yield line(("because", "bold"))
    yield from clause_lines(clauses)
    yield from reading_lines(readings)


def _standing(standing: Standing) -> Iterator[Text]:
    scores = ", ".join(f"{each.seat} {each.points} {each.unit}" for each in standing.scores)
    out = f"; out: {', '.join(standing.out)}" if standing.out else ""
    yield line(("standing: ", "bold"), f"{scores or 'nothing yet'}{out}")
    if standing.stall:
        yield line(("held up: ", "bold"), standing.stall)
    if standing.ending is not None:
        ending = standing.ending
        won = f", won by {', '.join(ending.winners)}" if ending.winners else ""
        yield line(("over: ", "bold"), f"{ending.outcome}{won}", because((ending.clause,), ()))


def _changed(changed: Changed) -> Text:
    before, after = (written(side).decode() for side in (changed.before, changed.after))
    return line(("changed: ", "bold"), f"{changed.path} {before} → {after}")
