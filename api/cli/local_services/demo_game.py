"""The running game of the demonstration: its seats wait for the reader of the terminal."""

from collections.abc import Mapping
from typing import Final

from oathbook.api.service import Service
from oathbook.domain.kernel import TABLE, Seat
from oathbook.domain.promises.lifecycle.acts import OfferLetter, Sign
from oathbook.domain.recording.format.bearer_keys import key_digest, new_key
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.writing.game_head import NewGame

EDITION: Final = "heirless/e1"
BOX: Final = "heirless-coronation-1"
PLAYERS: Final[Mapping[str, str]] = {"ada": "Ada", "bram": "Bram", "cleo": "Cleo", "dov": "Dov"}
OFFERS: Final = Seat("bram")
LETTER: Final = (
    'bram promises ada to spend at least 2 Influence in favour of law "Tithe" in the next vote on law "Tithe".'
)
WHERE: Final = "the running game"


def open_game(service: Service, address: str) -> tuple[str, ...]:
    """Open it, with a letter that Ada may sign, and say at which addresses its seats are taken.

    Each address has the key behind its ``#``, which a browser sends to nobody.
    """
    keys = {seat: new_key() for seat in (*PLAYERS, TABLE)}
    game = service.writer.open(service.ruleset_of(EDITION), _opening(service, keys)).game
    for act in (OfferLetter(LETTER), Sign("p1")):
        service.writer.promise(game, act, by=OFFERS, expected=None)
    named = {**PLAYERS, TABLE: "table"}
    return (
        "One more is running. Each address takes a seat with its key; the table's rules on promises in plain words.",
        *(f"  {named[seat]:<5}  {address}/games/{game}#key={key}" for seat, key in keys.items()),
    )


def _opening(service: Service, keys: Mapping[str, str]) -> NewGame:
    seats = [{"seat": seat, "player": player, "key": key_digest(keys[seat])} for seat, player in PLAYERS.items()]
    written = parse_setup(
        {"seats": seats, "components": BOX, "switches": {}, "start": None, "reveal": "all"}, where=WHERE
    )
    setup = resolve_setup(service.ruleset_of(EDITION), written, where=WHERE)
    return NewGame(setup, host_key=key_digest(keys[TABLE]))
