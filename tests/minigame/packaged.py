"""The mini-game as a package of somebody else: written, built, installed beside a wheel, played, and removed again.

``tests/wheel.sh`` runs it, given an environment and a folder, with what builds a wheel in this interpreter.
"""

import json
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from tests.support.processes import ran, started

HERE = Path(__file__).parent
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "oathbook-river"
version = "1.0"

[project.entry-points."oathbook.rulesets"]
river = "river.ruleset:RULESET"

[tool.hatch.build.targets.wheel]
packages = ["river"]
"""
RULESET = """

class River(MiniGame):
    edition = replace(MiniGame.edition, key="river/1", origin=origin_of("oathbook-river"))


RULESET = River()
"""
IMPORTS = "from msgspec.structs import replace\n\nfrom domain.rulesets.kit.origin import origin_of\n"
SHEET = """oathbook notation/1
edition river/1
components mixed
seats red, blue, green

red: offer promise: red promises blue to give at least 1 wood to blue.
red: sign p1
blue: sign p1
red: give item wood count 1 to blue
red: deploy Mill
"""
OURS = "oathbook notation/1\nedition heirless/e1\nseats ann, bram, cleo, dov\nann: deploy Valley\n"

PATIENCE = 300.0
WITHIN = 30.0
ask = build_opener(ProxyHandler({})).open


def write_package(folder: Path) -> None:
    """The files of the package: the mini-game's own, under another name, and an edition of its own."""
    (folder / "river").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "river" / "__init__.py").write_text('"""A small game."""\n')
    for path in HERE.glob("*.py"):
        if path.name != Path(__file__).name:
            text = path.read_text("utf-8").replace("tests.minigame", "river")
            is_door = path.name == "ruleset.py"
            text = text.replace("from domain.chance", IMPORTS + "from domain.chance", 1) + RULESET if is_door else text
            (folder / "river" / path.name).write_text(text)


class Installed:
    """An environment with Oathbook in it, in which commands are run in a folder."""

    def __init__(self, env: Path, folder: Path) -> None:
        """Take both."""
        self.env, self.folder = env, folder

    def says(self, *words: str, code: int = 0, program: str = "oathbook") -> str:
        """What a command prints on both streams; it must end so."""
        done = ran([self.env / "bin" / program, *words], cwd=self.folder, within=PATIENCE)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    @contextmanager
    def serving(self) -> Generator[str]:
        """The address of a service over the database ``games.db``."""
        command = [str(self.env / "bin" / "oathbook"), "serve", "--db", "games.db", "--port", "0"]
        with started(command, cwd=self.folder, stdout=PIPE) as service:
            assert service.stdout is not None
            yield service.stdout.readline().decode().strip()


def plays(here: Installed) -> str:
    """Everything that is done with a game of ours is done with one of the package; its id."""
    (here.folder / "evening.notation").write_text(SHEET)
    (here.folder / "ours.notation").write_text(OURS)
    assert "river/1" in here.says("rulesets")
    assert "oathbook-river 1.0" in here.says("rulesets")
    here.says("fuzz", "river/1", "--games", "2")
    here.says("import", "evening.notation", "--to", "evening.jsonl")
    assert "decided by oathbook-river 1.0" in here.says("verify", "evening.jsonl")
    assert "p1" in here.says("promises", "audit", "evening.jsonl")
    here.says("replay", "evening.jsonl")
    assert "has to decide" in here.says("options", "evening.jsonl")
    again = here.says("export", "evening.jsonl", "--form", "notation")
    (here.folder / "again.notation").write_text(again)
    here.says("import", "again.notation", "--to", "again.jsonl")
    assert (here.folder / "again.jsonl").read_bytes() == (here.folder / "evening.jsonl").read_bytes()
    regressed(here)
    assert "rejected" in here.says("dispute", "evening.jsonl", "--claim", '{"claim":"decision-illegal","at":5}')
    here.says("import", "evening.jsonl", "ours.notation", "--db", "games.db")
    game = again.partition("\nrecord ")[2].split()[0]
    with here.serving() as address:
        assert b"river/1" in ask(f"{address}/v1/games/{game}", timeout=30).read()
        assert ask(f"{address}/games/{game}", timeout=30).status == 200
        assert json.load(ask(f"{address}/v1/games/{game}/frames", timeout=30))["frames"]
    return game


def regressed(here: Installed) -> None:
    """Several games are decided again in processes of their own."""
    games = [f"game-{number}.jsonl" for number in range(4)]
    for each in games:
        here.says("import", "evening.notation", "--to", each)
    told = json.loads(
        here.says("regress", *games, "--edition", "river/1", "--against", "river/1", "--workers", "2", "--json")
    )
    assert (told["records"], told["unreadable"], told["different"]) == (len(games), [], 0), told


def problem_of(address: str) -> str:
    """What is answered instead."""
    try:
        with ask(address, timeout=30) as answer:
            return f"status {answer.status}"
    except HTTPError as refused:
        return refused.read().decode()


def is_named_when_it_is_gone(here: Installed, game: str) -> None:
    """What is missing is named, and the rest is served."""
    assert "edition 'river/1'; installed: " in here.says("verify", "evening.jsonl", code=2)
    assert "river/1" not in here.says("rulesets")
    with here.serving() as address:
        problem = problem_of(f"{address}/v1/games/{game}")
        assert "unknown-edition" in problem
        assert "river/1" in problem
        until = time.monotonic() + WITHIN
        while not (others := json.load(ask(f"{address}/v1/games", timeout=30))["games"]):
            assert time.monotonic() < until, "the read models stopped at the game that nobody can read"
            time.sleep(0.1)
        assert [each["edition"] for each in others] == ["heirless/e1"]


def main(env: Path, folder: Path) -> None:
    """Build, install, play, remove."""
    write_package(folder / "package")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "package"]
    built = ran(build, cwd=folder, within=PATIENCE)
    assert built.returncode == 0, built.stdout + built.stderr
    here = Installed(env, folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    here.says("install", "--quiet", "--no-deps", "--no-index", str(wheel), program="pip")
    game = plays(here)
    here.says("uninstall", "--quiet", "--yes", "oathbook-river", program="pip")
    is_named_when_it_is_gone(here, game)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
