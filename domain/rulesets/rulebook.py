"""A rulebook as data: its clauses in our own words, and the readings where its text leaves a choice."""

import re
import tomllib
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct, convert


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule: its words are ours; ``printed`` is the heading it stands under in the source.

    Where no decision of the ruleset ever produces it, ``applied_by`` says what applies it, such as the game's promises,
    or ``not_covered`` why nothing does; else both are empty. ``partly_covered`` says which part of
    it is applied, where not all is.
    """

    id: str
    title: str
    words: str
    printed: str
    not_covered: str = ""
    applied_by: str = ""
    partly_covered: str = ""


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the text is silent or contradicts itself: its plausible readings and the one we take.

    ``settings`` are the settings of its switch, the default first, or empty; then ``no_switch`` says why.
    ``asked_by`` names who asks a switch that no decision of the ruleset turns on, such as the judge of promises.
    """

    id: str
    title: str
    where: tuple[str, ...]
    readings: str
    default: str
    settings: tuple[str, ...] = ()
    no_switch: str = ""
    asked_by: str = ""


class Rulebook(Struct, frozen=True):
    """All clauses and readings of a ruleset."""

    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]


def load_rulebook(folder: Traversable, edition: str = "") -> Rulebook:
    """Read ``rulebook.toml`` and ``rulings.md`` of a ruleset's folder, as far as they stand in an edition.

    A clause or reading that names its ``editions`` stands in those alone, any other in all.
    """
    written = tomllib.loads(folder.joinpath("rulebook.toml").read_text("utf-8"))["clause"]
    clauses = [clause for clause in written if edition in clause.pop("editions", (edition,))]
    readings = parse_readings(folder.joinpath("rulings.md").read_text("utf-8"), edition)
    return Rulebook(convert(clauses, tuple[Clause, ...]), readings)


_HEADING: Final = re.compile(r"## (?P<id>[A-Z]+-\d+) (?P<title>.+)")
_BULLET: Final = re.compile(r"- \*\*(?P<name>[^*]+)\*\*: (?P<text>.+)")
_SETTING: Final = re.compile(r"`([a-z_]+)`")


def parse_readings(markdown: str, edition: str = "") -> tuple[Reading, ...]:
    """The readings of a ``rulings.md``: a heading each, then its bullets, one line each."""
    readings: list[Reading] = []
    for section in re.split(r"^(?=## )", markdown, flags=re.MULTILINE)[1:]:
        lines = section.splitlines()
        heading = _HEADING.fullmatch(lines[0])
        assert heading is not None, f"not a reading's heading: {lines[0]}"
        bullets = {found["name"]: found["text"] for found in map(_BULLET.fullmatch, lines[1:]) if found}
        if edition in bullets.get("Editions", edition).split(", "):
            readings.append(_parse_reading(heading["id"], heading["title"], bullets))
    return tuple(readings)


def _parse_reading(reading_id: str, title: str, bullets: dict[str, str]) -> Reading:
    return Reading(
        id=reading_id,
        title=title,
        where=tuple(bullets["Where"].split(", ")),
        readings=bullets["Readings"],
        default=bullets["Default"],
        settings=tuple(_SETTING.findall(bullets.get("Switch", ""))),
        no_switch=bullets.get("No switch", ""),
        asked_by=bullets.get("Asked by", ""),
    )
