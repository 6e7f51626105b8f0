"""Taking back verified: what was asked, answered and done is decided again at its place."""

from msgspec.structs import replace

from oathbook.domain.errors import Refused
from oathbook.domain.games.discrepancies import Discrepancy
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import Entry, TakebackEvent
from oathbook.domain.games.played_steps import PlayedStep
from oathbook.domain.games.takeback_events import TakebackAnswered
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack, TakebackAct, decide_takeback
from oathbook.domain.kernel import PUBLIC, Seat
from oathbook.domain.promises.audit.public_record import PublicRecord
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.rulesets.protocol import AnyRuleset


def check_takeback(
    record: Record, ruleset: AnyRuleset, game: Game, step: PlayedStep, recorded: TakebackEvent
) -> Discrepancy | None:
    """What is wrong about a step of a record in which a seat asks or answers, or goes back; nothing if all is right."""

    def public() -> tuple[Entry, ...]:
        return record_for(replace(record, events=record.events[: step.at - 1]), PUBLIC).entries()

    promisees = PublicRecord(ruleset, public).promisees_of_breaches
    try:
        derived = decide_takeback(game, public, Seat(step.entries[0].by), _act_of(recorded), promisees)
    except Refused as refused:
        return Discrepancy(step.at, "takeback", str(refused), recorded=recorded, follows=str(refused))
    if [(each.by, each.body) for each in derived] == [(each.by, each.body) for each in step.entries]:
        return None
    says = "it is not what follows from what was asked or answered"
    return Discrepancy(step.at, "takeback", says, recorded=recorded, follows=derived[-1].body)


def _act_of(recorded: TakebackEvent) -> TakebackAct:
    if isinstance(recorded, TakebackAnswered):
        return AnswerTakeback(recorded.asked, recorded.agrees)
    return TakeBack(recorded.start, recorded.why)
