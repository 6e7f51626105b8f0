"""The blocks of ``docs/hosting.md`` can be read by what they are for, and name only what there is."""

import re
from importlib import import_module
from typing import Any, Final

import pytest
import typer

from oathbook.api.cli.commands.all import COMMANDS, app_with
from oathbook.api.settings.options import Settings
from tests.docs.deployment.hosting import BLOCKS, PAGE, PROGRAM_ON_THE_PAGE, blocks, lines_in
from tests.docs.deployment.images import COMPOSE, SERVING, given, stages
from tests.docs.deployment.units import DEPLOY
from tests.support.checkout import ROOT
from tests.support.processes import ran

Json = Any
IMAGE: Final = stages()[-1]
FUNCTIONS: Final = ("as_oathbook", "compose")
STANDARD: Final = {"cd", "chown", "cp", "find", "head", "install", "ls", "printf", "systemctl"}
"""What every Linux has in the path of root."""


def commands_of_ours(text: str = PAGE) -> list[list[str]]:
    """What follows the name of our program in every command, in a block or in a sentence."""
    whole = text.replace("\\\n", " ")
    found: list[list[str]] = []
    for said in (*(text for _, text in BLOCKS), *re.findall(r"`([^`\n]+)`", whole)):
        for part in re.split(r"&&|\||\n", said.replace("\\\n", " ")):
            words = part.split()
            begins = [n for n, word in enumerate(words) if word in {"as_oathbook", *SERVING, PROGRAM_ON_THE_PAGE}]
            rest = words[begins[-1] + 1 :] if begins else []
            if rest and rest[0] in COMMANDS:
                found.append(rest)
    return found


def unknown(words: list[str]) -> set[str]:
    """The options in a command that it does not have; the name of a command that there is not."""
    command: Json = typer.main.get_command(app_with(COMMANDS))
    rest = list(words)
    while hasattr(command, "commands"):
        name = rest.pop(0)
        if name not in command.commands:
            return {name}
        command = command.commands[name]
    return {each for each in rest if each.startswith("-")} - {name for each in command.params for name in each.opts}


def test_every_command_on_the_page_exists_with_the_options_that_it_is_given() -> None:
    commands = commands_of_ours()

    assert {tuple(each[:2]) for each in commands} >= {
        ("database", "backup"),
        ("database", "copy"),
        ("database", "migrate"),
        ("database", "restore"),
        ("doctor",),
    }
    assert [each for each in commands if unknown(each)] == []


@pytest.mark.parametrize("said", ["database backup x --no-such-option", "database fetch x", "doctor --nope"])
def test_a_command_or_option_that_does_not_exist_is_noticed(said: str) -> None:
    assert unknown(said.split())


