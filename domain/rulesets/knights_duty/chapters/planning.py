"""KD-2.1, KD-2.2: everybody lays action tokens face down."""

from collections import Counter
from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.knights_duty.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.knights_duty.model.components import TokenSupply
from oathbook.domain.rulesets.knights_duty.model.decisions import TOKENS, LayPlan, Token, Tracker
from oathbook.domain.rulesets.knights_duty.model.events import PlanLaid
from oathbook.domain.rulesets.knights_duty.model.queries import knight_of
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No


def actions_allowed(state: State, seat: Seat) -> int:
    """How many slots a heart of that kind fills (KD-2.2): the first ones (KA-9)."""
    actions = state.rules.components.actions
    return actions.full if knight_of(state.field, seat).heart == "full" else actions.broken


def token_supply(tokens: TokenSupply, token: Token) -> int:
    """How many tokens of a kind a clan has in a turn (KA-33)."""
    supply: int = getattr(tokens, token)
    return supply


def may_lay_plan(state: State, decision: LayPlan) -> Iterator[Requirement]:
    """Within the tracker, within the actions of the heart, within the tokens of a clan."""
    yield must_be_asked(state, decision.by, during=("planning",), clause=KD.PLANS)
    slots = state.rules.components.tracker
    yield Requirement(
        No.TOO_MANY_SLOTS,
        KD.PLANS,
        asks="has the tracker that many slots?",
        holds=len(decision.slots) <= slots,
        says=f"the tracker has {slots} slots",
        values={"slots named": len(decision.slots), "slots": slots},
    )
    allowed = actions_allowed(state, decision.by)
    filled = max((number for number, token in enumerate(decision.slots, 1) if token is not None), default=0)
    yield Requirement(
        No.LAST_SLOT_CLOSED,
        KD.ACTIONS,
        asks="does the heart allow an action in the last slot filled?",
        holds=filled <= allowed,
        says=f"with this heart only the first {allowed} slots can be filled",
        values={"last slot filled": filled, "actions": allowed},
        readings=(KA.WHICH_SLOTS,),
    )
    yield from must_have_tokens(state, decision.slots)


def must_have_tokens(state: State, slots: Tracker) -> Iterator[Requirement]:
    """A clan has only so many tokens of a kind. Raises ``Concealed`` where a reader cannot see them."""
    laid = Counter(token.look() for token in slots if token is not None)
    for token in TOKENS:
        if laid[token]:
            has = token_supply(state.rules.components.tokens, token)
            yield Requirement(
                No.TOKENS_SHORT,
                KD.PLANS,
                asks=f"are there enough {token} tokens?",
                holds=laid[token] <= has,
                says=f"a clan has {has} {token} tokens, not {laid[token]}",
                values={"token": token, "laid": laid[token], "supply": has},
                readings=(KA.TOKENS_RETURN,),
            )


def lay_plan(play: Play, decision: LayPlan) -> None:
    """The tokens lie on the tracker."""
    play.emit(PlanLaid(decision.by, decision.slots), KD.PLANS, KD.ACTIONS, readings=(KA.EMPTY_SLOTS, KA.TOKENS_RETURN))
