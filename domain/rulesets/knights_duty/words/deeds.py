"""What a player decides, in the words of the table: *points at Birch*."""

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.knights_duty.model import decisions


def deed(decision: decisions.Decision) -> str:  # noqa: C901  # a case for each decision
    """A decision as what the player does, after the player's name."""
    match decision:
        case decisions.ChooseClan(clan=clan):
            return f"chooses the {clan} clan"
        case decisions.LayPlan(slots=slots):
            return f"lays a plan: {_plan(slots)}"
        case decisions.Move(to=to):
            return f"chooses to go to {to.look()}" if to.is_open else "chooses in secret where to go"
        case decisions.NameMover(mover=mover):
            return f"says that {mover or 'nobody'} moves"
        case decisions.DeclareTarget(target=target):
            return f"points at {target or 'nobody'}"
        case decisions.NameAttacker(attacker=attacker):
            return f"says that {attacker} goes first" if attacker else "does not agree on who goes first"
        case decisions.Inspire(use=use):
            return _inspiration(use)
        case decisions.AgreeToEnd():
            return "agrees to end the match"


def _plan(slots: decisions.Tracker) -> str:
    return format_list([_token(each) for each in slots]) or "nothing"


def _token(token: Hidden[str] | None) -> str:
    if token is None:
        return "an empty slot"
    return token.look() if token.is_open else "a token face down"


def _inspiration(use: Hidden[bool]) -> str:
    if not use.is_open:
        return "decides in secret about Inspiration"
    return "uses the Inspiration token" if use.look() else "keeps the Inspiration token"
