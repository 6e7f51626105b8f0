"""Deciding again what was decided: with the recorded draws, or with supposed draws."""

from typing import Any, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.draw_wrappers import DrawRecorder
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, DrawMissing, IllegalDecision, ImpossibleDraw, NotCovered
from oathbook.domain.kernel import Concealed, Draw, DrawRequest, Refusal
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence


class DecisionResult(Struct, frozen=True):
    """What the rules say to a decision in a state.

    ``follows`` has the consequences; ``refused`` the refusal; ``depends`` the draw that is missing; ``impossible``
    the draw that cannot be; ``not-covered`` the clause that is, and ``concealed`` a sentence. ``draws`` are those that
    were asked for.
    """

    kind: Literal["follows", "refused", "depends", "impossible", "not-covered", "concealed"]
    says: str
    consequences: tuple[Consequence[Any], ...] = ()
    refusal: Refusal | None = None
    request: DrawRequest | None = None
    requests: tuple[DrawRequest, ...] = ()
    draws: tuple[Draw, ...] = ()
    clause: str = ""


def try_decision(ruleset: AnyRuleset, state: Any, decision: Any, chance: Chance) -> DecisionResult:
    """Ask the rules; every refusal is an answer."""
    noted = DrawRecorder(chance)
    try:
        consequences = ruleset.decide(state, decision, noted)
    except IllegalDecision as refused:
        return DecisionResult("refused", str(refused), refusal=refused.refusal)
    except DrawMissing as missing:
        return DecisionResult(
            "depends", str(missing), request=missing.request, requests=noted.requests, draws=noted.draws
        )
    except ImpossibleDraw as impossible:
        return DecisionResult(
            "impossible", str(impossible), request=impossible.request, requests=noted.requests, draws=noted.draws
        )
    except NotCovered as gap:
        return DecisionResult("not-covered", str(gap), clause=gap.clause, requests=noted.requests, draws=noted.draws)
    except Concealed as concealed:
        return DecisionResult("concealed", str(concealed), requests=noted.requests, draws=noted.draws)
    return DecisionResult("follows", "allowed", consequences, requests=noted.requests, draws=noted.draws)


def conceal_unknown_piles(given: DecisionResult) -> DecisionResult:
    """The answer, or that it is concealed, where a draw came from a pile that this reader cannot tell.

    What was drawn could be drawn on the recorded line. On another it may be impossible.
    """
    unknown = next((each.label for each in given.requests if each.pile is UNSET), None)
    if unknown is None:
        return given
    says = f"whether the draw “{unknown}” could be made there is hidden from this reader"
    return replace(given, kind="concealed", says=says, consequences=(), request=None)


def label_reports(
    ruleset: AnyRuleset, state: Any, decision: Any, reports: tuple[DrawReport, ...]
) -> tuple[DrawReport, ...]:
    """Reports that name no label answer what the rules ask for next, in their order.

    ``BadRecord`` where nothing more is to be drawn. What the rules refuse is for whoever decides to find.
    """
    labelled = tuple(report for report in reports if report.label)
    for report in reports:
        if report.label:
            continue
        found = try_decision(ruleset, state, decision, WitnessedChance(labelled))
        if found.kind == "follows":
            raise BadRecord(f"draws: nothing asks for {', '.join(report.drawn) or 'an empty draw'}")
        if found.kind != "depends" or found.request is None:
            return labelled
        labelled = (*labelled, replace(report, label=found.request.label))
    return labelled
