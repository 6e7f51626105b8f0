"""What the text leaves open and components say: what a Workplace gives (HA-53), and how a game is won (HA-65)."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.action_events import Crowned, EffectReceived
from oathbook.domain.rulesets.heirless.model.components import AssignEffect, Components, Victory
from oathbook.domain.rulesets.heirless.model.decisions import Assign, Idle, Permit
from oathbook.domain.rulesets.heirless.model.events import GameEnded, GameWon, SeasonBegan
from oathbook.domain.rulesets.heirless.model.state import Field
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    THREE,
    Table,
    built,
    fresh,
    having,
    installed,
    opening,
    placed,
    taken_up,
    workers,
)

CORONATION: Final = installed("heirless-coronation-1")
PEACEFUL: Final = replace(CORONATION, tiles=tuple(replace(tile, bandits=0) for tile in CORONATION.tiles))
CEREMONY: Final = Assign(ASH, "CoronationCeremony", ("Wolf", "Cat", "Fox"))


def throne(owner: Seat = ASH) -> Field:
    """The Coronation Ceremony is built, and ash controls a tile of every Faction and has a Worker of each."""
    return placed(built(opening(box=PEACEFUL), ("CoronationCeremony", owner)), ash="Valley Meadow Thicket")


def won_by(victory: Victory) -> Components:
    """A box without Bandits, of one Season."""
    return replace(PEACEFUL, seasons=1, victory=victory)


def ended(field: Field, victory: Victory) -> Table:
    return taken_up(field, box=won_by(victory)).idle(*THREE)


def test_a_workplace_gives_its_user_what_its_card_says() -> None:
    """The Orchard, HA-53: 1 cat0 and 1 fox0, after the Influence for two Workers."""
    field = placed(built(opening(box=PEACEFUL), ("Orchard", ASH)), ash="Meadow Thicket")

    done = taken_up(field, box=PEACEFUL).decide(Assign(ASH, "Orchard", ("Cat", "Fox")))

    received = done.the(EffectReceived)
    assert (received.cites, received.readings) == (("HT-4.1",), ("HA-53",))
    assert [(each.of, each.total) for each in received.working if each.op == "add"] == [("cat0", 3), ("fox0", 3)]
    assert done.resources(ASH) == {"wolf0": 2, "cat0": 3, "fox0": 3}
    assert "ash receives 1 cat0, 1 fox0 from Orchard" in done.said()


def test_a_workplace_gives_its_owner_what_its_card_says() -> None:
    """The Chapel: 1 Influence and 2 Prestige for its owner, whoever works there."""
    field = placed(built(opening(box=PEACEFUL), ("Chapel", BIRCH)), ash="Meadow Thicket")
    field = having(field, ASH, unemployed=workers(Cat=2, Fox=1))

    asked = taken_up(field, box=PEACEFUL).decide(Assign(ASH, "Chapel", ("Cat", "Cat", "Fox")))
    done = asked.decide(Permit(BIRCH, allow=True))

    assert (done.player(BIRCH).influence, done.player(BIRCH).prestige) == (4, 2)
    assert (done.player(ASH).influence, done.player(ASH).prestige) == (6, 0)
    assert done.field.earned == 4


def test_a_workplace_without_an_effect_gives_nothing() -> None:
    field = placed(built(opening(), ("Orchard", ASH)), ash="Meadow Thicket")

    assert taken_up(field).decide(Assign(ASH, "Orchard", ("Cat", "Fox"))).every(EffectReceived) == ()


def test_whoever_is_crowned_wins_when_the_season_is_over() -> None:
    """Season 1 of 3: the Coronation Ceremony gives ash 10 Prestige and the crown; the Season is played out."""
    crowned = taken_up(throne(), box=PEACEFUL).decide(CEREMONY)
    done = crowned.idle(BIRCH, CEDAR, ASH)

    assert crowned.the(Crowned).event == Crowned(ASH, "CoronationCeremony")
    assert crowned.the(Crowned).readings == ("HA-53", "HA-65")
    assert crowned.player(ASH).prestige == 10
    assert crowned.field.crowned == ASH
    assert crowned.asked == (BIRCH,)
    assert done.every(SeasonBegan) == ()
    assert done.the(GameWon).event == GameWon("coronation", ASH)
    assert done.field.ending == Ending("coronation", (ASH,), "HT-1.5")
    assert done.said()[-1] == "the game ends: coronation, won by ash"


def test_everybody_sees_who_is_crowned() -> None:
    crowned = taken_up(throne(), box=PEACEFUL).decide(CEREMONY)
    view = HEIRLESS_1.view(crowned.state, CEDAR)

    (reserve,) = (tray for tray in HEIRLESS_1.scene(view).trays if tray.id == "ash's reserve")
    assert "crowned: wins with this Season" in [stack.label for stack in reserve.stacks]


def test_the_owner_is_crowned_where_the_card_says_so() -> None:
    cards = tuple(
        replace(each, on_assign=AssignEffect("owner")) if each.deck == "Sovereign" else each
        for each in PEACEFUL.workplaces
    )
    box = replace(PEACEFUL, workplaces=cards)

    done = taken_up(throne(BIRCH), box=box).decide(CEREMONY, Permit(BIRCH, allow=True))

    assert done.the(Crowned).event.seat == BIRCH


def test_the_first_of_a_season_is_crowned() -> None:
    """A Coronation Ceremony that was traded, discarded and built anew crowns nobody else."""
    done = taken_up(replace(throne(), crowned=CEDAR), box=PEACEFUL).decide(CEREMONY)

    assert done.every(Crowned) == ()
    assert done.field.crowned == CEDAR


def test_nobody_is_crowned_where_prestige_wins() -> None:
    done = taken_up(throne(), box=won_by("most_prestige")).decide(CEREMONY)

    assert done.every(Crowned) == ()
    assert done.idle(BIRCH, CEDAR, ASH).the(GameWon).event == GameWon("last season played", ASH)


def test_most_prestige_wins_after_the_last_season() -> None:
    """With a coronation to win by, too, where nobody was crowned."""
    field = having(opening(box=PEACEFUL), BIRCH, prestige=3)

    for done in (ended(field, "most_prestige"), ended(field, "coronation")):
        found = done.the(GameWon)
        assert found.event == GameWon("last season played", BIRCH)
        assert [line.total for line in found.working] == [0, 3, 0]
        assert (found.cites, found.readings) == (("HT-1.5",), ("HA-65",))


def test_the_tie_breaker_names_one_of_several_with_most_prestige() -> None:
    """HT-3.3: ash Idled before cedar."""
    field = having(having(opening(box=PEACEFUL), ASH, prestige=2), CEDAR, prestige=2)

    found = ended(field, "most_prestige").the(GameWon)

    assert found.event.winner == ASH
    assert (found.cites, found.readings) == (("HT-1.5", "HT-3.3", "HT-3.5"), ("HA-65", "HA-64"))


def test_a_game_whose_components_do_not_say_how_to_win_names_no_winner() -> None:
    found = taken_up(opening(), box=replace(PEACEFUL, seasons=1, victory=UNSET)).idle(*THREE).the(GameEnded)

    assert found.event == GameEnded("last season played")


def test_a_new_game_from_the_first_sample_names_a_winner() -> None:
    """The box that is shown to a newcomer says how to win, in both editions."""
    assert HEIRLESS_1.samples()[0].components == CORONATION

    table = fresh(THREE, PEACEFUL)
    for _ in range(PEACEFUL.seasons):
        table = table.decide(
            *(Idle(seat) for seat in (*table.state.field.tracks[0].spots, *table.state.field.tracks[1].spots) if seat)
        )

    assert table.field.ending == Ending("last season played", (ASH,), "HT-1.5")
