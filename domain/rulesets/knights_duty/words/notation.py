"""How decisions are written at the table: *plan bow, shield*, *point at birch*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.knights_duty.model import decisions
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Clans and tokens, of which letters do not speak."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"clan": tuple(each.clan for each in setup.components.board.corners), "token": decisions.TOKENS}


NOTATION: Final = Notation(
    (
        Form(decisions.ChooseClan, "choose [the] {clan:clan} [clan]"),
        Form(decisions.LayPlan, "plan {slots:token}"),
        Form(decisions.LayPlan, "lay a plan [:] {slots:token}"),
        Form(decisions.Move, "move to [space] {to:space}"),
        Form(decisions.NameMover, "let {mover:player} move"),
        Form(decisions.DeclareTarget, "point at {target:player}"),
        Form(decisions.DeclareTarget, "target {target:player}"),
        Form(decisions.DeclareTarget, "attack {target:player}"),
        Form(decisions.NameAttacker, "let {attacker:player} go first"),
        Form(decisions.Inspire, "use Inspiration", {"use": True}),
        Form(decisions.Inspire, "keep Inspiration", {"use": False}),
        Form(decisions.AgreeToEnd, "agree to end [the match]"),
    ),
    names,
)
