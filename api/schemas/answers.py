"""Presents the rules' answers to questions, and the options of a seat."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final, TypeVar

from msgspec import Raw

from oathbook.api.schemas.editions import clause_texts, reading_settings
from oathbook.api.schemas.shapes import DrawSupposed, Listed
from oathbook.domain.application.questions import RulesQuestion
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.game_sentences import decision_sentence, facts_with_display_names, refusal_with_names
from oathbook.domain.kernel import Concealed, Draw, DrawRequest, Roster
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence, Options

K = TypeVar("K")
V = TypeVar("V")

MOST_LISTED: Final = 200  # alternatives a program is given
MOST_KEPT: Final = 16_384  # options whose texts and sentences are kept

_SENTENCES: Final = OrderedDict[tuple[str, Roster, bytes], str]()
"""Sentences by edition, roster and text."""

_OPTIONS: Final = OrderedDict[tuple[str, Roster, int], tuple[object, Raw, str]]()
"""Decisions, texts and sentences by edition, roster and ``id()`` of the decision; keeping it keeps the id unique."""

ANSWER_NAMES: Final = {"follows": "allowed"}


def present_answer(question: RulesQuestion, given: DecisionResult) -> dict[str, object]:
    """Returns an answer as JSON fields."""
    clauses, readings = cited_ids(given)
    return {
        "answer": ANSWER_NAMES.get(given.kind, given.kind),
        "says": question.game.opened.roster.name_ids(given.says),
        "edition": question.ruleset.edition.key,
        "game": None if question.at is None else question.game.id,
        "at": question.at,
        "decision": Raw(decision_text(question.decision)),
        "clauses": clause_texts(question.ruleset, clauses),
        "readings": reading_settings(question.ruleset, readings, question.game.opened.switches),
        **_particulars(question, given),
        **({} if (foreseen := question.forecast_for(given)) is None else {"promises": foreseen}),
    }


def _particulars(question: RulesQuestion, given: DecisionResult) -> dict[str, object]:
    if given.refusal is not None:
        return {
            "refusal": refusal_with_names(given.refusal, question.game.opened.roster),
            "alternatives": present_options(alternatives(question)),
        }
    if given.request is not None:
        return {"request": given.request, "suppose": suppositions(question.draws, given.request)}
    if given.kind == "follows":
        draws = [present_draw(each) for each in given.draws]
        return {"draws": draws, "consequences": [_consequence(question, each) for each in given.consequences]}
    return {}


def present_options(found: Options[Any]) -> Listed:
    """Returns the options as JSON."""
    return _page_of_options(found, tuple(Raw(decision_text(each)) for each in found.listed[:MOST_LISTED]))


def present_options_in_words(
    ruleset: AnyRuleset, found: Options[Any], roster: Roster
) -> tuple[Listed, tuple[str, ...]]:
    """Returns the options as JSON and in sentences; caches both for options that a ruleset lists again."""
    edition = ruleset.edition.key
    both = [
        _OPTIONS.get((edition, roster, id(each))) or _cached(ruleset, each, roster)
        for each in found.listed[:MOST_LISTED]
    ]
    return _page_of_options(found, tuple(text for _, text, _ in both)), tuple(says for _, _, says in both)


def _page_of_options(found: Options[Any], shown: tuple[Raw, ...]) -> Listed:
    return Listed(shown, len(found.listed), found.complete and len(found.listed) <= MOST_LISTED)


def _cached(ruleset: AnyRuleset, decision: object, roster: Roster) -> tuple[object, Raw, str]:
    edition, text = ruleset.edition.key, decision_text(decision)
    key = edition, roster, text
    says = _SENTENCES.get(key) or _keep(_SENTENCES, key, decision_sentence(ruleset, decision, roster))
    return _keep(_OPTIONS, (edition, roster, id(decision)), (decision, Raw(text), says))


def _keep(cache: OrderedDict[K, V], key: K, value: V) -> V:
    """Puts a value into a cache, in place of the oldest one if it is full."""
    if len(cache) >= MOST_KEPT:
        cache.popitem(last=False)
    return cache.setdefault(key, value)


def _consequence(question: RulesQuestion, consequence: Consequence[Any]) -> dict[str, object]:
    roster = question.game.opened.roster
    return {
        "event": Raw(value_text(consequence.event)),
        "sentences": [fact.sentence for fact in facts_with_display_names(question.ruleset, consequence.event, roster)],
        "cites": consequence.cites,
        "readings": consequence.readings,
        "working": consequence.working,
    }


def alternatives(question: RulesQuestion) -> Options[Any]:
    """Returns what the seat may decide instead, as far as the record shows it."""
    try:
        options: Options[Any] = question.ruleset.options(question.game.state, question.decision.by)
    except Concealed:
        return Options((), complete=False)
    return options


def present_draw(draw: Draw) -> DrawSupposed:
    """Returns a supposed draw with its cards and its pile, which hide nothing from who asks."""
    return DrawSupposed(draw.label, draw.visible_pile or (), draw.every_card(), draw.source, draw.witnesses)


def suppositions(draws: Iterable[DrawReport], request: DrawRequest) -> list[dict[str, object]]:
    """Returns the supposed draws and an example of the next: the first cards of the pile."""
    supposed = [(report.label, report.drawn) for report in draws]
    supposed.append((request.label, request.known_pile()[: request.count]))
    return [{"label": label, "drawn": drawn} for label, drawn in supposed]


def cited_ids(given: DecisionResult) -> tuple[list[str], list[str]]:
    """Returns the ids of the clauses and of the readings that an answer cites, with repeats."""
    if given.refusal is not None:
        return [given.refusal.clause], [*given.refusal.readings]
    cites = [clause for each in given.consequences for clause in each.cites]
    worked_by = [one.clause for each in given.consequences for one in each.working]
    return [*cites, *worked_by], [reading for each in given.consequences for reading in each.readings]
