"""How decisions are written at the table: *plan bow, shield*, *point at birch*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    TOKENS,
    AgreeToEnd,
    ChooseClan,
    DeclareTarget,
    Inspire,
    LayPlan,
    Move,
    NameAttacker,
    NameMover,
)
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Clans and tokens, of which letters do not speak."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"clan": tuple(each.clan for each in setup.components.board.corners), "token": TOKENS}


NOTATION: Final = Notation(
    (
        Form(ChooseClan, "choose [the] {clan:clan} [clan]"),
        Form(LayPlan, "plan {slots:token}"),
        Form(LayPlan, "lay a plan [:] {slots:token}"),
        Form(Move, "move to [space] {to:space}"),
        Form(NameMover, "let {mover:player} move"),
        Form(DeclareTarget, "point at {target:player}"),
        Form(DeclareTarget, "target {target:player}"),
        Form(DeclareTarget, "attack {target:player}"),
        Form(NameAttacker, "let {attacker:player} go first"),
        Form(Inspire, "use Inspiration", {"use": True}),
        Form(Inspire, "keep Inspiration", {"use": False}),
        Form(AgreeToEnd, "agree to end [the match]"),
    ),
    names,
)
