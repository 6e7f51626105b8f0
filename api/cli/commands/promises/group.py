"""``oathbook promises``: reads letters back before they are signed, and audits signed promises."""

from collections.abc import Iterator
from typing import Annotated, Final

import typer
from rich.text import Text

from oathbook.api.cli.arguments import Json, Quiet, option
from oathbook.api.cli.commands.promises.audit import audit_record
from oathbook.api.cli.input_files import bytes_in
from oathbook.api.cli.letters_aloud import duty_rows
from oathbook.api.cli.output import line, say, say_json
from oathbook.api.schemas import letter_review
from oathbook.domain.errors import BadLetter, BadRecord
from oathbook.domain.kernel.limits import BODY_BYTES
from oathbook.domain.rulesets.registry import load_registry

UNSIGNABLE: Final = 2
WEIGHTS: Final = {"reject": ("rejected", "bold red"), "warn": ("warning", "yellow")}

promises: Final = typer.Typer(help="Read letters back, and audit the promises of a record.", rich_markup_mode=None)


@promises.command("check")
def check_letter(
    *,
    letter: Annotated[str, option(metavar="TEXT", help="The letter; or @FILE.")],
    edition: Annotated[
        str | None,
        option(
            metavar="KEY",
            help="The edition that supplies words and names; without it the example world of Red, Blue and Green.",
        ),
    ] = None,
    seats: Annotated[str | None, option(metavar="SEAT,…", help="The seats at the table; needs --edition.")] = None,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Read a letter back, with what it means, what prevents signing and what is risky.

    \b
    Exit codes
      0  it reads, and can be signed
      2  it does not: the place, and what could be there or why not

    \b
    --json  {"read_back", "stands", "remarks": [{"code", "weight": "reject"|"warn", "says", "span"}],
            "duties": [{"path", "who", "does", "often", "counts", "since", "until", "ends", "breaks", "decides",
            "costs", "says", "span"}], "suggestions": [letter],
            "asks", "next": [{"offset", "phrase": {"says", "kind", "sort"}}]}; if it cannot be read
            {"problem": "BadLetter", "says", "line", "column", "offset", "excerpt", "expected",
            "suggestions", "asks", "next"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    text, world = _text(letter), _context(edition, seats)
    try:
        found = letter_review.review_letter(text, world)
    except BadLetter as bad:
        _print_bad(bad, text, world, as_json=as_json)
        raise typer.Exit(UNSIGNABLE) from None
    if as_json:
        say_json(found)
    else:
        say(_review_lines(found, text))
    raise typer.Exit(0 if found.stands else UNSIGNABLE)


def _text(letter: str) -> str:
    if not letter.startswith("@"):
        return letter
    name = letter[1:]
    try:
        return bytes_in(name, most=BODY_BYTES).decode()
    except UnicodeDecodeError:
        raise BadRecord(f"{name}: it is not UTF-8 text") from None


def _context(edition: str | None, seats: str | None) -> letter_review.LetterContext:
    if edition is not None:
        named = tuple(seats.split(",")) if seats else ()
        return letter_review.sample_context(load_registry().ruleset(edition), named)
    if seats is not None:
        raise typer.BadParameter("--seats needs --edition")
    return letter_review.EXAMPLE_CONTEXT


def _review_lines(found: letter_review.LetterChecked, text: str) -> Iterator[Text]:
    yield line((found.read_back, "bold"))
    for duty in found.duties:
        yield from (line(f"  {each}") for each in duty_rows(duty))
    for remark in found.remarks:
        word, style = WEIGHTS[remark.weight]
        yield line((word, style), f": {remark.says} ({remark.code})")
        yield line(f"  {' '.join(text[slice(*remark.span)].split())}")
    yield from _suggestion_lines(found.suggestions, found.asks)


def _print_bad(bad: BadLetter, text: str, world: letter_review.LetterContext, *, as_json: bool) -> None:
    instead = letter_review.suggestions(text, world)
    asks = letter_review.question_text(instead.asks)
    if as_json:
        place = {"line": bad.line, "column": bad.column, "offset": bad.offset, "excerpt": bad.excerpt}
        more = {"expected": bad.expected, "suggestions": instead.letters, "asks": asks}
        following = letter_review.continuations(text, world)
        say_json({"problem": "BadLetter", "says": bad.says, **place, **more, "next": following})
        return
    say([line(f"line {bad.line}, column {bad.column}: {bad.says}"), *map(line, bad.excerpt)])
    if bad.expected:
        say([line("expected one of:"), *(line(f"  {each}") for each in bad.expected)])
    say(_suggestion_lines(instead.letters, asks))


def _suggestion_lines(letters: tuple[str, ...], asks: str) -> Iterator[Text]:
    """Letters to take in place of one that cannot be signed, or the question that comes before any."""
    if letters:
        yield line("did you mean:")
    for each in letters:
        yield line(f"  {each}")
    if asks:
        yield line(asks)


promises.command("audit")(audit_record)
