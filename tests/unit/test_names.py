"""One word for one thing, and words that a stranger knows: both lists of exceptions here may only get shorter."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.checkout import ROOT, files_of_the_project

PRODUCT: Final = ("domain", "projections", "replays", "api", "oathbook")
A_TITLE: Final = 4
"""Parts of the path of a title's file that name the title: ``domain/rulesets/<title>/…``."""

HOMONYMS: Final = {
    **dict.fromkeys(
        ("Cards", "Deck", "Game", "Hand", "Move", "Pile", "Rules", "Shown"),
        "what authors of rulesets write, who see nothing else that is called so",
    ),
    "GameEnded": "an event of two rulebooks, and the one that closes every stream; all are stored under these names",
    "Condition": "poison, ward and brittle are Conditions in the rulebook; a refusal's conditions are the kernel's",
    "Draw": "a player of the cube-bag battle decides to Draw, as its rulebook says",
    **dict.fromkeys(
        ("Position", "Promise", "Promises", "Record", "Score", "Standing", "Step"),
        "what `import oathbook` shows of it to programs; inside the house it has more to it",
    ),
    **dict.fromkeys(
        ("At", "DisputeId", "GameId", "Name", "OfGame", "PromiseName", "Seats", "ServiceHere"),
        "a parameter as pages and as routes for programs take it, which answer a wrong one each in their way",
    ),
    **dict.fromkeys(
        ("Act", "Database", "Form", "Json", "Page", "State", "Workers"), "a type of arguments of the command line"
    ),
    "Connection": "of a client, and of PostgreSQL",
    "Contradiction": "of two logs, and of a record with what the public was shown",
    "Guard": "a middleware, and a clause of a letter",
    "Point": "of a picture, and in time",
    "Row": "of a table of a notebook, and of a database",
    "Scope": "of a key, and of a condition",
    "Sources": "of chance and time, and of scripts",
}
"""Names with several homes, each with the reason."""


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


MODULES: Final = words(
    """
    assigning attacking building comparing declaring giving haggling matching planning playing polling
    refining rendering testing tracking unsealing voting
    """
)

CLASSES: Final = words(
    """
    ActDone ActNotDone Answered BatchFailed Built Changed ClientGone Concealed DecisionRefused DerivedHappening
    Done DrawSupposed Drawn EnteredFinding EpisodeOpened Finding Fought Happening Imported LawBroken
    LetterChecked Listed Lost NotInstalled OccasionHappened Opened Ordered Parked Placed Printing PromiseAudited
    PromiseBroken PromiseSeen Razed Reached SceneDrawn Shown Spending Spent StepSaid Stood Superseded Turning
    Unchecked UnitEnded Worked
    """
)

FUNCTIONS: Final = words(
    """
    actions_allowed amount_owned  answering  battles_have_begun  check_built
    check_conserved check_planning check_reading_named  configure_logging counted cubes_kept
    digest_sent draft_closing draft_fork_closing draft_unsealing faction_named
    find_undamaged finding least_drawn listing lock_shared most_done not_tracked  open_signed
    read_cosigned reading_named reasons_never_kept  rejections_of_sharing results_as_completed
    sides_crossed  value_if_ended with_action_taken write_cosigned write_unsealing
    """
)
"""Modules, classes and public functions that end in a participle or gerund."""

VERBS: Final = frozenset({"is", "has", "was", "are", "may", "must", "can"})
"""A function that begins with one of them is a sentence, and may end in a participle."""

IRREGULAR: Final = words(
    """
    begun bought broken brought built caught chosen dealt done drawn fallen felt fought found given gone grown heard
    held kept known laid led lost made meant met paid ridden risen said seen sent shown spent spoken stood sworn taken
    thought thrown told understood won worn written
    """
)
NOUNS: Final = words(
    """
    beginning binding drawing during embed ending feed heading hundred king meaning need opening rating reading ring
    ruling seed setting settings speed spelling something spring standing string thing warning wording working
    """
)
"""Words that end in -ed or -ing, and are what somebody calls a thing."""


def ends_in_participle(name: str) -> bool:
    """Whether the last word of a name is a participle or gerund, and the name is no sentence."""
    parts = [each.lower() for each in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]
    if not parts or parts[0] in VERBS or parts[-1] in NOUNS:
        return False
    return parts[-1] in IRREGULAR or (parts[-1].endswith(("ed", "ing")) and len(parts[-1]) >= len("being"))


def product_files() -> list[Path]:
    """The Python files of the product."""
    files = [each for each in files_of_the_project() if each.suffix == ".py"]
    return [each for each in files if each.relative_to(ROOT).parts[0] in PRODUCT and "frozen" not in each.parts]


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
    for path in product_files():
        parts = path.relative_to(ROOT).parts
        in_title = len(parts) >= A_TITLE and parts[1] == "rulesets" and parts[2] in titles
        for name in public_types(path):
            found[name].add("a title" if in_title else "/".join(parts))
    return found


def test_a_public_type_has_one_meaning() -> None:
    several = {name: places for name, places in homes().items() if len(places) > 1}

    assert {name: places for name, places in several.items() if name not in HOMONYMS} == {}
    assert several.keys() == HOMONYMS.keys(), "an exception that no name needs any more"


def test_within_a_title_a_public_type_has_one_home() -> None:
    for title in (path.parent for path in ROOT.glob("domain/rulesets/*/ruleset.py")):
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in title.rglob("*.py"):
            for name in public_types(path):
                found[name].append(path.relative_to(title).as_posix())

        assert {name: places for name, places in found.items() if len(places) > 1} == {}
        assert found


def test_no_module_class_or_function_is_named_by_a_participle() -> None:
    """But events and refusals, which the field names so, and answers by the names in the description of the service."""
    modules, classes, functions = (set[str]() for _ in range(3))
    for path in product_files():
        modules.add(path.stem)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not (path.stem.endswith(("events", "errors")) or "Told" in node.name):
                classes.add(node.name)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions.add(node.name)

    for names, allowed in ((modules, MODULES), (classes, CLASSES), (functions, FUNCTIONS)):
        assert {each for each in names if each[0] != "_" and ends_in_participle(each)} == allowed


@pytest.mark.parametrize("name", ["told", "GoneOn", "what_stood", "PromiseKept"])
def test_a_participle_is_noticed(name: str) -> None:
    """The control; ``GoneOn`` is one that no rule of endings finds."""
    assert ends_in_participle(name) == (name != "GoneOn")
