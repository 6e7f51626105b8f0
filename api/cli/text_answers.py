"""The answer to a question as lines of text."""

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from oathbook.api.cli import text_frames
from oathbook.api.cli.output import json_line, line
from oathbook.api.schemas.answers import ANSWER_NAMES, alternatives, cited_ids, suppositions
from oathbook.api.schemas.editions import clause_texts, reading_settings
from oathbook.domain.application.questions import RulesQuestion
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.game_sentences import facts_with_display_names, refusal_with_names
from oathbook.domain.kernel import Condition, DrawRequest, Refusal, Roster
from oathbook.domain.promises.audit.forecast import Forecast
from oathbook.domain.recording.format.cleartext import decision_text

MOST_SHOWN: Final = 20  # the most alternatives that are listed


STYLES: Final = {"follows": "bold green", "refused": "bold red"}


def answer_lines(question: RulesQuestion, given: DecisionResult) -> Iterator[Text]:
    """The answer, line by line."""
    style, roster = STYLES.get(given.kind, "bold yellow"), question.game.opened.roster
    yield line(
        (ANSWER_NAMES.get(given.kind, given.kind), style),
        "" if given.kind == "follows" else f": {roster.name_ids(given.says)}",
    )
    yield line("  ", decision_text(question.decision).decode())
    if given.refusal is not None:
        yield from _refusal_lines(question, given.refusal)
    elif given.request is not None:
        yield from _draw_lines(question, given.request)
    else:
        yield from _consequence_lines(question, given)
    yield from _promises(question.forecast_for(given), roster)
    clauses, readings = cited_ids(given)
    words = "title" if given.kind == "follows" else "words"
    yield from text_frames.clause_lines(clause_texts(question.ruleset, clauses), words)
    yield from text_frames.reading_lines(reading_settings(question.ruleset, readings, question.game.opened.switches))


def _consequence_lines(question: RulesQuestion, given: DecisionResult) -> Iterator[Text]:
    roster = question.game.opened.roster
    for draw in given.draws:
        drawn, pile = draw.every_card(), draw.visible_pile or ()
        are = "is" if len(drawn) == 1 else "are"
        yield line(f"  supposed: {draw.label}: {', '.join(drawn)} {are} drawn from {len(pile)}")
    for each in given.consequences:
        for fact in facts_with_display_names(question.ruleset, each.event, roster):
            yield line("  ", fact.sentence, text_frames.citation_part(each.cites, each.readings))
        yield from text_frames.working_lines(each.working, "    ", roster)


def _promises(foreseen: Forecast | None, roster: Roster) -> Iterator[Text]:
    """What the decision would do to promises, and the price."""
    if foreseen is None:
        return
    for each in foreseen.changes:
        yield line(
            "  ", (each.promise, "bold"), f" {'might' if each.might else 'would'} be {each.status}: {each.letter}"
        )
        for due in each.penalties:
            price = f"{due.amount} {due.reserve}"
            yield line(
                f"    {roster.call(due.seat)} would pay {price}", text_frames.citation_part(due.cites, due.readings)
            )
        if each.referrals:
            yield line(f"    left to a judge before anyone pays: {', '.join(each.referrals)}")
    if foreseen.standing is not None:
        yield from text_frames.standing_lines(foreseen.standing, roster)
    if not foreseen.complete:
        yield line("  not all possible draws were tried; others may affect more promises")


def _refusal_lines(question: RulesQuestion, refusal: Refusal) -> Iterator[Text]:
    roster = question.game.opened.roster
    seat = roster.call(question.decision.by)
    yield from (_condition_line(each) for each in refusal_with_names(refusal, roster).conditions)
    options = alternatives(question)
    shown, count = options.listed[:MOST_SHOWN], len(options.listed)
    if not count:
        nothing, unknown = f"{seat} may decide nothing else", f"what else {seat} may decide cannot be listed here"
        yield line("  ", nothing if options.complete else unknown)
        return
    of = f"{count}" if options.complete else f"at least {count}"
    yield line(f"  {seat} may decide ({len(shown)} of {of}):")
    yield from (line("    ", decision_text(each).decode()) for each in shown)


def _condition_line(condition: Condition) -> Text:
    values = ", ".join(f"{name} {value}" for name, value in condition.values.items())
    answer = ("yes", "green") if condition.holds else ("no", "red")
    cited = text_frames.citation_part([condition.clause], ())
    return line(f"  {condition.asks} ", answer, f"  ({values})" if values else "", cited)


def _draw_lines(question: RulesQuestion, request: DrawRequest) -> Iterator[Text]:
    cards = request.known_pile()
    pile = ", ".join(f"{count} {card}" for card, count in Counter(cards).items())
    yield line(f"  {request.label} takes {request.count} of {len(cards)}: {pile}")
    example = json_line(suppositions(question.draws, request)).decode().rstrip()
    yield line(f"  suppose what is drawn, for example: --draws {shlex.quote(example)}")
