"""``oathbook ask``: asks the rules about a decision."""

from typing import Annotated, Final

import typer

from api.cli.arguments import DATABASE, FILE_OR_GAME, RECORD_OR_GAME, Database, Json
from api.cli.output import say, say_json
from api.cli.records import record_of
from api.cli.text_answers import told
from api.cli.typed_questions import in_record, in_setup
from api.schemas.answers import reply
from domain.application.questions import RulesQuestion

EXIT_CODES: Final = {"follows": 0, "refused": 1, "depends": 3, "concealed": 3, "not-covered": 3}


def ask(  # noqa: PLR0913  # a parameter for each option
    name: Annotated[
        str | None,
        typer.Argument(metavar=FILE_OR_GAME, help=RECORD_OR_GAME, show_default=False),
    ] = None,
    *,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="Ask after the first N events.", show_default=False)
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Ask in a game set up from this file, without a record: JSON with edition, seats, components and, "
            "optionally, switches and start; - is stdin.",
            show_default=False,
        ),
    ] = None,
    decision: Annotated[
        str,
        typer.Option(
            metavar="JSON", help="The decision, with hidden values as they are; or @FILE.", show_default=False
        ),
    ],
    draws: Annotated[
        str | None,
        typer.Option(
            metavar="JSON",
            help='Draws to suppose: [{"label":…,"drawn":[…]}]; or @FILE.',
            show_default=False,
        ),
    ] = None,
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Ask what the rules say about a decision, without recording anything.

    If promises were made, it names those that the decision would settle, and the price. Nothing is drawn: if the
    answer depends on chance, it names the draw, and goes on with the draws that you suppose. To see how to write
    setup, decision and draws, use oathbook rulesets KEY --schema.

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
        say(told(question, given))
    raise typer.Exit(EXIT_CODES[given.kind])


def _question(
    name: str | None, at: int | None, database: str, setup: str | None, decision: str, draws: str | None
) -> RulesQuestion:
    if name is not None and at is not None and setup is None:
        return in_record(record_of(name, database), at, decision, draws)
    if setup is not None and name is None and at is None:
        return in_setup(setup, decision, draws)
    msg = "give either FILE|GAME with --at, or --setup"
    raise typer.BadParameter(msg)
