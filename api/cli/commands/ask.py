"""``oathbook ask``: asks the rules about a decision."""

from typing import Annotated, Any, Final, cast

import msgspec
import typer

from oathbook.api.cli.arguments import DATABASE, FILE_OR_GAME, RECORD_OR_GAME, Database, Json, argument, option
from oathbook.api.cli.input_files import MOST_BYTES, bytes_in, json_given, position_in, refusals_name
from oathbook.api.cli.output import say, say_json
from oathbook.api.cli.records import record_of, ruled_on
from oathbook.api.cli.text_answers import answer_lines
from oathbook.api.schemas.answers import reply
from oathbook.domain.application.questions import AskedGame, FieldNames, RulesQuestion, question, set_up
from oathbook.domain.chance.witnessed import Report
from oathbook.domain.errors import BadRecord
from oathbook.domain.promises.audit.standing import RuledPenalty
from oathbook.domain.recording.format.record import Record, folded
from oathbook.domain.recording.format.sources import of_this_machine
from oathbook.domain.recording.format.strict_json import json_from
from oathbook.domain.rulesets.registry import installed

EXIT_CODES: Final = {"follows": 0, "refused": 1, "depends": 3, "concealed": 3, "not-covered": 3}
MOST_SETUP_BYTES: Final = 1024 * 1024
TYPED: Final = FieldNames("--decision", "--draws")


def ask(  # noqa: PLR0913  # a parameter for each option
    name: Annotated[str | None, argument(metavar=FILE_OR_GAME, help=RECORD_OR_GAME)] = None,
    *,
    at: Annotated[int | None, option("--at", metavar="N", help="Ask after the first N events.")] = None,
    setup: Annotated[
        str | None,
        option(
            metavar="FILE",
            help="Ask in a game set up from this file, without a record: JSON with edition, seats, components and, "
            "optionally, switches and start; - is stdin.",
        ),
    ] = None,
    decision: Annotated[str, option(metavar="JSON", help="The decision, with hidden values as they are; or @FILE.")],
    draws: Annotated[
        str | None, option(metavar="JSON", help='Draws to suppose: [{"label":…,"drawn":[…]}]; or @FILE.')
    ] = None,
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Ask what the rules say about a decision.

    Nothing is recorded and nothing is drawn: if the answer depends on chance, it names the draw, and goes on with the
    draws that you suppose. If promises were made, it names those that the decision would settle, and the price.
    `oathbook rulesets KEY --schema` shows how to write setup, decision and draws.

    \b
    Exit codes
      0  allowed, with what follows
      1  refused, with the reason
      2  the question cannot be read, or a supposed draw is impossible or not requested
      3  it depends on a draw, on something that this record conceals, or on a rule that is not covered

    \b
    --json  {"answer": "allowed"|"refused"|"depends"|"concealed"|"not-covered", "says", "edition", "game", "at",
            "decision", "clauses", "readings"} and, by answer,
            allowed  "draws", "consequences": [{"event", "sentences", "cites", "readings", "working"}]
            refused  "refusal": {"code", "kind", "clause", "says", "conditions", "readings"},
                     "alternatives": {"listed", "count", "complete"}
            depends  "request": {"label", "pile", "count"}, "suppose"
            if promises were made: "promises": {"changes": [{"promise", "letter", "obligors", "status", "might",
                     "blamed", "penalties", "referrals"}], "complete"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    question = _question(name, at, database, setup, decision, draws)
    given = question.answered()
    if as_json:
        say_json(reply(question, given))
    else:
        say(answer_lines(question, given))
    raise typer.Exit(EXIT_CODES[given.kind])


def _question(
    name: str | None, at: int | None, database: str, setup: str | None, decision: str, draws: str | None
) -> RulesQuestion:
    """The question that was typed; ``BadRecord`` names what does not fit."""
    if name is not None and at is not None and setup is None:
        asked = _in_record(record_of(name, database), at, ruled_on(name, database))
    elif setup is not None and name is None and at is None:
        asked = _in_setup(setup)
    else:
        msg = "give either FILE|GAME with --at, or --setup"
        raise typer.BadParameter(msg)
    value = json_given(decision, option=TYPED.decision)
    return question(asked, value, () if draws is None else _reports(draws), of_this_machine(), named=TYPED)


def _in_record(record: Record, at: int, ruled: tuple[RuledPenalty, ...]) -> AskedGame:
    """The game of a record after its first events."""
    game = folded(record, at=position_in(record, at))
    by_then = tuple(each for each in ruled if each.at <= game.position)
    return AskedGame(record.ruleset, game, game.position, record.entries()[: game.position], by_then)


def _in_setup(file: str) -> AskedGame:
    """A game that has just been set up from a file."""
    value = json_from(bytes_in(file, most=MOST_BYTES), where=file, most_bytes=MOST_SETUP_BYTES)
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    with refusals_name(file):
        return set_up(fields, installed().ruleset, of_this_machine(), where=file)


def _reports(draws: str) -> tuple[Report, ...]:
    try:
        return msgspec.convert(json_given(draws, option=TYPED.draws), tuple[Report, ...])
    except msgspec.ValidationError as problem:
        msg = f"{TYPED.draws}: {problem}"
        raise BadRecord(msg) from None
