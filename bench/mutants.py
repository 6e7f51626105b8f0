"""Change the code of a room at random, one place at a time, and name the changes that none of its tests notices.

``make mutants ROOM=cube_bag SAMPLE=300 SEED=1``. A room is a title, of which the steps (``chapters``) and what events
change (``evolve``) are mutated, or a folder below ``domain`` such as ``promises/who_pays``. Its tests are those in
every folder of that name below ``tests/unit``: for ``promises``, what a title does with them counts too. mutmut makes
the mutants in a copy of what git knows, so the checkout stays as it is.
"""

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Final

from msgspec import Struct

from tests.support.checkout import ROOT

BIN: Final = Path(sys.executable).parent
PACKAGE: Final = "oathbook"
"""Where everything is imported from. A checkout has links in it; mutmut needs the files themselves there."""

NOTICED: Final = {1, 2}
"""What pytest ends with where a test fails, and where a file of tests cannot even be read."""

NOBODY: Final = "nobody"
"""A name that no mutant has."""

FOR_PEOPLE: Final = frozenset({"says", "asks", "named"})
"""Arguments that hold a sentence or a label for people."""

CLAIMS: Final = frozenset({"must_fit", "given", "the", "Misfit"})
"""Calls whose message is for the log of somebody who brings an event that does not fit."""


class Mutant(Struct, frozen=True):
    """A function with one change, beside what it was."""

    name: str
    before: str
    after: str

    @property
    def words_only(self) -> bool:
        """Whether the change is in a sentence: how a message is worded is for its readers to test."""
        return _without_words(self.before) == _without_words(self.after)

    def shown(self) -> str:
        """The change, line by line, without the names that mutmut gives."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=1, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@", "-def ", "+def ")))


class _Words(ast.NodeTransformer):
    """Blots out every sentence."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("") if isinstance(node.value, str) and " " in node.value else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        del node
        return ast.Constant("")

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        named = isinstance(node.targets[0], ast.Name) and node.targets[0].id == "msg"
        return ast.Assign(node.targets, ast.Constant(""), lineno=0) if named else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        node.keywords = [each for each in node.keywords if each.arg not in FOR_PEOPLE]
        if isinstance(node.func, ast.Name) and node.func.id in CLAIMS:
            node.args = [each for each in node.args if not (isinstance(each, ast.Constant) and not each.value)]
        return node


def _without_words(function: str) -> str:
    tree = ast.parse(function)
    for each in tree.body:
        if isinstance(each, ast.FunctionDef):
            each.name = ""
    return ast.dump(_Words().visit(tree))


