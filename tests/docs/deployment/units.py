"""Reads units of systemd as systemd does: sections and keys, the environment, and the commands with their escapes."""

import re
import shlex
from typing import Final, NamedTuple

from tests.support.checkout import ROOT

DEPLOY: Final = ROOT / "deploy"


class Setting(NamedTuple):
    """A line of a unit: the section that it is in, its key and its value."""

    section: str
    key: str
    value: str


class Unit:
    """A unit by its file."""

    def __init__(self, text: str) -> None:
        """Read it; ``AssertionError`` for a line that is no setting."""
        self.settings: tuple[Setting, ...] = tuple(_settings(text))

    def all(self, key: str) -> list[str]:
        """The values of a key, in their order."""
        return [each.value for each in self.settings if each.key == key]

    @property
    def environment(self) -> dict[str, str]:
        """The variables that it sets by itself, each on a line of its own."""
        return {name: value for name, _, value in (each.partition("=") for each in self.all("Environment"))}

    def command(self, key: str) -> list[str]:
        """The words of the one command that a key starts; ``AssertionError`` for what systemd would replace."""
        (line,) = self.all(key)
        assert not re.search(r"(?<!%)(?:%%)*%(?!%)", line), f"a specifier: {line}"
        assert not re.search(r"(?<!\$)(?:\$\$)*\$(?!\$)", line), f"a variable: {line}"
        return [each.replace("%%", "%").replace("$$", "$") for each in shlex.split(line)]

    @property
    def folders(self) -> list[str]:
        """The folders that it may write to."""
        return [f"/var/lib/{name}" for value in self.all("StateDirectory") for name in value.split()]


def _settings(text: str) -> list[Setting]:
    found: list[Setting] = []
    section = ""
    for line in text.splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
        elif line and line[0] not in "#;":
            key, sign, value = line.partition("=")
            assert (bool(sign), bool(section)) == (True, True), line
            found.append(Setting(section, key, value))
    return found


UNITS: Final = {path.name: Unit(path.read_text("utf-8")) for path in sorted(DEPLOY.glob("oathbook*.*"))}
