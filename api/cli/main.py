"""The command line: registers every command, and reports every refusal in one line."""

import signal
import sys
from collections.abc import Sequence
from typing import Final

import typer

from api.cli.commands.archive import archive
from api.cli.commands.ask import ask
from api.cli.commands.audit import audit_records
from api.cli.commands.convict import convict
from api.cli.commands.demo import demo
from api.cli.commands.dispute import dispute
from api.cli.commands.export import export_record
from api.cli.commands.fuzz import fuzz
from api.cli.commands.import_ import import_files
from api.cli.commands.key import key
from api.cli.commands.projections import projections
from api.cli.commands.promises import promises
from api.cli.commands.promises_audit import audit_record
from api.cli.commands.regress import regress_records
from api.cli.commands.replay import replay_record
from api.cli.commands.rulesets import rulesets
from api.cli.commands.serve import serve
from api.cli.commands.verify import verify_records
from api.cli.input_files import refusal_line
from api.cli.output import complain, encodable, say_json
from domain.errors import Refused, StoreFull, StoreUnavailable

BAD_INPUT: Final = 2

app: Final = typer.Typer(
    name="oathbook",
    help="Replay and verify recorded games, and ask the rules. For details, run `oathbook COMMAND --help`.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("import")(import_files)
app.command("export")(export_record)
app.command("replay")(replay_record)
app.command("verify")(verify_records)
app.command("audit")(audit_records)
app.command("convict")(convict)
app.command("regress")(regress_records)
app.command("ask")(ask)
app.command("dispute")(dispute)
app.command("rulesets")(rulesets)
app.command("fuzz")(fuzz)
app.command("serve")(serve)
app.command("key")(key)
app.command("demo")(demo)
app.add_typer(archive, name="archive")
app.add_typer(projections, name="projections")
promises.command("audit")(audit_record)
app.add_typer(promises, name="promises")


def main() -> None:
    """Run the command of this process; it ends when nobody reads its output any more, as other tools do."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # because a process has text streams
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; bad input gives one line on stderr and exit code 2."""
    try:
        code: int = app(list(arguments) or ["--help"], prog_name="oathbook", standalone_mode=False) or 0
    except typer.TyperException as misuse:
        return _refused(arguments, "Usage", f"{misuse.format_message()}{_hint(misuse)}")
    except Refused as refused:
        return _refused(arguments, type(refused).__name__, refusal_line(refused))
    except (StoreFull, StoreUnavailable) as problem:
        return _refused(arguments, type(problem).__name__, str(problem))
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        return _refused(arguments, "OSError", f"{where}{problem.strerror or problem}")
    return code


def _hint(misuse: typer.TyperException) -> str:
    """Where to read how the command is used, if it is known which one was meant."""
    context = getattr(misuse, "ctx", None)
    return f" Try `{context.command_path} --help`." if context else ""


def _refused(arguments: Sequence[str], problem: str, says: str) -> int:
    says = encodable(says)
    complain(says)
    if "--json" in arguments:
        say_json({"problem": problem, "says": says})
    return BAD_INPUT
