"""The answer to a question, as a program reads it."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Raw

from oathbook.api.schemas.editions import readings_of, words_of
from oathbook.api.schemas.service import DrawSupposed, Listed
from oathbook.domain.application.questions import RulesQuestion
from oathbook.domain.chance.witnessed import Report
from oathbook.domain.games.naming import decision_said, facts_said
from oathbook.domain.games.recompute import Answer
from oathbook.domain.kernel.draws import Draw, DrawRequest
from oathbook.domain.kernel.hidden import Concealed
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence, Options

MOST_LISTED: Final = 200
"""Alternatives a program is given."""

MOST_KEPT: Final = 16_384
"""Options whose texts and sentences are kept."""

_SAID: Final[dict[tuple[str, bytes], str]] = {}
"""Sentences by edition and text: a seat's own options hide nothing from it, so that the text says all."""

_KEPT: Final[dict[tuple[str, int], tuple[object, Raw, str]]] = {}
"""Texts and sentences by edition and number of the object, which is kept with them so that no other one gets it."""

NAMES: Final = {"follows": "allowed"}


def reply(question: RulesQuestion, given: Answer) -> dict[str, object]:
    """The answer as a program reads it."""
    clauses, readings = ids_named(given)
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


def _particulars(question: RulesQuestion, given: Answer) -> dict[str, object]:
    if given.refusal is not None:
        return {"refusal": given.refusal, "alternatives": listed(alternatives(question))}
    if given.request is not None:
        return {"request": given.request, "suppose": suppositions(question.draws, given.request)}
    if given.kind == "follows":
        draws = [supposed(each) for each in given.draws]
        return {"draws": draws, "consequences": [_consequence(question, each) for each in given.consequences]}
    return {}


def listed(found: Options[Any]) -> Listed:
    """Options as a program reads them."""
    return _listed(found, tuple(Raw(decision_text(each)) for each in found.listed[:MOST_LISTED]))


def listed_and_said(ruleset: AnyRuleset, found: Options[Any]) -> tuple[Listed, tuple[str, ...]]:
    """The same, and each of them in a sentence. Of options that a ruleset keeps and lists again, both are kept too."""
    edition = ruleset.edition.key
    both = [_KEPT.get((edition, id(each))) or _kept(ruleset, each) for each in found.listed[:MOST_LISTED]]
    return _listed(found, tuple(text for _, text, _ in both)), tuple(says for _, _, says in both)


def _listed(found: Options[Any], shown: tuple[Raw, ...]) -> Listed:
    return Listed(shown, len(found.listed), found.complete and len(found.listed) <= MOST_LISTED)


def _kept(ruleset: AnyRuleset, decision: object) -> tuple[object, Raw, str]:
    for each in (_KEPT, _SAID):
        if len(each) > MOST_KEPT:
            each.clear()
    edition, text = ruleset.edition.key, decision_text(decision)
    says = _SAID.get((edition, text)) or _SAID.setdefault((edition, text), decision_said(ruleset, decision))
    return _KEPT.setdefault((edition, id(decision)), (decision, Raw(text), says))


def _consequence(question: RulesQuestion, consequence: Consequence[Any]) -> dict[str, object]:
    return {
        "event": Raw(value_text(consequence.event)),
        "sentences": [fact.sentence for fact in facts_said(question.ruleset, consequence.event)],
        "cites": consequence.cites,
        "readings": consequence.readings,
        "working": consequence.working,
    }


def alternatives(question: RulesQuestion) -> Options[Any]:
    """What the deciding seat may decide instead, as far as this record shows it."""
    try:
        options: Options[Any] = question.ruleset.options(question.game.state, question.decision.by)
    except Concealed:
        return Options((), complete=False)
    return options


def supposed(draw: Draw) -> DrawSupposed:
    """A supposed draw with its cards and its pile, which are the asker's own or follow from what the asker sees."""
    return DrawSupposed(draw.label, draw.seen_pile or (), draw.every_card(), draw.source, draw.witnesses)


def suppositions(draws: Iterable[Report], request: DrawRequest) -> list[dict[str, object]]:
    """The supposed draws with one more: the first cards of the pile, as an example."""
    supposed = [(report.label, report.drawn) for report in draws]
    supposed.append((request.label, request.pile[: request.count]))
    return [{"label": label, "drawn": drawn} for label, drawn in supposed]


def ids_named(given: Answer) -> tuple[list[str], list[str]]:
    """The ids of the clauses and of the readings that an answer cites, repeats included."""
    if given.refusal is not None:
        return [given.refusal.clause], [*given.refusal.readings]
    cites = [clause for each in given.consequences for clause in each.cites]
    worked_by = [one.clause for each in given.consequences for one in each.working]
    return [*cites, *worked_by], [reading for each in given.consequences for reading in each.readings]
