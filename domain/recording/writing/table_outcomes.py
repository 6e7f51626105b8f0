"""Records decisions with what the table says that followed, and derives what it does not say."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from msgspec import Struct

from oathbook.domain.chance.draw_wrappers import DrawSealer
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.games import game_events
from oathbook.domain.games.decision_results import DecisionResult, try_decision
from oathbook.domain.games.drafts import draft_step, must_be_open
from oathbook.domain.kernel import Draw, DrawRequest, Line, Seat, make_draw
from oathbook.domain.recording.format.cleartext import value_from
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.reveal_proofs import prove_reveals
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence

E = TypeVar("E")


class GivenConsequence(Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """A consequence as the table had it: the event, and the reasons if they were written down."""

    event: E
    cites: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    working: tuple[Line, ...] = ()


@contextmanager
def locate_refusals(place: str) -> Generator[None, None, None]:
    """Whatever is refused inside is a ``BadRecord`` that names the place."""
    try:
        yield
    except Refused as refused:
        raise BadRecord(str(refused) if str(refused).startswith(place) else f"{place}: {refused}") from None


def given_from(
    ruleset: AnyRuleset, outcome: tuple[dict[str, Any], ...] | None, place: str
) -> tuple[GivenConsequence[Any], ...] | None:
    """What a table says that followed, out of JSON; ``BadRecord`` names the field."""
    if outcome is None:
        return None
    kind: Any = tuple[GivenConsequence[ruleset.wire.event], ...]  # type: ignore[name-defined]  # the ruleset's own
    given: tuple[GivenConsequence[Any], ...] = value_from(kind, outcome, where=f"{place}: outcome")
    return given


def record_step(
    writer: MemoryWriter,
    decision: Any,
    draws: tuple[DrawReport, ...],
    given: tuple[GivenConsequence[Any], ...] | None,
    *,
    place: str,
) -> None:
    """Record a decision with what was drawn, and what the table did then, if it was written down; refuses as it would.

    ``given`` is what the table says that followed; without it the rules derive that.
    """
    if given is None:
        writer.decide(decision, draws)
        return
    writer.must_have_seat(decision.by)
    must_be_open(writer.game)
    ruleset = writer.record.ruleset
    reporter = writer.game.opened.reporter(decision.by)
    chance = DrawSealer(WitnessedChance(draws, reporter), writer.head.sources.salts)
    derived = try_decision(ruleset, writer.game.state, decision, chance)
    consequences = _match_consequences(writer, decision, given, derived.consequences, place)
    reported = tuple(_match_draw(report, derived, reporter) for report in draws)
    writer.write_step(draft_step(writer.game, decision, reported, consequences, by="transcript"))


def _match_consequences(
    writer: MemoryWriter,
    decision: Any,
    given: tuple[GivenConsequence[Any], ...],
    derived: game_events.Consequences,
    place: str,
) -> game_events.Consequences:
    """As given, but for reasons that nobody gave where the rules say the same, and with the proofs of what it shows."""
    ruleset, state, matched = writer.record.ruleset, writer.game.state, list[Consequence[Any]]()
    for each in given:
        same = next((other for other in derived if other.event == each.event), None)
        event = each.event if same is None else same.event
        with locate_refusals(f"{place}: outcome"):
            event = prove_reveals(ruleset, state, event, decision, writer.head.sources.salts)
            state = ruleset.evolve(state, event)
        has_reasons = each.cites or each.readings or each.working
        reasons = same if same is not None and not has_reasons else each
        matched.append(Consequence(event, reasons.cites, reasons.readings, reasons.working))
    return tuple(matched)


def _match_draw(report: DrawReport, derived: DecisionResult, by: Seat) -> Draw:
    """The draw as reported, from the pile and for the eyes that the rules ask for.

    Where they ask for none, everybody saw it, and the pile is what came out.
    """
    asked = {request.label: request for request in derived.requests}
    if derived.request is not None:
        asked[derived.request.label] = derived.request
    request = asked.get(report.label, DrawRequest(report.label, report.drawn))
    for each in derived.draws:
        if each.label == report.label and each.every_card() == report.drawn:
            return each
    return make_draw(request, report.drawn, "witnessed", report.witnesses or (by,))
