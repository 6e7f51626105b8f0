"""Questions as they are typed: in a record, or in a setup out of a file."""

from typing import Any, Final, cast

import msgspec

from api.cli.input_files import MOST_BYTES, bytes_in, json_given, naming, position_in
from domain.application.questions import AskedGame, FieldNames, RulesQuestion, question, set_up
from domain.chance.witnessed import Report
from domain.errors import BadRecord
from domain.recording.format.record import Record, folded
from domain.recording.format.sources import of_this_machine
from domain.recording.format.strict_json import json_from
from domain.rulesets.registry import installed

MOST_SETUP_BYTES: Final = 1024 * 1024


TYPED: Final = FieldNames("--decision", "--draws")


def in_record(record: Record, at: int, decision: str, draws: str | None) -> RulesQuestion:
    """A question in a record's game after so many events; ``BadRecord`` names what does not fit."""
    game = folded(record, at=position_in(record, at))
    return _typed(AskedGame(record.ruleset, game, game.position, record.entries()[: game.position]), decision, draws)


def in_setup(file: str, decision: str, draws: str | None) -> RulesQuestion:
    """A question in a game that has just been set up; ``BadRecord`` names what does not fit."""
    value = json_from(bytes_in(file, most=MOST_BYTES), where=file, most_bytes=MOST_SETUP_BYTES)
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    with naming(file):
        asked = set_up(fields, installed().ruleset, of_this_machine(), where=file)
    return _typed(asked, decision, draws)


def _typed(asked: AskedGame, decision: str, draws: str | None) -> RulesQuestion:
    value = json_given(decision, option=TYPED.decision)
    return question(asked, value, () if draws is None else _reports(draws), of_this_machine(), named=TYPED)


def _reports(draws: str) -> tuple[Report, ...]:
    try:
        reports: tuple[Report, ...] = msgspec.convert(json_given(draws, option="--draws"), tuple[Report, ...])
    except msgspec.ValidationError as problem:
        msg = f"--draws: {problem}"
        raise BadRecord(msg) from None
    return reports
