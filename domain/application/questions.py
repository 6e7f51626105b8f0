"""A question to the rules: a state to ask in, a decision, and the supposed draws."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import DecisionResult, label_reports, try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry
from oathbook.domain.kernel import TABLE
from oathbook.domain.promises.audit.forecast import Forecast, Forecaster
from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.format.cleartext import decision_from
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing import game_head
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.rulesets.protocol import AnyRuleset

RulesetOf = Callable[[str], AnyRuleset]


class FieldNames(Struct, frozen=True):
    """What the asker calls the decision and the draws."""

    decision: str
    draws: str


REQUEST_FIELDS: Final = FieldNames("decision", "draws")


class QuestionContext(Struct, frozen=True):
    """What a question is about: a game under a ruleset, at a position of its record or only set up.

    ``entries`` are those of the record up to there, as the asker has them, and ``ruled`` is what rulings on disputes
    cost by then; a game that is only set up has neither.
    """

    ruleset: AnyRuleset
    game: Game
    at: int | None
    entries: tuple[Entry, ...] = ()
    ruled: tuple[RulingEffect, ...] = ()


class RulesQuestion(QuestionContext, frozen=True, kw_only=True):
    """A decision that is asked about in a game, with the supposed draws and what the asker calls them."""

    decision: Any
    draws: tuple[DrawReport, ...]
    draws_named: str

    def forecast_for(self, given: DecisionResult) -> Forecast | None:
        """What it would do to promises; nothing where the rules do not allow it, or nothing was promised."""
        if not self.game.promises or given.kind not in {"follows", "depends"}:
            return None
        return Forecaster(self.ruleset, self.game, self.entries, self.ruled).forecast(self.decision, self.draws)

    def result(self) -> DecisionResult:
        """What the rules say. Chance is what is supposed, never the seed.

        ``BadRecord`` where a supposed draw cannot be, or where nothing asks for it.
        """
        given = try_decision(self.ruleset, self.game.state, self.decision, WitnessedChance(self.draws))
        if given.kind == "impossible":
            raise BadRecord(f"{self.draws_named}: {given.says}")
        if given.kind in {"follows", "depends"}:
            self._must_be_asked_for(given)
        return given

    def _must_be_asked_for(self, given: DecisionResult) -> None:
        asked = {request.label for request in given.requests}
        unasked = [report.label for report in self.draws if report.label not in asked]
        if unasked:
            before = "" if given.request is None else f" before “{given.request.label}” is drawn"
            raise BadRecord(
                f"{self.draws_named}: nothing asks for {', '.join(f'“{each}”' for each in unasked)}{before}"
            )


def parse_question(
    asked: QuestionContext, value: object, draws: tuple[DrawReport, ...], sources: Sources, *, named: FieldNames
) -> RulesQuestion:
    """A question as it is written; ``BadRecord`` names what does not fit in it."""
    made = decision_from(asked.ruleset.wire.decision, value, by=None, salts=sources.salts, where=named.decision)
    seats = (*(each.seat for each in asked.game.opened.seats), TABLE)
    if made.by not in seats:
        raise BadRecord(f"{named.decision}: by: there is no seat “{made.by}”; the seats are {', '.join(seats)}")
    draws = label_reports(asked.ruleset, asked.game.state, made, draws)
    labels = [report.label for report in draws]
    for label in labels:
        if labels.count(label) > 1:
            raise BadRecord(f"{named.draws}: “{label}” is drawn twice")
    about = (asked.ruleset, asked.game, asked.at, asked.entries, asked.ruled)
    return RulesQuestion(*about, decision=made, draws=draws, draws_named=named.draws)


def set_up_game(fields: Mapping[str, Any], ruleset_of: RulesetOf, sources: Sources, *, where: str) -> QuestionContext:
    """A game that has just been set up; ``BadRecord`` names what does not fit, ``UnknownEdition``."""
    setup = dict(fields)
    edition = setup.pop("edition", None)
    if not isinstance(edition, str):
        raise BadRecord(
            f'{where}: edition: a setup is an object that names its edition, such as {{"edition":"knights_duty/1",…}}'
        )
    ruleset = ruleset_of(edition)
    written = parse_setup(setup, where=where)
    opening = NewGame(resolve_setup(ruleset, written, where=where), "witnessed", written.reveal)
    head, _ = game_head.open_game(ruleset, opening, sources)
    return QuestionContext(ruleset, head.game, None)
