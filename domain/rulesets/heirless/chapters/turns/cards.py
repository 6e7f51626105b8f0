"""HT-6: a Standard Action that a card unlocks. What it does is data (ours)."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play, may_act
from oathbook.domain.rulesets.heirless.chapters.turns.effects import exchange_lines
from oathbook.domain.rulesets.heirless.chapters.turns.refining import must_have
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model.action_events import CardUsed
from oathbook.domain.rulesets.heirless.model.components import CardAction, Name
from oathbook.domain.rulesets.heirless.model.decisions import UseCard
from oathbook.domain.rulesets.heirless.model.queries import grid_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def unlocked_actions(state: State, seat: Seat) -> dict[Name, CardAction]:
    """The actions of the Workplaces a player has built, and of the Laws in force."""
    mine = {built.workplace for built in grid_of(state.field, seat)}
    box = state.rules.components
    of_workplaces = {each.name: each.action for each in box.workplaces if each.name in mine}
    of_laws = {each.name: each.action for each in box.laws if each.name in state.field.in_force}
    return {name: action for name, action in {**of_workplaces, **of_laws}.items() if action is not None}


def may_use_card(state: State, decision: UseCard) -> Iterator[Requirement]:
    """A card that gives the player an action, and what it costs."""
    yield from may_act(state, decision.by)
    actions = unlocked_actions(state, decision.by)
    yield Requirement(
        No.NO_CARD_ACTION,
        HT.CARD,
        asks="does the card give the player an action?",
        holds=decision.card in actions,
        says=f"“{decision.card}” gives the player no action",
        values={"cards": ", ".join(actions) or "none"},
    )
    for cost in actions[decision.card].pays:
        yield must_have(state, decision.by, cost, clause=HT.CARD)


def use_card(play: Play, decision: UseCard) -> None:
    """What the card says is paid and gained."""
    action = unlocked_actions(play.state, decision.by)[decision.card]
    of_law = decision.card in play.field.in_force
    play.emit(
        CardUsed(decision.by, decision.card, action.pays, action.gains, action.influence, action.prestige),
        *(HT.CARD, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO),
        readings=(HA.LAW_IN_FORCE,) if of_law else (),
        working=exchange_lines(play.state, decision.by, action, pays=action.pays, clause=HT.CARD),
    )
    end_action(play)
