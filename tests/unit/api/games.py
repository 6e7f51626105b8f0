"""Games written out decision by decision, so that a test can say what stands at which position."""

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.games.game_events import Reveal
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import RULESET, sources

SEATS: Final = [{"seat": "ash", "player": "Ann"}, {"seat": "birch", "player": "Bo"}]
BEGINNING: Final[dict[str, Any]] = {"seats": SEATS, "components": "knights-duty-sample-1"}
CLOSE: Final[dict[str, Any]] = {
    **BEGINNING,
    "start": {
        "stage": "planning",
        "turn": 2,
        "knights": [
            {"seat": "ash", "clan": "red", "space": "1,0", "heart": "broken", "weapon": "bow"},
            {"seat": "birch", "clan": "blue", "space": "0,1", "heart": "broken", "weapon": "bow"},
        ],
    },
}
STRIKE: Final = "strike/1/birch"
BEFORE_THE_DRAW: Final = 9
"""In the duel: birch has chosen about Inspiration, ash has not."""

DUEL: Final[tuple[dict[str, Any], ...]] = (
    {"by": "birch", "kind": "lay_plan", "slots": ["bow", "parry"]},  # positions 2 and 3
    {"by": "ash", "kind": "lay_plan", "slots": ["spear", "spear"]},  # 4 and 5
    {"by": "birch", "kind": "declare_target", "target": "ash"},  # 6 and 7
    {"by": "birch", "kind": "inspire", "use": False},  # 8 and 9
    {"by": "ash", "kind": "inspire", "use": True},  # 10, the draw at 11, 12, and the end
)
MARCH: Final[tuple[dict[str, Any], ...]] = (
    {"by": "ash", "kind": "choose_clan", "clan": "red"},  # positions 2 and 3
    {"by": "birch", "kind": "choose_clan", "clan": "blue"},  # 4 and 5
    {"by": "ash", "kind": "lay_plan", "slots": ["movement", "sword", "shield"]},  # 6 and 7
    {"by": "birch", "kind": "lay_plan", "slots": ["movement", "bow", "parry"]},  # 8 and 9
    {"by": "ash", "kind": "move", "to": "3,1"},  # 10 and 11
)


def opened(
    setup: dict[str, Any], *, name: str = "game", seed: str = "", chance: str = "seeded", reveal: Reveal = "all"
) -> MemoryWriter:
    """A game of that setup, with this seed if one is named."""
    ours = sources(name)
    ours = replace(ours, seeds=lambda: seed) if seed else ours
    return MemoryWriter.open(
        RULESET,
        resolve_setup(RULESET, parse_setup(setup, where="test"), where="test"),
        ours,
        chance=chance,
        reveal=reveal,
    )


def played(scribe: MemoryWriter, decisions: tuple[dict[str, Any], ...], *reports: DrawReport) -> Record:
    """The record after these decisions; the reports go with the last of them."""
    *earlier, last = decisions
    for decision in earlier:
        scribe.decide(scribe.decision_from(decision))
    scribe.decide(scribe.decision_from(last), reports)
    return scribe.record


@cache
def duel(*, chance: str = "seeded", reveal: Reveal = "all") -> Record:
    """14 events, 13 without a seed to reveal: birch defeats ash with the only heart among five cards."""
    if chance == "witnessed":
        return played(opened(CLOSE, chance=chance, reveal=reveal), DUEL, DrawReport(STRIKE, ("heart",)))
    games = (played(opened(CLOSE, seed=f"{seed:064x}", reveal=reveal), DUEL) for seed in range(1_000))
    return next(
        record for record in games if any(entry.by == "rules" and entry.position > 12 for entry in record.entries())
    )


@cache
def march(*, decisions: int = len(MARCH)) -> Record:
    """A game under way: two plans lie face down but for the first slot, and ash has chosen where to go."""
    return played(opened(BEGINNING, name="march"), MARCH[:decisions])
