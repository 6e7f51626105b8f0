"""The mini-game as a ruleset: turns, votes and seasons, and a die for an attack."""

from collections.abc import Mapping
from typing import Any, Final

from oathbook.domain.chance import Chance
from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import DrawRequest, Seat
from oathbook.domain.rulesets.kit.play import PlayBase
from oathbook.domain.rulesets.kit.requirements import is_allowed
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.protocol import (
    Cell,
    Edition,
    Ending,
    Options,
    Scene,
    Score,
    SeatSetup,
    Setup,
    Stack,
    Standing,
    Tray,
    WireTypes,
)
from tests.minigame import model as m
from tests.minigame.asking import all_decisions, battlefields, requirements
from tests.minigame.evolve import evolved
from tests.minigame.rules import MG, RULEBOOK, No
from tests.minigame.words import VOCABULARY, facts_of

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
MIXED: Final = m.Components(
    goods={
        RED: {"wood": 3, "stone": 1, "influence": 3},
        BLUE: {"wood": 2, "corn": 2, "influence": 2},
        GREEN: {"iron": 2, "influence": 1},
    },
    laws=("CornTax", "Gates"),
    owners={"Forge": GREEN},
    permits=(m.Permit(RED, "Forge"),),
)
POOR: Final = m.Components(knights=1, tiles=("Mill",))
SHARED: Final = m.Components(
    knights=0, owners={"Forge": GREEN}, permits=(m.Permit(RED, "Forge"), m.Permit(BLUE, "Forge"))
)
"""One workplace for everybody, and little else to do."""


def setup_of(components: m.Components, seats: tuple[Seat, ...] = (RED, BLUE, GREEN)) -> Setup:
    """A game of these seats, who act in this order."""
    return Setup(tuple(SeatSetup(each) for each in seats), components, m.Switches())


def _initial(setup: Setup) -> m.State:
    """Everybody gets what is theirs."""
    parts = setup.components
    assert isinstance(parts, m.Components)
    seats = tuple(each.seat for each in setup.seats)
    named = {*parts.goods, *parts.owners.values(), *(each.seat for each in parts.permits)}
    if setup.start is not None or not named <= {*seats}:
        msg = "components: everybody named there has a seat, and there is no other start"
        raise BadRecord(msg)
    goods: dict[Seat, m.Goods] = {
        seat: {item: parts.goods.get(seat, {}).get(item, 0) for item in m.ITEMS} for seat in seats
    }
    reserve = dict.fromkeys(seats, parts.knights)
    return m.State(seats, parts, goods, reserve, permits=parts.permits)


def _to_act(state: m.State) -> tuple[Seat, ...]:
    """Whose vote or turn it is."""
    if state.vote is not None:
        return state.vote.left[:1]
    return () if state.turn is None else (state.turn,)


def _options(state: m.State, seat: Seat) -> Options[m.Decision]:
    """All of them."""
    if seat not in state.seats:
        return Options((), complete=True)
    listed = (each for each in all_decisions(state, seat) if is_allowed(requirements(state, each)))
    return Options(tuple(listed), complete=True)


def _standing(state: m.State) -> Standing:
    """Goods are points."""
    scores = tuple(Score(seat, sum(goods.values()), "goods") for seat, goods in state.goods.items())
    return Standing(scores, state.gone, state.ending)


def _conserved(state: m.State) -> Mapping[str, int]:
    """Goods and knights."""
    goods: dict[str, int] = {item: sum(each[item] for each in state.goods.values()) for item in m.ITEMS}
    knights = sum(state.reserve.values()) + len(state.knights) + state.lost
    return {**goods, "influence": goods["influence"] + state.spent, "knights": knights}


def _scene(view: m.View) -> Scene:
    """Tiles in a row, what everybody has, workplaces and laws."""
    box = view.components
    cells = tuple(Cell(tile, number * 1000, 0, "square") for number, tile in enumerate(box.tiles))
    goods = tuple(
        Tray(f"{seat}'s goods", f"goods of {seat}", _stacks(goods), seat, "counts", (seat,))
        for seat, goods in view.goods.items()
    )
    common = (Tray(name, name, _stacks(dict.fromkeys(of, 1))) for name, of in _common(box).items())
    return Scene(cells, (), (*goods, *common))


def _stacks(counts: Mapping[Any, int]) -> tuple[Stack, ...]:
    return tuple(Stack(f"one {name}", name, count, stands_for=(name,)) for name, count in counts.items())