def main() -> None:
    """Say how many of the sample are noticed, and show the others; fail below the floor."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("room")
    asked.add_argument("--sample", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--floor", type=int, default=95, help="percent of the sample that tests must notice")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        tests = copied(copy, given.room)
        picked, left_out, of = sampled(copy, given.sample, given.seed)
        sys.stdout.write(f"{of:,} mutants; {len(picked)} tried, {left_out} passed over that change only words\n")
        mutmut(copy, *(each.name for each in picked))
        unnoticed = [each for each in picked if not is_noticed(copy, each.name, tests)]
    for each in unnoticed:
        sys.stdout.write(f"\nnot noticed: {each.name}\n{each.shown()}\n")
    share = 100 * (len(picked) - len(unnoticed)) / len(picked)
    sys.stdout.write(f"\nnoticed: {len(picked) - len(unnoticed)} of {len(picked)} ({share:.1f} %)\n")
    sys.exit(share < given.floor)


def copied(copy: Path, room: str) -> list[str]:
    """Copy what git knows, say what is mutated, and return the folders with tests of the room."""
    title = (ROOT / "domain" / "rulesets" / room).is_dir()
    within, parts = (f"rulesets/{room}", ("chapters/*", "evolve/*")) if title else (room, ("*",))
    tests = [str(each.relative_to(ROOT)) for each in sorted(ROOT.glob(f"tests/unit/**/{within}"))]
    assert tests, f"there is no {within} below tests/unit"
    links = [each.name for each in (ROOT / PACKAGE).iterdir() if each.is_symlink()]
    for name in run(ROOT, "git", "ls-files", "-z").stdout.rstrip("\0").split("\0"):
        if not (ROOT / name).is_symlink():
            place = copy / PACKAGE / name if name.split("/")[0] in links else copy / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place)
    for each in links:
        (copy / each).symlink_to(f"{PACKAGE}/{each}")
    others = [each.name for each in copy.iterdir() if each.is_dir() and each.name != PACKAGE]
    others += [f"{PACKAGE}/{each.name}" for each in (copy / PACKAGE).iterdir() if each.name != "domain"]
    settings = {
        "source_paths": [f"{PACKAGE}/domain"],
        "timeout_multiplier": 5,
        "only_mutate": [f"{PACKAGE}/domain/{within}/{part}" for part in parts],
        "also_copy": others,
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-p", "no:xdist"],
        "pytest_add_cli_args_test_selection": tests,
    }
    written = "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    with (copy / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(f"\n[tool.mutmut]\n{written}")
    return tests


def mutmut(copy: Path, *names: str) -> None:
    """Try these mutants in one process, each against the tests that reach its function, until one fails.

    For a name that no mutant has, mutmut makes them all and finds out which test reaches what, before it complains.
    """
    done = run(copy, str(BIN / "mutmut"), "run", "--max-children", "1", *names)
    if done.returncode and names != (NOBODY,):
        sys.exit(f"{done.stdout}\n{done.stderr}")


def sampled(copy: Path, size: int, seed: int) -> tuple[list[Mutant], int, int]:
    """So many mutants at random, how many were passed over because only words change, and how many there are."""
    mutmut(copy, NOBODY)
    names = sorted(exits(copy))
    order, left_out, picked = list(names), 0, list[Mutant]()
    random.Random(seed).shuffle(order)  # noqa: S311  # a sample needs no secrecy, it needs to be had again
    for name in order:
        mutant = read(copy, name)
        left_out += mutant.words_only
        picked += [] if mutant.words_only else [mutant]
        if len(picked) == size:
            break
    return picked, left_out, len(names)


def exits(copy: Path) -> dict[str, int | None]:
    """What the tests of each mutant ended with, or nothing where it was not tried."""
    found: dict[str, int | None] = {}
    for path in (copy / "mutants").rglob("*.meta"):
        found |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return found


def read(copy: Path, name: str) -> Mutant:
    """The function that a mutant changes, and the changed one."""
    module, function = name.rsplit(".", 1)
    path = (copy / "mutants" / module.replace(".", "/")).with_suffix(".py")
    original = re.sub(r"__mutmut_\d+$", "__mutmut_orig", function)
    return Mutant(name, functions_of(path)[original], functions_of(path)[function])


@cache
def functions_of(path: Path) -> dict[str, str]:
    """The source of every function of a file, the ones in classes too, by name."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = (each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef))
    return {each.name: dedent("\n".join(lines[each.lineno - 1 : each.end_lineno])) for each in found}


def is_noticed(copy: Path, name: str, tests: list[str]) -> bool:
    """Whether a test fails: one of those mutmut knew to reach the function, or else one of all tests of the room.

    Where tests share what one of them has worked out, mutmut knows of that one only. It also ends tests that take
    much longer than they did, which shows nothing where the machine had other work.
    """
    if exits(copy)[name] in NOTICED:
        return True
    pytest = (str(BIN / "pytest"), "-x", "-q", "-p", "no:cacheprovider", *tests)
    return (
        run(copy / "mutants", *pytest, MUTANT_UNDER_TEST=name, PYTHONPATH=str(copy / "mutants")).returncode in NOTICED
    )


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program there, and keep what it writes."""
    found = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=found, check=False, capture_output=True, text=True)  # noqa: S603  # our own words


if __name__ == "__main__":
    main()
