"""The table of decisions: requirements, step of the rulebook, notation and sentence of each."""

from typing import Final

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.wording import format_list
from oathbook.domain.rulesets.knights_duty.chapters import attacking
from oathbook.domain.rulesets.knights_duty.chapters.ending import agree_to_end, may_agree_to_end
from oathbook.domain.rulesets.knights_duty.chapters.inspiration import inspire, may_inspire
from oathbook.domain.rulesets.knights_duty.chapters.movement import may_move, may_name_mover, move, name_mover
from oathbook.domain.rulesets.knights_duty.chapters.planning import lay_plan, may_lay_plan
from oathbook.domain.rulesets.knights_duty.chapters.setup import choose_clan, may_choose_clan
from oathbook.domain.rulesets.knights_duty.chapters.turn import advance
from oathbook.domain.rulesets.knights_duty.model import decisions as d


def _plan(slots: d.Tracker) -> str:
    return format_list([_token(each) for each in slots]) or "nothing"


def _token(token: Hidden[str] | None) -> str:
    if token is None:
        return "an empty slot"
    return token.look() if token.is_open else "a token face down"


def _move(decision: d.Move) -> str:
    to = decision.to
    return f"chooses to go to {to.look()}" if to.is_open else "chooses in secret where to go"


def _first(decision: d.NameAttacker) -> str:
    who = decision.attacker
    return f"says that {who} goes first" if who else "does not agree on who goes first"


def _inspiration(decision: d.Inspire) -> str:
    if not decision.use.is_open:
        return "decides in secret about Inspiration"
    return f"{'uses' if decision.use.look() else 'keeps'} the Inspiration token"


_INSPIRE: Final = (("use Inspiration", {"use": True}), ("keep Inspiration", {"use": False}))

DECISIONS: Final = Decisions(
    Decides(d.ChooseClan, may_choose_clan, choose_clan, "choose [the] {clan:clan} [clan]", "chooses the {clan} clan"),
    Decides(
        d.LayPlan,
        may_lay_plan,
        lay_plan,
        ("plan {slots:token}", "lay a plan [:] {slots:token}"),
        "lays a plan: {slots}",
        {"slots": _plan},
    ),
    Decides(d.Move, may_move, move, "move to [space] {to:space}", _move),
    Decides(d.NameMover, may_name_mover, name_mover, "let {mover:player} move", "says that {mover} moves"),
    Decides(
        d.DeclareTarget,
        attacking.may_declare_target,
        attacking.declare_target,
        ("point at {target:player}", "target {target:player}", "attack {target:player}"),
        "points at {target}",
    ),
    Decides(
        d.NameAttacker, attacking.may_name_attacker, attacking.name_attacker, "let {attacker:player} go first", _first
    ),
    Decides(d.Inspire, may_inspire, inspire, _INSPIRE, _inspiration),
    Decides(d.AgreeToEnd, may_agree_to_end, agree_to_end, "agree to end [the match]", "agrees to end the match"),
    then=advance,
)
FORMS: Final = DECISIONS.forms()
