"""``oathbook rulesets``: lists what is installed and what it covers."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import typer

from oathbook.api.cli import output
from oathbook.api.cli.arguments import Json, argument
from oathbook.api.schemas.editions import present_edition
from oathbook.api.schemas.json_schemas import ruleset_schema
from oathbook.domain.rulesets.protocol import AnyRuleset, disclosure_name, disclosures_of
from oathbook.domain.rulesets.registry import load_registry, own_origin
from oathbook.domain.rulesets.rulebook import Clause


def rulesets(
    key: Annotated[str | None, argument(metavar="KEY", help="An edition, such as knights_duty/1.")] = None,
    *,
    schema: Annotated[bool, typer.Option("--schema", help="JSON Schemas of setups, decisions, events, views.")] = False,
    clauses: Annotated[bool, typer.Option("--clauses", help="The rulebook, clause by clause, in our words.")] = False,
    readings: Annotated[
        bool, typer.Option("--readings", help="Where the rulebook leaves a choice, and our choice.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the installed editions, or say what one of them covers.

    --schema prints one JSON document (JSON Schema 2020-12) that says how to write a setup, a decision and draws for
    oathbook ask, and how to read events and views.

    \b
    Exit codes
      0  listed
      2  there is no such edition

    \b
    --json  a list of {"key", "title", "status", "clauses", "not_covered", "readings", "switches": {id: settings, the
            default first}, "components", "origin"}; with KEY one such object; --schema the document;
            --clauses {"key", "clauses": [{"id", "title", "words", "printed", "not_covered", "applied_by",
              "partly_covered"}]};
            --readings {"key", "readings": [{"id", "title", "where", "readings", "default", "settings", "no_switch"}]}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    asked = {"schema": schema, "clauses": clauses, "readings": readings}
    wanted = [name for name, is_wanted in asked.items() if is_wanted]
    if len(wanted) > 1 or (wanted and key is None):
        raise typer.BadParameter("give KEY and only one of --schema, --clauses, --readings")
    if key is None:
        _all(as_json=as_json)
    else:
        page, as_value = PAGES[wanted[0] if wanted else ""]
        ruleset = load_registry().ruleset(key)
        if as_json:
            output.say_json(as_value(ruleset))
        else:
            page(ruleset)


def _all(*, as_json: bool) -> None:
    registry = load_registry()
    editions = [ruleset.edition for ruleset in registry.by_key.values()]
    for name, fault in registry.faults.items():
        output.complain(f"{name} could not be loaded: {fault}")
    if as_json:
        output.say_json([present_edition(edition) for edition in editions])
        return
    counts = ((str(len(each.rulebook.clauses)), str(len(each.rulebook.readings))) for each in editions)
    output.say_table(
        ("edition", "title", "status", "clauses", "readings", "from"),
        (
            (each.key, each.title, each.status, *count, each.origin or own_origin())
            for each, count in zip(editions, counts, strict=True)
        ),
    )


def _one(ruleset: AnyRuleset) -> None:
    edition, book = ruleset.edition, ruleset.edition.rulebook
    switches = [reading for reading in book.readings if reading.settings]
    covered = sum(not clause.not_covered for clause in book.clauses)
    clauses, readings = output.counted(len(book.clauses), "clause"), output.counted(len(book.readings), "reading")
    output.say(
        [
            output.line((edition.title, "bold"), f" ({edition.key}), {edition.status}"),
            output.line(f"{covered} of {clauses} covered, {readings}"),
            output.line(f"components: {', '.join(sorted(edition.components))}"),
            output.line(f"{output.counted(len(switches), 'switch', 'switches')}, each with its default first:"),
        ]
    )
    output.say_table(
        ("switch", "title", "settings"), ((each.id, each.title, ", ".join(each.settings)) for each in switches)
    )
    disclosures = disclosures_of(ruleset).items()
    if told := [disclosure_name(event, field) for event, fields in disclosures for field in fields]:
        output.say([output.line(f"tells of hidden things by: {', '.join(told)}")])


def _clauses(ruleset: AnyRuleset) -> None:
    rows = ((each.id, each.title, each.words + _coverage_text(each)) for each in ruleset.edition.rulebook.clauses)
    output.say_table(("clause", "title", "in our words"), rows)


def _coverage_text(clause: Clause) -> str:
    """What applies a clause that no decision leads to, which part of one is covered, or why none is."""
    marks = {
        "applied by ": clause.applied_by,
        "covered in part: ": clause.partly_covered,
        "not covered: ": clause.not_covered,
    }
    return "".join(f" ({mark}{says})" for mark, says in marks.items() if says)


def _readings(ruleset: AnyRuleset) -> None:
    rows = (
        (each.id, each.title, ", ".join(each.where), each.default, ", ".join(each.settings) or "no switch")
        for each in ruleset.edition.rulebook.readings
    )
    output.say_table(("reading", "title", "where", "default", "settings"), rows)


def _schema(ruleset: AnyRuleset) -> None:
    output.say(map(output.line, json.dumps(ruleset_schema(ruleset), indent=2).splitlines()))


Page = tuple[Callable[[AnyRuleset], None], Callable[[AnyRuleset], Mapping[str, Any]]]
PAGES: Final[Mapping[str, Page]] = {
    "": (_one, lambda ruleset: present_edition(ruleset.edition)),
    "schema": (_schema, ruleset_schema),
    "clauses": (_clauses, lambda ruleset: {"key": ruleset.edition.key, "clauses": ruleset.edition.rulebook.clauses}),
    "readings": (
        _readings,
        lambda ruleset: {"key": ruleset.edition.key, "readings": ruleset.edition.rulebook.readings},
    ),
}
