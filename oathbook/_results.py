"""What a record answers: standings, promises, and what the rules say to a decision."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from oathbook._html import Row, html_table
from oathbook.api.schemas.answers import ANSWER_NAMES, alternatives
from oathbook.api.schemas.audits import PromiseAudited, present_audit
from oathbook.domain.application.questions import FieldNames, QuestionContext, RulesQuestion, parse_question
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import DecisionResult
from oathbook.domain.games.game_events import Entry
from oathbook.domain.games.game_sentences import facts_with_display_names
from oathbook.domain.kernel import Roster
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.standing import GameStanding
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.notation.game_notation import GameNotation, write_decision
from oathbook.domain.recording.notation.sheets import row_of
from oathbook.domain.rulesets.protocol import AnyRuleset

ASKED = FieldNames("line", "draws")
MOST_ALTERNATIVES = 20


class Score(Struct, frozen=True):
    """What a seat has: ``points`` after everything is taken off, and ``says`` how they come together."""

    seat: str
    player: str
    points: int
    unit: str
    is_out: bool
    penalty: int
    says: str


class Standing(Struct, frozen=True):
    """Where a game stands; ``outcome`` and ``winners`` are empty while it goes on."""

    scores: tuple[Score, ...]
    outcome: str
    winners: tuple[str, ...]

    def rows(self) -> list[Row]:
        """A row for each seat."""
        return [
            {
                "seat": each.seat,
                "player": each.player,
                each.unit or "points": each.points,
                "penalty": each.penalty,
                "out": "out" if each.is_out else None,
                "won": "won" if each.seat in self.winners else None,
            }
            for each in self.scores
        ]

    def _repr_html_(self) -> str:
        return html_table(self.outcome or "the game goes on", self.rows())


def present_standing(standing: GameStanding, players: Mapping[str, str]) -> Standing:
    """A standing, with the players by their seats."""
    scores = tuple(
        Score(each.seat, players[each.seat], each.after, each.unit, each.out, each.penalty + each.ruled, each.says)
        for each in standing.scores
    )
    ending = standing.ending
    return Standing(scores, *(("", ()) if ending is None else (ending.outcome, tuple(map(str, ending.winners)))))


class Promise(Struct, frozen=True):
    """A promise and what became of it: its ``letter`` as it is read back, and who ``pays`` how much for a breach.

    ``position`` is the event that settled it, nothing while it is pending; ``proof`` says why, line by line.
    """

    name: str
    letter: str
    verdict: Status
    position: int | None
    pays: Mapping[str, int]
    proof: tuple[str, ...]


class Promises(Struct, frozen=True):
    """The promises of a game in the order in which they were offered; ``promises["p1"]`` is one of them."""

    items: tuple[Promise, ...]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.items)

    def __iter__(self) -> Iterator[Promise]:
        """One after another."""
        return iter(self.items)

    def __getitem__(self, name: str) -> Promise:
        """The promise of that name; ``KeyError``."""
        return {each.name: each for each in self.items}[name]

    def rows(self) -> list[Row]:
        """A row for each promise."""
        return [
            {
                "promise": each.name,
                "letter": each.letter,
                "verdict": each.verdict,
                "position": each.position,
                "pays": ", ".join(f"{seat} {amount}" for seat, amount in each.pays.items()) or None,
            }
            for each in self.items
        ]

    def _repr_html_(self) -> str:
        return html_table("Promises", self.rows())


def audit_promises(ruleset: AnyRuleset, entries: tuple[Entry, ...], roster: Roster) -> Promises:
    """What became of the promises in these events."""
    return Promises(tuple(map(_promise, present_audit(audit(ruleset, entries), roster))))


def _promise(audited: PromiseAudited) -> Promise:
    due = [each for part in audited.parts for each in part.penalties if each.applies]
    settled = [part.position for part in audited.parts if part.position is not None and part.status == audited.status]
    proof = tuple(text for part in audited.parts for text in part.text)
    pays = {str(each.seat): each.amount for each in due}
    return Promise(audited.promise, audited.letter, audited.status, min(settled, default=None), pays, proof)


class Answer(Struct, frozen=True):
    """What the rules say to a decision.

    ``answer`` is ``"allowed"`` (with ``sentences`` that say what follows), ``"refused"`` (with the ``clause``, and as
    ``alternatives`` the first twenty things that this seat may decide, written as on a sheet), ``"depends"`` (on the
    ``draw`` of that label), ``"not-covered"`` or ``"concealed"``. ``promises`` are those that it would settle.
    """

    answer: Literal["allowed", "refused", "depends", "not-covered", "concealed"]
    says: str
    clause: str
    sentences: tuple[str, ...]
    alternatives: tuple[str, ...]
    draw: str
    promises: Mapping[str, Status]


def answer_decision(record: Record, position: int, line: str, draws: Mapping[str, Sequence[str]]) -> Answer:
    """What the rules say to a decision after so many events of a record; refuses as ``oathbook.ask``."""
    game, ruleset = fold_record(record, at=position), record.ruleset
    speech = GameNotation(ruleset, record.opened.setup())
    step = speech.parse_step((row_of(1, line),), where="line")
    if step.kind == "act":
        raise BadRecord("line: this is an act on a promise; ask about decisions")
    context = QuestionContext(ruleset, game, position, record.entries()[:position])
    reports = tuple(DrawReport(label, tuple(cards)) for label, cards in draws.items())
    question = parse_question(context, {**step.value, "by": step.by}, reports, system_sources(), named=ASKED)
    return _present(question, question.result(), speech)


def _present(question: RulesQuestion, result: DecisionResult, speech: GameNotation) -> Answer:
    ruleset, state, roster = question.ruleset, question.game.state, question.game.opened.roster
    facts = [fact for each in result.consequences for fact in facts_with_display_names(ruleset, each.event, roster)]
    options: tuple[Any, ...] = alternatives(question).listed[:MOST_ALTERNATIVES] if result.refusal else ()
    forecast = question.forecast_for(result)
    answer: Any = ANSWER_NAMES.get(result.kind, result.kind)
    return Answer(
        answer,
        roster.name_ids(result.says),
        result.refusal.clause if result.refusal else result.clause,
        tuple(each.sentence for each in facts),
        tuple(write_decision(ruleset, state, each, speech) for each in options),
        result.request.label if result.request else "",
        {each.promise: each.status for each in (forecast.changes if forecast else ())},
    )
