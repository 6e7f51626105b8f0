"""``oathbook ask``: asks the rules about a decision."""

from functools import partial
from typing import Annotated, Any, Final, cast

import msgspec
import typer

from oathbook.api.cli import arguments, input_files
from oathbook.api.cli.output import say, say_json
from oathbook.api.cli.records import dispute_effects, record_of
from oathbook.api.cli.text_answers import answer_lines
from oathbook.api.schemas.answers import present_answer
from oathbook.domain.application import questions
from oathbook.domain.application.decision_lines import decision_from_line
from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel.validation_messages import validation_message
from oathbook.domain.promises.audit.standing import RulingEffect
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.rulesets.registry import load_registry

EXIT_CODES: Final = {"follows": 0, "refused": 1, "depends": 3, "concealed": 3, "not-covered": 3}
MOST_SETUP_BYTES: Final = 1024 * 1024
OPTION_NAMES: Final = questions.FieldNames("--decision", "--draws")


def ask(  # noqa: PLR0913  # a parameter for each option
    name: Annotated[
        str | None, arguments.argument(metavar=arguments.FILE_OR_GAME, help=arguments.RECORD_OR_GAME)
    ] = None,
    *,
    at: Annotated[int | None, arguments.option("--at", metavar="N", help="Ask after the first N events.")] = None,
    setup: Annotated[
        str | None,
        arguments.option(
            metavar="FILE",
            help="Ask in a game set up from this file, without a record: JSON with edition, seats, components and, "
            "optionally, switches and start; - is stdin.",
        ),
    ] = None,
    decision: Annotated[
        str,
        arguments.option(metavar="LINE|JSON", help="The decision, as on a sheet (ash: plan bow) or as JSON; or @FILE."),
    ],
    draws: Annotated[
        str | None, arguments.option(metavar="JSON", help='Draws to suppose: [{"label":…,"drawn":[…]}]; or @FILE.')
    ] = None,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
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
    given = question.result()
    if as_json:
        say_json(present_answer(question, given))
    else:
        say(answer_lines(question, given))
    raise typer.Exit(EXIT_CODES[given.kind])


def _question(
    name: str | None, at: int | None, database: str, setup: str | None, decision: str, draws: str | None
) -> questions.RulesQuestion:
    """The question that was typed; ``BadRecord`` names what does not fit."""
    if name is not None and at is not None and setup is None:
        asked = _in_record(record_of(name, database), at, dispute_effects(name, database))
    elif setup is not None and name is None and at is None:
        asked = _in_setup(setup)
    else:
        raise typer.BadParameter("give either FILE|GAME with --at, or --setup")
    value = input_files.json_or_line(
        decision, option=OPTION_NAMES.decision, read=partial(decision_from_line, asked.ruleset, asked.game.opened)
    )
    return questions.parse_question(
        asked, value, () if draws is None else _reports(draws), system_sources(), named=OPTION_NAMES
    )


def _in_record(record: Record, at: int, ruled: tuple[RulingEffect, ...]) -> questions.QuestionContext:
    """The game of a record after its first events."""
    game = fold_record(record, at=input_files.position_in(record, at))
    by_then = tuple(each for each in ruled if each.at <= game.position)
    return questions.QuestionContext(record.ruleset, game, game.position, record.entries()[: game.position], by_then)


def _in_setup(file: str) -> questions.QuestionContext:
    """A game that has just been set up from a file."""
    value = parse_json(input_files.bytes_in(file, most=input_files.MOST_BYTES), where=file, most_bytes=MOST_SETUP_BYTES)
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    with input_files.label_refusals(file):
        return questions.set_up_game(fields, load_registry().ruleset, system_sources(), where=file)


def _reports(draws: str) -> tuple[DrawReport, ...]:
    try:
        return msgspec.convert(input_files.json_argument(draws, option=OPTION_NAMES.draws), tuple[DrawReport, ...])
    except msgspec.ValidationError as problem:
        raise BadRecord(f"{OPTION_NAMES.draws}: {validation_message(problem)}") from None
