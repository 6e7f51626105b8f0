"""One word for one thing: a public type has one home, or a reason for having several."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.checkout import ROOT, files_of_the_project

BELOW_API: Final = ("domain", "projections", "replays")
A_TITLE: Final = 4
"""Parts of the path of a title's file that name the title: ``domain/rulesets/<title>/…``."""

EXCEPTIONS: Final = {
    "GameEnded": "an event of two rulebooks, and the one that closes every stream; all are stored under these names",
    "Condition": "poison, ward and brittle are Conditions in the rulebook; a refusal's conditions are the kernel's",
    "Draw": "a player of the cube-bag battle decides to Draw, as its rulebook says",
}
"""Names with several homes, each with the reason."""


def public_types(path: Path) -> Iterator[str]:
    """The classes and type aliases that a file defines for others."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
                pass
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                if name[0].isupper() and not name.isupper():
                    yield name
            case _:
                pass


def homes() -> dict[str, set[str]]:
    """Where each public type is defined; a title of the rulesets counts as one home, under the name of all titles.

    Titles share words (``State``, ``Attack``), each for its own thing, and no title imports another.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    titles = {path.parent.name for path in ROOT.glob("domain/rulesets/*/ruleset.py")}
    for path in files_of_the_project():
        parts = path.relative_to(ROOT).parts
        if path.suffix == ".py" and parts[0] in BELOW_API:
            in_title = len(parts) >= A_TITLE and parts[1] == "rulesets" and parts[2] in titles
            for name in public_types(path):
                found[name].add("a title" if in_title else "/".join(parts))
    return found


def test_a_public_type_below_api_has_one_meaning() -> None:
    several = {name: places for name, places in homes().items() if len(places) > 1}

    assert {name: places for name, places in several.items() if name not in EXCEPTIONS} == {}
    assert several.keys() == EXCEPTIONS.keys(), "an exception that no name needs any more"


def test_within_a_title_a_public_type_has_one_home() -> None:
    for title in (path.parent for path in ROOT.glob("domain/rulesets/*/ruleset.py")):
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in title.rglob("*.py"):
            for name in public_types(path):
                found[name].append(path.relative_to(title).as_posix())

        assert {name: places for name, places in found.items() if len(places) > 1} == {}
        assert found
