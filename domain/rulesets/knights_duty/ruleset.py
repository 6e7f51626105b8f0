"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.chance import Chance
from domain.errors import IllegalDecision
from domain.kernel.refusals import Refusal, Requirement, first_unmet
from domain.kernel.seats import Seat, Viewer
from domain.rulesets.knights_duty.chapters.attacking import (
    declare_target,
    may_declare_target,
    may_name_attacker,
    name_attacker,
)
from domain.rulesets.knights_duty.chapters.ending import agree_to_end, may_agree_to_end
from domain.rulesets.knights_duty.chapters.inspiration import inspire, may_inspire
from domain.rulesets.knights_duty.chapters.movement import may_move, may_name_mover, move, name_mover
from domain.rulesets.knights_duty.chapters.planning import lay_plan, may_lay_plan
from domain.rulesets.knights_duty.chapters.play import Play
from domain.rulesets.knights_duty.chapters.setup import choose_clan, may_choose_clan
from domain.rulesets.knights_duty.chapters.turn import advance
from domain.rulesets.knights_duty.editions import EDITION_1, PACKAGE
from domain.rulesets.knights_duty.evolve.evolve import evolved
from domain.rulesets.knights_duty.model.components import Components
from domain.rulesets.knights_duty.model.events import Event
from domain.rulesets.knights_duty.model.field import asked
from domain.rulesets.knights_duty.model.state import (
    AgreeToEnd,
    ChooseClan,
    Decision,
    DeclareTarget,
    Field,
    Inspire,
    LayPlan,
    Move,
    NameAttacker,
    NameMover,
    State,
    View,
)
from domain.rulesets.knights_duty.model.switches import Switches
from domain.rulesets.knights_duty.setup.start import first_state
from domain.rulesets.knights_duty.shown.options import options_of
from domain.rulesets.knights_duty.shown.scene import scene_of
from domain.rulesets.knights_duty.shown.view import view_of
from domain.rulesets.knights_duty.words.facts import VOCABULARY, facts_of
from domain.rulesets.protocol import Consequence, Edition, Options, Scene, Score, Setup, Standing, Wire
from domain.rulesets.setups import samples_of
from domain.rulesets.vocabulary import Fact, Vocabulary

HEARTS: Final = {"full": 2, "broken": 1}


class KnightsDuty:
    """A Knight's Duty, edition 1."""

    edition: Edition = EDITION_1
    vocabulary: Vocabulary = VOCABULARY
    wire: Wire = Wire(Components, Switches, Field, Decision, Event, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """Two to six players on either board, and start positions near each other."""
        return samples_of(self, PACKAGE)

    def initial(self, setup: Setup) -> State:
        """Nobody has a clan yet, or the start position, checked."""
        return first_state(setup)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Whoever has to choose, plan, move, speak or point."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """All of a seat's decisions."""
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
        _take(play, decision, chance)
        advance(play, chance)
        return tuple(play.consequences)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolved(state, event)

    def facts(self, event: Event) -> tuple[Fact, ...]:
        """The event in words."""
        return facts_of(event)

    def standing(self, state: State) -> Standing:
        """Two hearts for a Full Heart, one for a Broken one, none for the defeated."""
        field = state.field
        scores = tuple(
            Score(knight.seat, 0 if knight.defeated else HEARTS[knight.heart], "hearts") for knight in field.knights
        )
        out = tuple(knight.seat for knight in field.knights if knight.space is None)
        return Standing(scores, out, field.ending, stall="no combat (KA-36)" if field.stalled else "")

    def conserved(self, state: State) -> Mapping[str, int]:
        """Once clans are chosen, every seat has a Knight of its own clan, on the board or off it, to the end."""
        if state.field.stage == "clans":
            return {"Knights": len(state.seats), "clans": len(state.seats)}
        knights = state.field.knights
        return {"Knights": len({each.seat for each in knights}), "clans": len({each.clan for each in knights})}

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view_of(state, viewer)

    def scene(self, view: View) -> Scene:
        """Board and Knights as shapes."""
        return scene_of(view)


def _requirements(state: State, decision: Decision) -> Iterator[Requirement]:  # noqa: C901  # a case a decision
    match decision:
        case ChooseClan():
            return may_choose_clan(state, decision)
        case LayPlan():
            return may_lay_plan(state, decision)
        case Move():
            return may_move(state, decision)
        case NameMover():
            return may_name_mover(state, decision)
        case DeclareTarget():
            return may_declare_target(state, decision)
        case NameAttacker():
            return may_name_attacker(state, decision)
        case Inspire():
            return may_inspire(state, decision)
        case AgreeToEnd():
            return may_agree_to_end(state, decision)


def _take(play: Play, decision: Decision, chance: Chance) -> None:  # noqa: C901  # a case a decision: a table
    match decision:
        case ChooseClan():
            choose_clan(play, decision)
        case LayPlan():
            lay_plan(play, decision)
        case Move():
            move(play, decision)
        case NameMover():
            name_mover(play, decision)
        case DeclareTarget():
            declare_target(play, decision)
        case NameAttacker():
            name_attacker(play, decision, chance)
        case Inspire():
            inspire(play, decision)
        case AgreeToEnd():
            agree_to_end(play, decision)
