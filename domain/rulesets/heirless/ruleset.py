"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from domain.chance import Chance
from domain.errors import IllegalDecision
from domain.kernel.refusals import Refusal, Requirement, first_unmet
from domain.kernel.seats import Seat, Viewer
from domain.rulesets.heirless.chapters.battles.battle_end import cards_in_use, stall_of
from domain.rulesets.heirless.chapters.battles.battle_turn import battle_requirements, take_in_battle
from domain.rulesets.heirless.chapters.play import Play
from domain.rulesets.heirless.chapters.turns.assigning import assign, may_assign, may_permit, permit
from domain.rulesets.heirless.chapters.turns.building import build, may_build
from domain.rulesets.heirless.chapters.turns.cards import may_use_card, use_card
from domain.rulesets.heirless.chapters.turns.haggling import (
    accept,
    decline,
    haggle,
    may_accept,
    may_decline,
    may_haggle,
)
from domain.rulesets.heirless.chapters.turns.knights import deploy, flee, may_deploy, may_flee
from domain.rulesets.heirless.chapters.turns.refining import may_refine, refine
from domain.rulesets.heirless.chapters.turns.turns import idle, may_idle
from domain.rulesets.heirless.chapters.turns.voting import enact, may_enact, may_vote, vote
from domain.rulesets.heirless.editions import EDITION_1, EDITION_2, PACKAGE
from domain.rulesets.heirless.evolve.evolve import evolved
from domain.rulesets.heirless.model.battle_decisions import BattleDecision
from domain.rulesets.heirless.model.components import FACTIONS, Components
from domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Decline,
    Deploy,
    Enact,
    Flee,
    Haggle,
    Idle,
    Permit,
    Refine,
    TurnDecision,
    UseCard,
    Vote,
)
from domain.rulesets.heirless.model.events import Event, TurnEvent
from domain.rulesets.heirless.model.field import asked, staff_of
from domain.rulesets.heirless.model.printing import FIRST, SECOND, Printing
from domain.rulesets.heirless.model.state import BANDITS, Field, State
from domain.rulesets.heirless.model.switches import Switches, TurnSwitches
from domain.rulesets.heirless.setup.setup import first_state, position
from domain.rulesets.heirless.shown.options import options_of
from domain.rulesets.heirless.shown.scene import scene_of
from domain.rulesets.heirless.shown.view import View, view_of
from domain.rulesets.heirless.words.facts import VOCABULARY, facts_of
from domain.rulesets.protocol import Consequence, Edition, Options, Scene, Score, Setup, Standing, Wire
from domain.rulesets.setups import samples_of
from domain.rulesets.vocabulary import Fact, Vocabulary


