"""The answer to a question as lines of text."""

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from oathbook.api.cli.output import json_line, line
from oathbook.api.cli.text_citations import because, clause_lines, reading_lines, working_lines
from oathbook.api.cli.text_frames import standing_lines
from oathbook.api.schemas.answers import NAMES, alternatives, ids_named, suppositions
from oathbook.api.schemas.editions import readings_of, words_of
from oathbook.domain.application.questions import RulesQuestion
from oathbook.domain.games.naming import facts_said
from oathbook.domain.games.recompute import Answer
from oathbook.domain.kernel.draws import DrawRequest
from oathbook.domain.kernel.refusals import Condition, Refusal
from oathbook.domain.promises.audit.forecast import Forecast
from oathbook.domain.recording.format.cleartext import decision_text

MOST_SHOWN: Final = 20
"""The most alternatives that are listed."""


STYLES: Final = {"follows": "bold green", "refused": "bold red"}


def answer_lines(question: RulesQuestion, given: Answer) -> Iterator[Text]:
    """The answer, line by line."""
    style = STYLES.get(given.kind, "bold yellow")
    yield line((NAMES.get(given.kind, given.kind), style), "" if given.kind == "follows" else f": {given.says}")
    yield line("  ", decision_text(question.decision).decode())
    if given.refusal is not None:
        yield from _refused(question, given.refusal)
    elif given.request is not None:
        yield from _depends(question, given.request)
    else:
        yield from _follows(question, given)
    yield from _promises(question.foreseen(given))
    clauses, readings = ids_named(given)
    words = "title" if given.kind == "follows" else "words"
    yield from clause_lines(words_of(question.ruleset, clauses), words)
    yield from reading_lines(readings_of(question.ruleset, readings, question.game.opened.switches))


def _follows(question: RulesQuestion, given: Answer) -> Iterator[Text]:
    for draw in given.draws:
        drawn, pile = draw.every_card(), draw.seen_pile or ()
        are = "is" if len(drawn) == 1 else "are"
        yield line(f"  supposed: {draw.label}: {', '.join(drawn)} {are} drawn from {len(pile)}")
    for each in given.consequences:
        for fact in facts_said(question.ruleset, each.event):
            yield line("  ", fact.sentence, because(each.cites, each.readings))
        yield from working_lines(each.working, "    ")


def _promises(foreseen: Forecast | None) -> Iterator[Text]:
    """What the decision would do to promises, and the price."""
    if foreseen is None:
        return
    for each in foreseen.changes:
        yield line(
            "  ", (each.promise, "bold"), f" {'might' if each.might else 'would'} be {each.status}: {each.letter}"
        )
        for due in each.penalties:
            price = f"{due.amount} {due.reserve}"
            yield line(f"    {due.seat} would pay {price}", because(due.cites, due.readings))
        if each.referrals:
            yield line(f"    left to a judge before anyone pays: {', '.join(each.referrals)}")
    if foreseen.standing is not None:
        yield from standing_lines(foreseen.standing)
    if not foreseen.complete:
        yield line("  not all possible draws were tried; others may affect more promises")


def _refused(question: RulesQuestion, refusal: Refusal) -> Iterator[Text]:
    yield from (_asked(condition) for condition in refusal.conditions)
    options = alternatives(question)
    shown, count = options.listed[:MOST_SHOWN], len(options.listed)
    if not count:
        seat = question.decision.by
        nothing, unknown = f"{seat} may decide nothing else", f"what else {seat} may decide cannot be listed here"
        yield line("  ", nothing if options.complete else unknown)
        return
    of = f"{count}" if options.complete else f"at least {count}"
    yield line(f"  {question.decision.by} may decide ({len(shown)} of {of}):")
    yield from (line("    ", decision_text(each).decode()) for each in shown)


def _asked(condition: Condition) -> Text:
    values = ", ".join(f"{name} {value}" for name, value in condition.values.items())
    answer = ("yes", "green") if condition.holds else ("no", "red")
    return line("  ", condition.asks, " ", answer, f"  ({values})" if values else "", because([condition.clause], ()))


def _depends(question: RulesQuestion, request: DrawRequest) -> Iterator[Text]:
    pile = ", ".join(f"{count} {card}" for card, count in Counter(request.pile).items())
    yield line(f"  {request.label} takes {request.count} of {len(request.pile)}: {pile}")
    example = json_line(suppositions(question.draws, request)).decode().rstrip()
    yield line(f"  suppose what is drawn, for example: --draws {shlex.quote(example)}")
