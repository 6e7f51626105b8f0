"""``oathbook examples``: writes files to try the commands with."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from oathbook.api.cli.arguments import Force, Json, Quiet, option
from oathbook.api.cli.output import encodable, line, say, say_json
from oathbook.api.cli.output_files import OutputFile, put

OWN: Final = "api/cli/examples"
GOLDEN: Final = "replays/golden"

EXAMPLES: Final[Mapping[str, tuple[str, str]]] = {
    "match.jsonl": (OWN, "a short duel of A Knight's Duty, over"),
    "march.jsonl": (OWN, "another one, running: both plans lie face down"),
    "word.jsonl": (f"{GOLDEN}/heirless/e1/four-players-and-their-word", "a game of Heirless in which words are broken"),
    "promised.jsonl": (OWN, "a game of Heirless with one promise, broken"),
    "whole.jsonl": (f"{GOLDEN}/knights_duty/1/last-knight-standing", "a whole game of A Knight's Duty"),
    "plans.jsonl": (f"{GOLDEN}/knights_duty/1/lost-third-slot", "a game in which what is hidden matters"),
    "attack.jsonl": (f"{GOLDEN}/gloomhaven_attack/gh1/rolling-and-double", "one attack of Gloomhaven"),
    "editions.jsonl": (f"{GOLDEN}/gloomhaven_attack/gh1/for-another-edition", "attacks that two editions decide apart"),
    "forged.jsonl": (OWN, "the duel with a card that was never drawn"),
    "table.jsonl": (OWN, "the duel as a transcript: decisions, and draws as the table saw them"),
    "evening.notation": (OWN, "a sheet: a round of Heirless as it is written at the table"),
    "mistake.notation": (OWN, "a sheet with a mistake of the table, in the second line of play"),
    "letter.txt": (OWN, "a letter, as it is signed"),
}
"""Each file by its name: where it is in this package, and what it is."""


def examples(
    *,
    to: Annotated[
        Path | None, option("--to", metavar="FOLDER", help="Write them into this folder (default: the current one).")
    ] = None,
    force: Force = False,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Write records, sheets and a letter to try the commands with.

    The pages of the documentation use these files.

    \b
    Exit codes
      0  they are there
      2  another file has one of their names, or they cannot be written

    \b
    --json  {"folder", "files": [{"file", "says"}]}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    folder = to or Path()
    folder.mkdir(parents=True, exist_ok=True)
    put([OutputFile(folder / name, _text(name)) for name in EXAMPLES], force=force)
    if as_json:
        written = [{"file": name, "says": says} for name, (_, says) in EXAMPLES.items()]
        say_json({"folder": encodable(str(folder)), "files": written})
        return
    say(line(f"{name:<17}{says}") for name, (_, says) in EXAMPLES.items())


def _text(name: str) -> bytes:
    """What such a file holds; a golden record is found by the name that it has among the others."""
    place, _ = EXAMPLES[name]
    return files("oathbook").joinpath(f"{place}/{name}" if place == OWN else f"{place}.jsonl").read_bytes()
