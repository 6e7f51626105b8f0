"""Start positions among the Battles of a Season: before one of them, or where a Battle Turn begins."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model.battle_state import (
    Aim,
    AllyWord,
    Battle,
    BattleCards,
    Cubes,
    Participant,
    Placed,
    Shown,
)
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.state import Bandit, Field, Knight
from oathbook.domain.rulesets.heirless.setup.start import MOST_BANDITS, MOST_FIGURES
from oathbook.domain.rulesets.kit.start_checks import MOST_COUNTABLE
from tests.unit.rulesets.heirless.battles.battle_table import (
    BANDIT,
    HITS,
    PLAIN,
    STALL,
    Fight,
    duel,
    field_of,
    fight,
    stalled,
    with_board,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, opening, taken_up

FOUND: Final = fight(field_of(PLAIN, ash="Valley Meadow", birch="Valley", cedar="Meadow")).table.field
FIGHTING: Final = duel().turn(*HITS).table.field
STALLED: Final = stalled().agree(ASH).table.field


def beside_bandits() -> Fight:
    """Ash and a Bandit, and ash's turn."""
    field = with_board(field_of(PLAIN, bandits=(BANDIT,), ash="Valley"), ASH, delay="1")
    return fight(field).resolve()


BANDITS_THERE: Final = beside_bandits().table.field


@pytest.mark.parametrize(
    ("field", "box"), [(FOUND, PLAIN), (FIGHTING, PLAIN), (BANDITS_THERE, PLAIN), (STALLED, STALL)]
)
def test_what_comes_of_a_game_is_a_start_position(field: Field, box: Components) -> None:
    table = taken_up(field, box=box)

    assert table.field == field
    assert table.asked == (ASH,)
    assert all(
        table.ruleset.refusal(table.state, each) is None for each in table.ruleset.options(table.state, ASH).listed
    )


def test_a_battle_goes_on_after_the_bandits_in_it_have_left() -> None:
    """Their camp is still named, and nobody of it is there."""
    field = field_of(PLAIN, bandits=(BANDIT,), ash="Valley", birch="Valley")
    field = with_board(with_board(field, ASH, delay="1", precision=9), "WolfBandit", health=1)
    fought = fight(field).drawing(**{"card/Valley/1": "N"}).resolve().allied().turn(("ash-1", "b-1"))

    assert fought.hourglass.camp == "WolfBandit"
    assert taken_up(fought.table.field, box=PLAIN).asked == (ASH,)


def battles(*battles: Battle, of: Field = FOUND) -> Field:
    return replace(of, war=replace(of.war, battles=battles))


def war(of: Field = FIGHTING, **changes: object) -> Field:
    return replace(of, war=replace(of.war, **changes))


def hourglass(of: Field = FIGHTING, **changes: object) -> Field:
    assert of.war.hourglass is not None
    return war(of, hourglass=replace(of.war.hourglass, **changes))


VALLEY, MEADOW = FOUND.war.battles
OVER: Final = replace(VALLEY, status="over")
CUBES: Final = (Cubes(ASH, 0, 1), Cubes(BIRCH, 3, 2))
FIGURES: Final = (Participant("ash-1", ASH), Participant("birch-1", BIRCH))

