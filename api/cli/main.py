"""The command line: finds the command that was typed, and reports every refusal in one line."""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import typer

from oathbook.api.cli import output
from oathbook.api.cli.commands.all import COMMANDS, app_with
from oathbook.domain.errors import Refused, StoreFull, StoreUnavailable

BAD_INPUT: Final = 2
COMPLETING: Final = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""Where a shell that completes a line says what has been typed of it."""

MOST_FRAMES: Final = 3  # places in the code that a fault of ours names, the innermost first


def main() -> None:
    """Run the command of this process; it ends when nobody reads its output any more, as other tools do."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    output.open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # because a process has text streams
    code = run(sys.argv[1:])
    output.leave_full_streams()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; bad input gives one line on stderr and exit code 2.

    So does a fault of ours: 1 and 3 are verdicts, and Python would end with 1.
    """
    output.be_quiet(wanted=False)
    typed = list(arguments) or ["--help"]
    if len(typed) == 1 and typed[0] in COMMANDS and COMMANDS[typed[0]].needs_another:
        typed.append("--help")
    app = app_with(_named_commands(typed))
    app.callback()(_options)
    try:
        code: int = app(typed, prog_name="oathbook", standalone_mode=False) or 0
        sys.stdout.flush()
    except typer.TyperException as misuse:
        return _report_refusal(arguments, "Usage", f"{misuse.format_message()}{_hint(misuse)}")
    except Refused as refused:
        return _report_refusal(arguments, type(refused).__name__, *output.refusal_lines(refused))
    except (StoreFull, StoreUnavailable) as problem:
        return _report_refusal(arguments, type(problem).__name__, str(problem))
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        return _report_refusal(arguments, "OSError", f"{where}{problem.strerror or problem}")
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is no verdict
        return _report_refusal(arguments, type(fault).__name__, _fault_line(fault))
    return code


def _named_commands(typed: Sequence[str]) -> list[str]:
    """The commands that stand in what was typed: a word too many is a command that is imported for nothing."""
    words = [*typed, *(word for name in COMPLETING for word in os.environ.get(name, "").split())]
    return [each for each in words if each in COMMANDS]


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # as options call it
    if wanted:
        sys.stdout.write(f"oathbook {version('oathbook')}\n")
        raise typer.Exit


def _options(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What can be said before a command."""


def _hint(misuse: typer.TyperException) -> str:
    """How the command is used, and where to read more, if it is known which one was meant."""
    context = getattr(misuse, "ctx", None)
    if context is None:
        return ""
    usage = " ".join(context.get_usage().split())
    return f" {usage} (more: `{context.command_path} --help`)"


def _fault_line(fault: Exception) -> str:
    """What went wrong and where, so that it can be reported."""
    frames = reversed(traceback.extract_tb(fault.__traceback__)[-MOST_FRAMES:])
    where = ", ".join(f"{'/'.join(Path(each.filename).parts[-3:])}:{each.lineno}" for each in frames)
    return f"a fault of Oathbook, please report it: {type(fault).__name__} at {where}: {fault}"


def _report_refusal(arguments: Sequence[str], problem: str, *says: str) -> int:
    lines = [output.encodable(each) for each in says]
    for each in lines:
        output.complain(each)
    output.leave_full_streams()
    if "--json" in arguments:
        with suppress(OSError):  # stderr has the line
            output.say_json({"problem": problem, "says": "\n".join(lines)})
    return BAD_INPUT
