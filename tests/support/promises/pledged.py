"""A whole game of Heirless in which everybody has promised everybody something."""

from functools import cache
from typing import Final

from msgspec.structs import replace

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import act_from
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.golden.heirless_game import WHOLE_GAME
from tests.golden.scripting import recorded, sources

LETTERS: Final = (
    "ash promises birch to give 2 wolf0 to birch by the end of season 1.",
    'ash promises cedar not to deploy a knight to tile "Meadow" until the end of season 3.',
    "birch and cedar each promise ash never to idle.",
    'birch promises ash to deploy a knight to tile "Meadow" by the end of season 3.',
    "fir promises ash whenever ash idles, to idle within 2 turns of fir.",
    'ash and birch jointly promise cedar not to deploy a knight to tile "Valley" until the end of season 2.',
    'fir promises birch in plain words "to be kind" judged by the table.',
)


@cache
def pledged_game(decisions: int | None = None) -> Record:
    """The golden game of three Seasons, or its first decisions, with these letters signed before the first of them."""
    scribe = MemoryWriter.resume(recorded(replace(WHOLE_GAME, steps=()), 901), sources("", 901))
    for number, letter in enumerate(LETTERS, 1):
        scribe.promise(Seat(letter.partition(" ")[0]), act_from({"kind": "offer", "letter": letter}, where="test"))
        for seat in scribe.game.promises[f"p{number}"].offer.signers:
            scribe.promise(seat, act_from({"kind": "sign", "promise": f"p{number}"}, where="test"))
    for value, cards in WHOLE_GAME.steps[:decisions]:
        scribe.decide(scribe.decision_from(value), [DrawReport(label, drawn) for label, drawn in cards.items()])
    return scribe.record
