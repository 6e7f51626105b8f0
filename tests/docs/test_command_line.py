"""Every example of ``docs/command-line.md`` prints what the page says, and the page names what there is."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathbook.api.cli.commands.all import COMMANDS, app_with
from tests.support.checkout import ROOT
from tests.unit.api.running import oathbook

PAGE = (ROOT / "docs" / "command-line.md").read_text("utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"This is `([^`]+)`.*?^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXITS = re.compile(r"\s+# exits (\d)$")
ANYTHING = "…"


def examples() -> Iterator[tuple[str, int, str]]:
    """Every command of the page with the exit code and the output that stand there."""
    for block in BLOCK.findall(PAGE):
        for command, _, output in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]):
            exits = EXITS.search(command)
            yield EXITS.sub("", command), int(exits[1]) if exits else 0, output


def pattern(output: str) -> str:
    """The output as a pattern: ``…`` is anything, on a line of its own any lines."""
    lines = (re.escape(line).replace(ANYTHING, ".*") + r"\n" for line in output.splitlines())
    return "".join(r"(?:.*\n)*?" if line == r".*\n" else line for line in lines)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the page speaks of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OATHBOOK_DB", raising=False)
    assert oathbook("examples").code == 0
    (tmp_path / "kept").mkdir()
    for name, text in FILE.findall(PAGE):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_every_example_prints_what_the_page_says() -> None:
    """In the order of the page, in one folder."""
    for command, code, output in examples():
        program, *arguments = shlex.split(command)
        printed = oathbook(*arguments)

        assert program == "oathbook"
        assert printed.code == code, f"{command}: {printed.err}"
        assert not output or re.fullmatch(pattern(output), printed.text), f"{command}:\n{printed.text}"


def commands() -> dict[str, list[str]]:
    """Every command with what is typed for it; a group with what is typed for each of its own."""
    app = app_with(COMMANDS)
    found = {str(each.name): [str(each.name)] for each in app.registered_commands}
    for group in app.registered_groups:
        assert group.typer_instance is not None
        typed = [f"{group.name} {each.name}" for each in group.typer_instance.registered_commands]
        found[str(group.name)] = [str(group.name), *typed] if group.typer_instance.registered_callback else typed
    return {name: found[name] for name in COMMANDS}


def test_every_command_has_a_section_with_its_exit_codes_and_an_example() -> None:
    sections = dict(part.split("\n", 1) for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])

    assert commands()
    assert list(sections) == ["What all commands share", *commands()]
    for command, typed in commands().items():
        helped = [oathbook(*each.split(), "--help").text for each in typed]
        exits = [code for text in helped for code in re.findall(r"^    (\d)  ", text, re.MULTILINE)]
        assert exits
        assert re.findall(r"^\| (\d) \|", sections[command], re.MULTILINE) == exits
        assert all(f"$ oathbook {each} " in sections[command].replace("\n", " ") for each in typed)
        assert f"[`{command}`](#{command})" in PAGE


@pytest.mark.parametrize(
    ("output", "text", "fits"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n…\nc\n", "a\nc\n", True),
        ("a\n…\nc\n", "a\nb\nb\nc\n", True),
        ("a …, b\n", "a 1.2, b\n", True),
        ("a …\n", "a\nb\n", False),
        ("a\n", "a\nb\n", False),
        ("…\nc\n", "a\nb\n", False),
    ],
)
def test_an_ellipsis_stands_for_what_differs_every_time(output: str, text: str, fits: bool) -> None:  # noqa: FBT001  # a row of the table
    assert bool(re.fullmatch(pattern(output), text)) == fits