class Heirless:
    """Heirless in one of its editions."""

    vocabulary: Vocabulary = VOCABULARY

    def __init__(self, edition: Edition, printing: Printing, switches: type[TurnSwitches]) -> None:
        """Take an edition, its parameters, and the switches a table may set in it."""
        self.edition = edition
        self.printing = printing
        self.switches = switches
        events = TurnEvent if printing.battle_model is None else Event
        self.wire = Wire(Components, switches, Field, Decision, events, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """Three to six players from the box, and positions close to whatever is rare."""
        return tuple(replace(each, start=position(each)) for each in samples_of(self, PACKAGE))

    def initial(self, setup: Setup) -> State:
        """The first turn of the first Season, or the start position, checked."""
        return first_state(setup, self.printing)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Whose turn or vote it is, or whose Workplace is asked for. Trades are waited for by nobody."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """A seat's decisions, of trades some."""
        return options_of(state, seat)

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_unmet(_requirements(state, decision))

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        """What the decision does at once, and then on to where somebody has to decide."""
        refusal = self.refusal(state, decision)
        if refusal is not None:
            raise IllegalDecision(refusal)
        play = Play(state)
        if isinstance(decision, BattleDecision):
            take_in_battle(play, decision, chance)
        else:
            _take(play, decision)
        return tuple(play.consequences)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolved(state, event)

    def facts(self, event: Event) -> tuple[Fact, ...]:
        """The event in words."""
        return facts_of(event)

    def standing(self, state: State) -> Standing:
        """The Prestige of every player; penalties for broken promises are told by whoever judges those."""
        scores = tuple(Score(player.seat, player.prestige, "Prestige") for player in state.field.players)
        return Standing(scores, (), state.field.ending, stall=stall_of(state))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Knights, Bandits, Workers by Faction, Workplaces, Laws, markers, cubes, and Influence but as counted."""
        return conserved_in(state.field)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view_of(state, viewer)

    def scene(self, view: View) -> Scene:
        """Map, tracks and reserves as shapes."""
        return scene_of(view)


HEIRLESS_1: Final = Heirless(EDITION_1, FIRST, Switches)
HEIRLESS_2: Final = Heirless(EDITION_2, SECOND, TurnSwitches)


def conserved_in(field: Field) -> Mapping[str, int]:
    """Quantities that no event may change."""
    total: Counter[str] = Counter(Knights=len(field.knights), Bandits=len(field.bandits))
    for faction in FACTIONS:
        reserves = (*(player.unemployed for player in field.players), field.employed)
        total[f"{faction} Workers"] = sum(staff_of(each, faction) for each in reserves)
    hands = sum(len(player.hand) for player in field.players)
    piles = sum(len(pile.cards) for pile in field.piles)
    total["Workplaces"] = hands + piles + len(field.built) + len(field.sovereign)
    total["Laws"] = len(field.laws) + len(field.in_force)
    total["markers"] = sum(len(player.markers) for player in field.players)
    total["cubes on the tracks"] = sum(seat is not None for track in field.tracks for seat in track.spots)
    spent = 0 if field.ballot is None else sum(each.influence for each in field.ballot.spent)
    reserves_of_influence = sum(player.influence for player in field.players)
    total["Influence"] = reserves_of_influence + spent + field.discarded - field.earned
    for cards in field.war.cards:
        total[f"Battlecards of {cards.seat}"] = cards.held + cards.discarded
    for seat in cards_in_use(field):
        total[f"Battlecards of {seat}"] += seat != BANDITS
    return total


def _requirements(state: State, decision: Decision) -> Iterator[Requirement]:
    """What the decision must meet."""
    if isinstance(decision, BattleDecision):
        return battle_requirements(state, decision)
    return _turn_requirements(state, decision)


def _turn_requirements(state: State, decision: TurnDecision) -> Iterator[Requirement]:  # noqa: C901, PLR0912  # a case a decision
    match decision:
        case Assign():
            return may_assign(state, decision)
        case Permit():
            return may_permit(state, decision)
        case Refine():
            return may_refine(state, decision)
        case Build():
            return may_build(state, decision)
        case UseCard():
            return may_use_card(state, decision)
        case Deploy():
            return may_deploy(state, decision)
        case Enact():
            return may_enact(state, decision)
        case Vote():
            return may_vote(state, decision)
        case Flee():
            return may_flee(state, decision)
        case Idle():
            return may_idle(state, decision)
        case Haggle():
            return may_haggle(state, decision)
        case Accept():
            return may_accept(state, decision)
        case Decline():
            return may_decline(state, decision)


def _take(play: Play, decision: TurnDecision) -> None:  # noqa: C901, PLR0912, PLR0915  # a case a decision: a table
    match decision:
        case Assign():
            assign(play, decision)
        case Permit():
            permit(play, decision)
        case Refine():
            refine(play, decision)
        case Build():
            build(play, decision)
        case UseCard():
            use_card(play, decision)
        case Deploy():
            deploy(play, decision)
        case Enact():
            enact(play, decision)
        case Vote():
            vote(play, decision)
        case Flee():
            flee(play, decision)
        case Idle():
            idle(play, decision)
        case Haggle():
            haggle(play, decision)
        case Accept():
            accept(play, decision)
        case Decline():
            decline(play, decision)
