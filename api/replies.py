"""The answer to a question, for a program and for a person."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Raw
from rich.text import Text

from api.answers import json_line, line
from api.questions import Question
from api.reasons import because, clause_lines, reading_lines, readings_of, words_of, worked
from api.shapes import Listed
from domain.chance.witnessed import Report
from domain.games.recompute import Answer
from domain.kernel.draws import DrawRequest
from domain.kernel.hidden import Concealed
from domain.kernel.refusals import Condition, Refusal
from domain.promises.forecast import Forecast
from domain.recording.clear import decision_text, value_text
from domain.rulesets.protocol import Consequence, Options

MOST_SHOWN: Final = 20
"""Alternatives a person is shown."""

MOST_LISTED: Final = 200
"""Alternatives a program is given."""

NAMES: Final = {"follows": "allowed"}
STYLES: Final = {"follows": "bold green", "refused": "bold red"}


def reply(question: Question, given: Answer) -> dict[str, object]:
    """The answer as a program reads it."""
    clauses, readings = _named(given)
    return {
        "answer": NAMES.get(given.kind, given.kind),
        "says": given.says,
        "edition": question.ruleset.edition.key,
        "game": None if question.at is None else question.game.id,
        "at": question.at,
        "decision": Raw(decision_text(question.decision)),
        "clauses": words_of(question.ruleset, clauses),
        "readings": readings_of(question.ruleset, readings, question.game.opened.switches),
        **_particulars(question, given),
        **({} if (foreseen := question.foreseen(given)) is None else {"promises": foreseen}),
    }


def _particulars(question: Question, given: Answer) -> dict[str, object]:
    if given.refusal is not None:
        return {"refusal": given.refusal, "alternatives": listed(alternatives(question))}
    if given.request is not None:
        return {"request": given.request, "suppose": suppositions(question.draws, given.request)}
    if given.kind == "follows":
        return {"draws": given.draws, "consequences": [_consequence(question, each) for each in given.consequences]}
    return {}


def listed(found: Options[Any]) -> Listed:
    """Options as a program reads them."""
    shown = tuple(Raw(decision_text(each)) for each in found.listed[:MOST_LISTED])
    return Listed(shown, len(found.listed), found.complete and len(found.listed) <= MOST_LISTED)


def _consequence(question: Question, consequence: Consequence[Any]) -> dict[str, object]:
    return {
        "event": Raw(value_text(consequence.event)),
        "sentences": [fact.sentence for fact in question.ruleset.facts(consequence.event)],
        "cites": consequence.cites,
        "readings": consequence.readings,
        "working": consequence.working,
    }


def alternatives(question: Question) -> Options[Any]:
    """What the deciding seat may decide instead, as far as this record shows it."""
    try:
        options: Options[Any] = question.ruleset.options(question.game.state, question.decision.by)
    except Concealed:
        return Options((), complete=False)
    return options


def suppositions(draws: Iterable[Report], request: DrawRequest) -> list[dict[str, object]]:
    """The supposed draws with one more: the first cards of the pile, as an example."""
    supposed = [(report.label, report.drawn) for report in draws]
    supposed.append((request.label, request.pile[: request.count]))
    return [{"label": label, "drawn": drawn} for label, drawn in supposed]


def _named(given: Answer) -> tuple[list[str], list[str]]:
    if given.refusal is not None:
        return [given.refusal.clause], [*given.refusal.readings]
    cites = [clause for each in given.consequences for clause in each.cites]
    worked_by = [one.clause for each in given.consequences for one in each.working]
    return [*cites, *worked_by], [reading for each in given.consequences for reading in each.readings]


def told(question: Question, given: Answer) -> Iterator[Text]:
    """The answer as a person reads it."""
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
    clauses, readings = _named(given)
    words = "title" if given.kind == "follows" else "words"
    yield from clause_lines(words_of(question.ruleset, clauses), words)
    yield from reading_lines(readings_of(question.ruleset, readings, question.game.opened.switches))


def _follows(question: Question, given: Answer) -> Iterator[Text]:
    for draw in given.draws:
        are = "is" if len(draw.drawn) == 1 else "are"
        yield line(f"  supposed: {draw.label}: {', '.join(draw.drawn)} {are} drawn from {len(draw.pile)}")
    for each in given.consequences:
        for fact in question.ruleset.facts(each.event):
            yield line("  ", fact.sentence, because(each.cites, each.readings))
        yield from worked(each.working, "    ")


def _promises(foreseen: Forecast | None) -> Iterator[Text]:
    """What it would do to promises, and the price."""
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
            yield line(f"    left to a judge before anybody pays: {', '.join(each.referrals)}")
    if not foreseen.complete:
        yield line("  draws could come in more ways than were tried, and do more to promises")


def _refused(question: Question, refusal: Refusal) -> Iterator[Text]:
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


def _depends(question: Question, request: DrawRequest) -> Iterator[Text]:
    pile = ", ".join(f"{count} {card}" for card, count in Counter(request.pile).items())
    yield line(f"  {request.label} takes {request.count} of {len(request.pile)}: {pile}")
    example = json_line(suppositions(question.draws, request)).decode().rstrip()
    yield line(f"  suppose what is drawn, for example: --draws {shlex.quote(example)}")
