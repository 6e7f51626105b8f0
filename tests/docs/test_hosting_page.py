"""The blocks of ``docs/hosting.md`` can be read by what they are for, and name only what our program has."""

import re
import shlex
import tomllib
from importlib import import_module
from typing import Any, Final

import pytest
import typer

from oathbook.api.cli.commands.all import COMMANDS, app_with
from oathbook.api.settings.options import Settings
from tests.support.checkout import ROOT
from tests.support.processes import ran

PAGE: Final = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS: Final = BLOCK.findall(PAGE)
Json = Any

UNIT: Final = {
    "Unit": {"Description", "After"},
    "Service": {
        *("ExecStart", "DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask", "Restart", "RestartSec"),
        *("TimeoutStopSec", "LimitNOFILE", "NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp"),
        *("PrivateDevices", "ProtectClock", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules"),
        *("ProtectKernelTunables", "ProtectControlGroups", "ProtectProc", "RestrictAddressFamilies"),
        *("RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality", "CapabilityBoundingSet"),
        *("AmbientCapabilities", "SystemCallArchitectures", "SystemCallFilter"),
    },
    "Install": {"WantedBy"},
}
"""Keys as systemd's manual spells them, by the section in which they may stand."""

INSTRUCTIONS: Final = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}


def blocks(kind: str) -> list[str]:
    found = [text for name, text in BLOCKS if name == kind]
    assert found, f"the page has no block of {kind}"
    return found


def keys_of(unit: str) -> list[tuple[str, str, str]]:
    """Section, key and value of every line."""
    found: list[tuple[str, str, str]] = []
    section = ""
    for line in unit.splitlines():
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
        elif line:
            key, sign, value = line.partition("=")
            assert sign, line
            found.append((section, key, value))
    return found


def composed() -> Json:
    """The file of the containers."""
    (text,) = blocks("yaml")
    return import_module("yaml").safe_load(text)


def typed() -> list[list[str]]:
    """Every command of ours on the page, in whichever block."""
    parts = (part for _, text in BLOCKS for line in text.splitlines() for part in re.split(r"&&|\|", line))
    ours = (re.sub(r"^.*?(?:/[\w/]*/)?oathbook (?=[a-z])", "oathbook ", part) for part in parts if "oathbook " in part)
    words = [shlex.split(part.replace(r"\%", "%")) for part in ours if part.startswith("oathbook ")]
    return [each for each in words if each[1] in COMMANDS]


def command_of(words: list[str]) -> tuple[Json, list[str]]:
    """The command that is meant, and what is given to it."""
    every: Json = typer.main.get_command(app_with(COMMANDS))
    command: Json = every.commands[words[1]]
    rest = words[2:]
    return (command.commands[rest[0]], rest[1:]) if hasattr(command, "commands") else (command, rest)


def test_every_command_on_the_page_has_the_options_that_it_is_given() -> None:
    commands = typed()

    assert {tuple(each[1:3]) for each in commands} >= {("database", "backup"), ("database", "copy")}
    assert any(each[1] == "serve" for each in commands)
    for words in commands:
        command, given = command_of(words)
        options = {name for each in command.params for name in each.opts}
        assert {each for each in given if each.startswith("--")} <= options, words


def test_an_option_that_does_not_exist_is_noticed() -> None:
    command, given = command_of(["oathbook", "database", "backup", "x", "--no-such-option"])

    assert {each for each in given if each.startswith("--")} - {name for each in command.params for name in each.opts}


def test_the_unit_has_the_keys_that_systemd_knows() -> None:
    (unit,) = blocks("ini")
    lines = keys_of(unit)

    assert [(section, key) for section, key, _ in lines if key not in UNIT[section]] == []
    assert {section for section, _, _ in lines} == {*UNIT}
    repeated = [key for _, key, _ in lines]
    assert {key for key in repeated if repeated.count(key) > 1} == {"SystemCallFilter"}


def test_the_containers_use_what_is_declared() -> None:
    told = composed()
    services = told["services"]

    for name, service in services.items():
        assert {*service.get("depends_on", ())} <= {*services}, name
        secrets = [each if isinstance(each, str) else each["source"] for each in service.get("secrets", ())]
        assert {*secrets} <= {*told["secrets"]}, name
        volumes = [each.partition(":")[0] for each in service.get("volumes", ())]
        assert {each for each in volumes if not each.startswith(".")} <= {*told["volumes"]}, name
    assert services["oathbook-2"] == services["oathbook-1"]
    for secret in told["secrets"]:
        assert f"/run/secrets/{secret}" in blocks("yaml")[0]


def test_the_variables_of_the_containers_are_settings() -> None:
    variables = composed()["services"]["oathbook-1"]["environment"]
    ours = {name: value for name, value in variables.items() if name.startswith("OATHBOOK_")}

    settings = Settings(**{name.removeprefix("OATHBOOK_").lower(): value for name, value in ours.items()})

    assert {*variables} - {*ours} == {"PGPASSFILE"}
    assert {name.removeprefix("OATHBOOK_").lower() for name in ours} <= {*Settings.model_fields}
    assert str(settings.db) == ours["OATHBOOK_DB"]
    assert settings.operations_port == 8001


def test_the_proxies_pass_requests_to_where_the_service_listens() -> None:
    upstreams = [each for text in blocks("caddyfile") for each in re.findall(r"[\w.-]+:\d+", text)]
    port = Settings.model_fields["port"].default

    assert {each.partition(":")[0] for each in upstreams} == {"127.0.0.1", "oathbook-1", "oathbook-2"}
    assert {int(each.rpartition(":")[2]) for each in upstreams} == {port}
    for text in blocks("caddyfile"):
        assert text.count("{") == text.count("}")


def test_the_image_is_made_of_instructions_that_exist_with_extras_that_exist() -> None:
    (text,) = blocks("dockerfile")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

    assert {line.split()[0] for line in text.splitlines()} <= INSTRUCTIONS
    assert set(re.findall(r"\"\.\[(\w+)\]\"", text)) <= {*extras}
    assert 'ENTRYPOINT ["oathbook"]' in text
    assert f"EXPOSE {Settings.model_fields['port'].default}" in text


def lines_for_a_shell() -> list[str]:
    crontab = [line.split(maxsplit=5) for text in blocks("crontab") for line in text.splitlines()]
    assert all(re.fullmatch(r"[\d*]+", field) for fields in crontab for field in fields[:5])
    return [*blocks("sh"), *(fields[5].replace(r"\%", "%") for fields in crontab)]


@pytest.mark.parametrize("script", lines_for_a_shell())
def test_what_is_for_a_shell_can_be_read_by_one(script: str) -> None:
    assert ran(["sh", "-n", "-c", script]).returncode == 0


def test_what_no_shell_can_read_is_noticed() -> None:
    assert ran(["sh", "-n", "-c", "oathbook serve )"]).returncode != 0
