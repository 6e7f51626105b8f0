"""What people expect of any command line: its version, its help wherever it is asked for, and hints."""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from oathbook.api.cli.commands.all import COMMANDS, app_with
from tests.support.processes import ran
from tests.unit.api.running import oathbook

GROUPS = tuple(name for name, command in COMMANDS.items() if command.needs_another)


def commands() -> Iterator[tuple[str, ...]]:
    """Every command as it is typed, those of groups after their group."""
    for name, command in COMMANDS.items():
        found = command.load()
        if isinstance(found, typer.Typer):
            yield from [] if command.needs_another else [(name,)]
            yield from ((name, str(each.name)) for each in found.registered_commands)
        else:
            yield (name,)


def process(*arguments: str, **environment: str) -> tuple[int, str, str]:
    done = ran(
        [sys.executable, "-c", "from oathbook.api.cli.main import main; main()", *arguments],
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


def test_it_says_its_version() -> None:
    printed = oathbook("--version")

    assert (printed.code, printed.text) == (0, f"oathbook {version('oathbook')}\n")


@pytest.mark.parametrize("command", [(), *commands()], ids=" ".join)
def test_the_short_word_for_help_says_the_same_as_the_long_one(command: tuple[str, ...]) -> None:
    short, long = oathbook(*command, "-h"), oathbook(*command, "--help")

    assert (short.code, short.err) == (0, "")
    assert short.text == long.text
    assert short.text.startswith("Usage: oathbook ")


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_alone_shows_its_help(group: str) -> None:
    alone = oathbook(group)

    assert (alone.code, alone.err) == (0, "")
    assert alone.text == oathbook(group, "--help").text
    assert "Commands:" in alone.text


def test_every_command_is_listed_with_the_first_sentence_of_its_help() -> None:
    """The list is told without importing the commands, so it has to be held against them."""
    for name, command in COMMANDS.items():
        found = command.load()
        callback = found.registered_callback if isinstance(found, typer.Typer) else None
        assert command.needs_another == (isinstance(found, typer.Typer) and callback is None)
        says = found.info.help if command.needs_another and isinstance(found, typer.Typer) else found.__doc__
        says = callback.callback.__doc__ if callback else says
        assert (says or "").split("\n\n")[0] == command.says, name
        assert f"\n  {name} " in oathbook("--help").text


def test_the_list_of_commands_imports_none_of_them() -> None:
    """The control is a command, which does."""
    says = "from oathbook.api.cli.main import run; run(sys.argv[1:]); print(sorted(sys.modules), file=sys.stderr)"
    loaded = {
        typed: ran([sys.executable, "-c", "import sys; " + says, *typed.split()]).stderr.splitlines()[-1]
        for typed in ("--help", "--version", "rulesets --help")
    }

    for typed in ("--help", "--version"):
        assert "'oathbook.api.cli.commands.authoring.rulesets'" not in loaded[typed]
        assert "'oathbook.domain.rulesets.registry'" not in loaded[typed]
    assert "'oathbook.api.cli.commands.authoring.rulesets'" in loaded["rulesets --help"]


@pytest.mark.parametrize(
    ("typed", "hints"),
    [
        (("verify",), ("Missing argument", "Usage: oathbook verify [OPTIONS]", "`oathbook verify --help`")),
        (("archive", "pack"), ("Missing", "Usage: oathbook archive pack [OPTIONS]", "`oathbook archive pack --help`")),
        (("exporrt",), ("No such command", "Did you mean 'export'", "`oathbook --help`")),
        (("projections", "lst"), ("Did you mean 'list'?", "`oathbook projections --help`")),
        (("verify", "x", "--workesr", "1"), ("No such option", "--workers", "`oathbook verify --help`")),
        (
            ("export", "x", "--form", "prose"),
            ("'record', 'transcript', 'notation', 'text'", "`oathbook export --help`"),
        ),
    ],
    ids=str,
)
def test_what_is_missing_or_misspelt_is_answered_with_a_hint(typed: tuple[str, ...], hints: tuple[str, ...]) -> None:
    printed = oathbook(*typed)

    assert printed.code == 2
    for hint in hints:
        assert hint in printed.complaint


def test_a_shell_completes_commands_and_options() -> None:
    """As the script of a shell asks; of what is not begun it is told all."""
    words = {"_OATHBOOK_COMPLETE": "complete_bash"}

    _, begun, _ = process(**words, COMP_WORDS="oathbook ver", COMP_CWORD="1")
    _, inside, _ = process(**words, COMP_WORDS="oathbook archive ", COMP_CWORD="2")
    _, options, _ = process(**words, COMP_WORDS="oathbook verify --wor", COMP_CWORD="2")

    assert begun.split() == ["verify"]
    assert inside.split() == ["pack", "list"]
    assert options.split() == ["--workers"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_gives_a_shell_the_script_with_which_it_completes(shell: str) -> None:
    code, script, _ = process(_OATHBOOK_COMPLETE=f"source_{shell}")

    assert code == 0
    assert f"_OATHBOOK_COMPLETE=complete_{shell}" in script


def test_two_apps_are_the_same_but_for_what_they_import() -> None:
    assert [each.name for each in app_with(()).registered_commands]
    assert {*COMMANDS} == {
        *(str(each.name) for each in app_with(COMMANDS).registered_commands),
        *(str(each.name) for each in app_with(COMMANDS).registered_groups),
    }


def test_no_command_writes_where_it_was_called(tmp_path: Path) -> None:
    """Help and hints leave nothing behind."""
    for command in commands():
        oathbook(*command, "--help")

    assert list(tmp_path.iterdir()) == []