def begun(text: str) -> list[str]:
    """The programs that a block for a shell starts, line by line, except for those that it defines."""
    whole = re.sub(r"^\w+\(\) \{\n.*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line.removeprefix("(umask 077 && ").split()[0] for line in lines_in(whole)]


def test_every_program_is_named_with_its_path_or_is_everywhere() -> None:
    programs = {each for text in blocks("sh") for each in begun(text)}

    assert {each for each in programs if each[0] != "/"} - STANDARD - {"docker", *FUNCTIONS} == set()
    assert "oathbook" in begun("oathbook serve\n"), "the control"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_the_shell_is_defined_before_it_is_used(name: str) -> None:
    first = next(text for text in blocks("sh") if name in text)

    assert first.startswith(f"{name}() {{\n")
    assert first.count("\n}\n") == 1


def test_the_service_is_started_only_after_a_database_was_restored_or_copied() -> None:
    """A service that finds no database makes an empty one, and whoever pastes a block does not stop at an error."""
    moving = [text for text in blocks("sh") if re.search(r" database (?:restore|copy) ", text)]
    starts = r"systemctl start oathbook\.service|compose up --detach"

    assert len(moving) == 4
    for text in map("\n".join, map(lines_in, moving)):
        assert re.search(rf" database (?:restore|copy) .* && (?:{starts})$", text, re.MULTILINE)
        assert not re.search(rf"^(?:{starts})", text, re.MULTILINE)


def test_the_crontab_line_names_every_program_and_file_with_its_path() -> None:
    (line,) = blocks("crontab")
    *times, command = line.split(maxsplit=5)
    script = command.replace(r"\%", "%")
    programs = [part.split()[0] for part in script.split(" && ")]

    assert all(re.fullmatch(r"[\d*]+", each) for each in times)
    assert "%" not in command.replace(r"\%", ""), "cron ends a line there"
    assert programs == ["/usr/bin/docker", "/usr/bin/find"]
    assert re.findall(r"\$\((\S+)", script) == ["/usr/bin/date"]
    assert [each for each in re.findall(r"\S+\.yaml", script) if not each.startswith("/")] == []
    assert "--no-TTY" in script


def scripts() -> list[str]:
    """What a shell has to be able to read."""
    (line,) = blocks("crontab")
    return [*blocks("sh"), line.split(maxsplit=5)[5].replace(r"\%", "%")]


@pytest.mark.parametrize("script", scripts())
def test_what_is_for_a_shell_can_be_read_by_one(script: str) -> None:
    assert ran(["sh", "-n", "-c", script]).returncode == 0


def test_what_no_shell_can_read_is_noticed() -> None:
    assert ran(["sh", "-n", "-c", "oathbook serve )"]).returncode != 0


def test_every_setting_on_the_page_is_one() -> None:
    lines = [line.partition("=") for text in blocks("ini") for line in text.splitlines()]
    named = {name for name, _, _ in lines} | set(re.findall(r"\bOATHBOOK_[A-Z_]+", PAGE))

    assert {name for name in named if not name.startswith("OATHBOOK_")} == {"PGPASSWORD"}
    assert {name.removeprefix("OATHBOOK_").lower() for name in named} - {*Settings.model_fields} == {"pgpassword"}
    assert Settings.model_validate({"accept_rollback": "true", "end_log": "true"}).end_log


def test_the_files_that_it_speaks_of_are_there_and_linked() -> None:
    linked = {each for each in re.findall(r"\]\(\.\./([^)]+)\)", PAGE) if not each.endswith("/")}
    named = set(re.findall(r"/usr/local/src/oathbook/(deploy/[\w.-]+[\w])", PAGE))

    assert {f"deploy/{path.name}" for path in DEPLOY.iterdir()} | {"Dockerfile", "deploy"} == linked
    assert {each for each in named if not list(ROOT.glob(f"{each}*"))} == set()
    assert named


def test_the_user_and_the_ports_are_those_of_the_image() -> None:
    (user,), (ports,) = given(IMAGE, "USER"), given(IMAGE, "EXPOSE")
    (run,) = (line for text in blocks("sh") for line in lines_in(text) if line.startswith("docker run"))
    scraped = import_module("yaml").safe_load(blocks("yaml")[0])["scrape_configs"][0]["static_configs"][0]["targets"]

    assert f"chown {user} " in PAGE
    assert f"--owner={user.partition(':')[0]} " in PAGE
    assert scraped == [f"{each}:{ports.split()[1]}" for each in SERVING]
    assert f"--publish 127.0.0.1:8000:{ports.split()[0]} " in run
    assert f"--volume oathbook:{given(IMAGE, 'VOLUME')[0]} --read-only --tmpfs /tmp --cap-drop ALL" in run
    assert f":{ports.split()[1]}/readyz" in PAGE


def test_the_names_of_the_containers_are_those_of_the_file() -> None:
    lines = [line for text in blocks("sh") for line in lines_in(text)]
    stopped = [line.split()[2:] for line in lines if line.startswith("compose stop ")]
    others = [re.findall(r"^compose (?:exec|run(?: --[\w-]+(?: /\S+)?)*) (\S+)", line) for line in lines]
    (compose,) = (text for text in blocks("sh") if text.startswith("compose() {"))

    assert stopped == [[*SERVING]]
    assert {name for found in others for name in found} == {SERVING[0], "postgres"} <= {*COMPOSE["services"]}
    assert f"docker compose --file /usr/local/src/oathbook/{(DEPLOY / 'compose.yaml').relative_to(ROOT)} " in compose
    assert f"--tag {COMPOSE['services'][SERVING[0]]['image']} " not in "".join(lines), "the image without the driver"
    assert {secret["file"] for secret in COMPOSE["secrets"].values()} <= set(re.findall(r"/etc/oathbook/\w+", PAGE))


def test_the_proxy_passes_requests_to_where_the_service_listens() -> None:
    (text,) = blocks("caddyfile")

    assert re.findall(r"([\w.-]+):(\d+)", text) == [("127.0.0.1", str(Settings.model_fields["port"].default))]
    assert text.count("{") == text.count("}")