def _common(box: m.Components) -> Mapping[str, tuple[str, ...]]:
    return {"workplaces": tuple(box.owners), "laws": box.laws}


class _Play(PlayBase[m.State, m.Event, MG, MG]):
    """The play under way, with what each decision leads to."""

    def take(self, decision: m.Decision, chance: Chance) -> None:
        match decision:
            case m.Give(by, item, count, to):
                self.emit(m.Given(by, item, count, to), MG.GIVE)
            case m.LetUse(by, workplace, to):
                self.emit(m.Permitted(by, workplace, to), MG.ASSIGN)
            case m.Refuse(by, whom):
                self.emit(m.Refused(by, whom), MG.REFUSE)
            case m.Leave(by):
                self._leave(by)
            case m.CastVote(by, law, side, count):
                assert self.state.vote is not None
                self.emit(m.Voted(by, self.state.vote.vote, law, side, count), MG.VOTE)
                self._count()
            case _:
                self._act(decision, chance)

    def _act(self, decision: m.Deploy | m.Assign | m.Attack | m.OpenVote | m.Idle, chance: Chance) -> None:
        by = decision.by
        match decision:
            case m.Deploy(tile=tile):
                self.emit(m.Deployed(by, tile), MG.DEPLOY)
            case m.Assign(workplace=workplace):
                self.emit(m.Assigned(by, workplace), MG.ASSIGN)
            case m.Attack(target=target):
                self._attack(by, target, chance)
            case m.Idle():
                self.emit(m.Idled(by), MG.IDLE)
            case m.OpenVote(law=law):
                self.emit(m.VoteOpened(by, f"v{self.state.votes + 1}", law), MG.VOTE)
                return
        self._pass_on(by)

    def _attack(self, by: Seat, target: Seat, chance: Chance) -> None:
        tile = next(battlefields(self.state, by, target))
        drawn = chance.draw(DrawRequest("attack", ("hit", "miss"), 1, str(MG.ATTACK))).drawn
        self.emit(m.Attacked(by, target), MG.ATTACK)
        self.emit(m.KnightLost(target if drawn == ("hit",) else by, tile), MG.ATTACK)

    def _count(self) -> None:
        vote = self.state.vote
        assert vote is not None
        if vote.left:
            return
        self.emit(m.VoteClosed(vote.vote, vote.pro > vote.con), MG.VOTE)
        if vote.pro > vote.con:
            self.emit(m.LawEnacted(vote.seat, vote.law), MG.VOTE)
        self._pass_on(vote.seat)

    def _leave(self, by: Seat) -> None:
        self.emit(m.Left(by), MG.LEAVE)
        staying = tuple(each for each in self.state.seats if each not in self.state.gone)
        if len(staying) == 1:
            self.emit(m.Ended(Ending("deserted", staying, MG.END)), MG.END)

    def _pass_on(self, by: Seat) -> None:
        """The turn is over; when everybody is out, the season ends."""
        self.emit(m.TurnEnded(by), MG.TURN)
        if not self.state.playing:
            self._end_season()

    def _end_season(self) -> None:
        season = self.state.season
        self.emit(m.SeasonEnded(season), MG.SEASON)
        staying = tuple(each for each in self.state.seats if each not in self.state.gone)
        if season == m.SEASONS:
            self.emit(m.Ended(Ending("seasons over", staying, MG.END)), MG.END)
        else:
            self.emit(m.SeasonBegan(season + 1), MG.SEASON)


MINIGAME: Final[Rules[m.State, m.Decision, m.Event, m.View]] = Rules(
    edition=Edition(
        "minigame/1",
        "The mini-game",
        "draft",
        RULEBOOK,
        tuple(map(str, No)),
        ("seasons over", "deserted"),
        {"mixed": MIXED, "poor": POOR},
    ),
    wire=WireTypes(m.Components, m.Switches, m.Start, m.Decision, m.Event, m.State, m.View),
    vocabulary=VOCABULARY,
    samples=lambda: (setup_of(MIXED), setup_of(POOR), setup_of(SHARED)),
    initial=_initial,
    to_act=_to_act,
    options=_options,
    needs=requirements,
    take=_Play.take,
    evolve=evolved,
    facts=facts_of,
    standing=_standing,
    conserved=_conserved,
    view=lambda state, _: state,
    scene=_scene,
    play=_Play,
)
"""One sample with everything in it, a bare one, and one in which all want the same; nothing is hidden from anybody."""
