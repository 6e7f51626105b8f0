"""The same letter and the same game, with the players' names passed round the table."""

import msgspec
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.rulesets.vocabulary import Fact, SlotValue
from tests.support.promises.letters_and_games import TABLE, Game
from tests.support.promises.toy_world import PLAYERS, played

NEXT = dict(zip(PLAYERS, (*PLAYERS[1:], PLAYERS[0]), strict=True))


def renamed(agreement: Agreement) -> Agreement:
    """The letter, about the next player everywhere."""
    text = canonical_bytes(agreement).decode()
    for name in PLAYERS:
        text = text.replace(f'"{name}"', f'"<{name}>"')
    for name, other in NEXT.items():
        text = text.replace(f'"<{name}>"', f'"{other}"')
    return msgspec.json.decode(text, type=Agreement)


def renamed_game(game: Game) -> tuple[Moment, ...]:
    """The game, played by the next player everywhere."""
    table = replace(
        TABLE,
        goods={(str(_other(who)), item): count for (who, item), count in TABLE.goods.items()},
        markers={marker: _other(who) for marker, who in TABLE.markers.items()},
    )
    return played(table, ([_renamed(each) for each in facts] for facts in game))


def _renamed(each: Fact) -> Fact:
    slots = {name: _other(value) for name, value in each.slots.items()}
    return replace(each, by=None if each.by is None else NEXT[each.by], slots=slots)


def _other(value: SlotValue) -> SlotValue:
    return NEXT.get(Seat(value), value) if isinstance(value, str) else value