WRONG: Final[dict[str, tuple[str, Field]]] = {
    "a turn among Battles": ("start.turn", replace(FOUND, turn=opening().turn)),
    "somebody not Idle": ("start.turn", replace(FOUND, tracks=opening().tracks)),
    "no Battle": ("start.war.battles", battles()),
    "every Battle over": ("start.war.battles", battles(OVER)),
    "a Battle open before it began": ("start.war.battles", battles(replace(VALLEY, status="open"))),
    "no Battle open": ("start.war.battles", battles(VALLEY, of=FIGHTING)),
    "a Battle twice": ("start.war.battles", battles(VALLEY, VALLEY)),
    "a Battle off the map": ("start.war.battles.Sea", battles(replace(VALLEY, tile="Sea"))),
    "players out of order": ("start.war.battles.Valley", battles(replace(VALLEY, players=(BIRCH, ASH)))),
    "a player who is elsewhere": ("start.war.battles.Valley", battles(replace(VALLEY, players=(ASH, BIRCH, CEDAR)))),
    "Bandits who are elsewhere": ("start.war.battles.Valley", battles(replace(VALLEY, bandits=True))),
    "nobody to fight": ("start.war.battles.Thicket", battles(Battle("Thicket", (), bandits=False))),
    "no Hourglass": ("start.war.hourglass", war(hourglass=None)),
    "an Hourglass before a Battle": ("start.war.hourglass", war(FOUND, hourglass=FIGHTING.war.hourglass)),
    "a card face down": ("start.war.face_down", war(face_down=(Placed(BIRCH, Hidden.of("N", BIRCH)),))),
    "a Knight sent back who is there": ("start.war.sent_back", war(sent_back=("ash-1",))),
    "the Hourglass of another tile": ("start.war.hourglass", hourglass(tile="Meadow")),
    "the Hourglass of other players": ("start.war.hourglass", hourglass(players=(ASH,))),
    "no such camp": ("start.war.hourglass.camp", hourglass(camp="Valley")),
    "another camp": ("start.war.hourglass.camp", hourglass(BANDITS_THERE, camp="CatBandit")),
    "a figure too few": ("start.war.hourglass.figures", hourglass(figures=FIGURES[:1])),
    "a figure twice": ("start.war.hourglass.figures", hourglass(figures=(*FIGURES, *FIGURES))),
    "Wounds beyond counting": (
        "start.war.hourglass",
        hourglass(figures=(FIGURES[0], Participant("birch-1", BIRCH, MOST_COUNTABLE + 1))),
    ),
    "an Alliance of one": ("start.war.hourglass.alliances", hourglass(alliances=((ASH,),))),
    "an Alliance with somebody else": ("start.war.hourglass.alliances", hourglass(alliances=((ASH, CEDAR),))),
    "in two Alliances": ("start.war.hourglass.alliances", hourglass(alliances=((ASH, BIRCH), (ASH, CEDAR)))),
    "a word twice": ("start.war.hourglass.words", hourglass(words=(AllyWord(ASH, None),) * 2)),
    "one side": ("start.war.hourglass.figures", hourglass(alliances=((ASH, BIRCH),))),
    "cubes of one": ("start.war.hourglass.cubes", hourglass(cubes=CUBES[:1])),
    "cubes beyond counting": (
        "start.war.hourglass.cubes",
        hourglass(cubes=(CUBES[0], Cubes(BIRCH, 1, MOST_COUNTABLE))),
    ),
    "the wrong Attacker": ("start.war.hourglass.attacker", hourglass(attacker=BIRCH)),
    "no Attacker": ("start.war.hourglass.attacker", hourglass(cubes=(Cubes(ASH, 1), Cubes(BIRCH, 1)))),
    "no Battle Turn": ("start.war.hourglass.attacker", hourglass(turn=0)),
    "targets chosen": ("start.war.hourglass", hourglass(aims=(Aim("ash-1", "birch-1"),))),
    "a card face up": ("start.war.hourglass", hourglass(face_up=(Shown(ASH, "N"),))),
    "Wounds in a turn that begins": ("start.war.hourglass", hourglass(wounded=True)),
    "a stall too early": ("start.war.hourglass.stalled", hourglass(stalled=True)),
    "a stall unnoticed": ("start.war.hourglass.stalled", hourglass(quiet=20)),
    "agreed without a stall": ("start.war.hourglass.agreed", hourglass(agreed=(ASH,))),
    "agreed by all": ("start.war.hourglass.agreed", hourglass(quiet=20, stalled=True, agreed=(ASH, BIRCH))),
    "a hand in turns": ("start.war.cards.ash", war(cards=(BattleCards(ASH, 0), *FIGHTING.war.cards[1:]))),
    "Knights without end": (
        "start.knights",
        replace(opening(), knights=tuple(Knight(f"ash-{number}", ASH) for number in range(MOST_FIGURES + 1))),
    ),
    "Bandits without end": (
        "start.bandits",
        replace(opening(), bandits=tuple(Bandit(f"b-{number}", "CatBandit") for number in range(MOST_BANDITS + 1))),
    ),
}


@pytest.mark.parametrize(("where", "field"), WRONG.values(), ids=WRONG)
def test_a_position_that_does_not_fit_is_refused_by_name(where: str, field: Field) -> None:
    with pytest.raises(BadRecord) as refused:
        taken_up(field, box=PLAIN)

    assert str(refused.value).startswith(f"{where}: ")


def test_as_many_figures_as_there_may_be_fit() -> None:
    """The control, at the edge."""
    field = replace(
        opening(),
        knights=tuple(Knight(f"ash-{number}", ASH) for number in range(MOST_FIGURES)),
        bandits=tuple(Bandit(f"b-{number}", "CatBandit") for number in range(MOST_BANDITS)),
    )

    assert taken_up(field).field == field
