"""Every command: what it is for in a line, and where it is. Only those that are asked for are imported."""

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Final

import typer
from msgspec import Struct


class Command(Struct, frozen=True):
    """A command, or a group of several, by the module and the name in it; ``says`` is its line in the list.

    ``needs_another`` is true for a group that does nothing by itself.
    """

    module: str
    name: str
    says: str
    needs_another: bool = False

    def load(self) -> typer.Typer | Callable[..., None]:
        """The function, or the group."""
        found: typer.Typer | Callable[..., None] = getattr(
            import_module(f"oathbook.api.cli.commands.{self.module}"), self.name
        )
        return found


COMMANDS: Final[Mapping[str, Command]] = {
    "import": Command("import_", "import_files", "Check records and transcripts strictly, and store them."),
    "export": Command("export", "export_record", "Write a record as one viewer may have it, or as text."),
    "bundle": Command("bundle", "bundle_game", "Write a game with all that is needed to check it."),
    "replay": Command("replay", "replay_record", "Show a game again, position by position."),
    "verify": Command("verify", "verify_records", "Check everything in a record that can be checked."),
    "audit": Command(
        "audit", "audit_records", "List for many records which promises were kept, and who pays for the broken ones."
    ),
    "convict": Command(
        "convict", "convict", "Check whether receipts, checkpoints and proofs of a log can all be true."
    ),
    "regress": Command("regress", "regress_records", "Decide many games again under another edition or reading."),
    "options": Command(
        "options", "options", "List what may be decided now, in the notation that oathbook import reads."
    ),
    "ask": Command("ask", "ask", "Ask what the rules say about a decision."),
    "odds": Command("odds", "odds", "Say how likely each draw and each outcome of a decision was."),
    "dispute": Command("dispute", "dispute", "Check a claim against the record and the rules."),
    "rulesets": Command(
        "authoring.rulesets", "rulesets", "List the installed editions, or say what one of them covers."
    ),
    "new-ruleset": Command(
        "authoring.new_ruleset", "new_ruleset", "Write a small ruleset package of your own to start from."
    ),
    "package": Command("authoring.package", "package", "Write the pyproject.toml of a game in one file."),
    "fuzz": Command("authoring.fuzz", "fuzz", "Play random games and check every law of a ruleset."),
    "play": Command(
        "authoring.play", "play", "Serve the game of one file, and serve it again whenever the file is saved."
    ),
    "serve": Command("serve", "serve", "Serve a database over HTTP."),
    "witness": Command(
        "witness", "witness", "Witness the logs of other services: cosign their checkpoints while the logs only grow."
    ),
    "doctor": Command("doctor", "doctor", "Check the health of this installation."),
    "key": Command("key", "key", "Make a key and its digest, or take a seat back from a stolen one."),
    "examples": Command("examples", "examples", "Write records, sheets and a letter to try the commands with."),
    "demo": Command("demo", "demo", "Serve the golden games over HTTP, as a demonstration."),
    "archive": Command(
        "archive", "archive", "Pack many records into one file, and list what is in an archive.", needs_another=True
    ),
    "projections": Command(
        "projections", "projections", "List the read models of a database, or rebuild them.", needs_another=True
    ),
    "database": Command(
        "database",
        "database",
        "Move, back up, restore and repair whole databases, or bring one up to this version.",
        needs_another=True,
    ),
    "promises": Command(
        "promises.group", "promises", "Read letters back, and audit the promises of a record.", needs_another=True
    ),
}


def app_with(wanted: Collection[str]) -> typer.Typer:
    """The command line, in which the commands of these names can be called, and the others are listed."""
    app = typer.Typer(
        name="oathbook",
        help="Replay and verify recorded games, and ask the rules. For details, run `oathbook COMMAND --help`.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name, command in COMMANDS.items():
        found = command.load() if name in wanted else None
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name, help=None if found else command.says)(found or _not_loaded)
    return app


def _not_loaded() -> None:
    """Stands for a command that was not typed."""
