"""How a golden game is written down and played: setup, decisions, and the draws where a table reports them."""

from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry

Step = tuple[dict[str, Any], dict[str, tuple[str, ...]]]
"""A decision, or what is done with a promise, as a transcript has them; and the cards drawn by label."""


class Script(Struct, frozen=True):
    """One golden game; ``box`` is what is different in the components."""

    name: str
    seats: dict[str, str]
    steps: tuple[Step, ...]
    start: dict[str, Any] | None = None
    seed: str = ""
    edition: str = "knights_duty/1"
    components: str = "knights-duty-sample-1"
    switches: dict[str, str] = {}
    box: dict[str, int] = {}
    date: str = "2026-11-20"


def recorded(script: Script, number: int) -> Record:
    """The record of a script: the same bytes every time."""
    ruleset = load_registry().ruleset(script.edition)
    written = {
        "seats": [{"seat": seat, "player": player} for seat, player in script.seats.items()],
        "components": script.components,
        "switches": script.switches,
        "start": script.start,
    }
    setup = resolve_setup(ruleset, parse_setup(written, where=script.name), where=script.name)
    assert isinstance(setup.components, Struct)
    setup = replace(setup, components=replace(setup.components, **script.box))
    chance = "seeded" if script.seed else "witnessed"
    scribe = MemoryWriter.open(ruleset, setup, sources(script.seed, number, script.date), chance=chance)
    for value, cards in script.steps:
        if "promise" in value:
            scribe.promise(value["by"], act_from(value["promise"], where=script.name))
        else:
            scribe.decide(scribe.decision_from(value), [DrawReport(label, drawn) for label, drawn in cards.items()])
    return scribe.record


def sources(seed: str, number: int, date: str = "2026-11-20") -> Sources:
    """A clock that goes on a second an event, numbered salts, and an id that says which record it is."""
    seconds, salts = count(), count(1)
    return Sources(
        clock=lambda: "{}T18:{:02}:{:02}.000000Z".format(date, *divmod(next(seconds), 60)),
        ids=lambda: f"0193a7c4-0000-7000-8000-{number:012x}",
        salts=lambda: f"{number:04x}{next(salts):028x}",
        seeds=lambda: seed,
    )
