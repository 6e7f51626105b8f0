"""How decisions are written at the table: *attack 1,0 with A, B*, *draw 3*."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.model import decisions
from oathbook.domain.rulesets.forms import Form, Notation

_CUBES: Final = "[actions {actions}] [experience {experience}]"

NOTATION: Final = Notation(
    (
        Form(decisions.Attack, "attack [hex] {target:hex} with [army] [armies] {armies}"),
        Form(decisions.React, "react on [hex] {to:hex} with [army] {army}"),
        Form(decisions.Prepare, f"prepare [bonus {{bonuses}}] [leaving out {{leave_out}}] {_CUBES}"),
        Form(decisions.BonusOf, "{unit:unit} of [army] {army}"),
        Form(decisions.Spent, "{cubes} from {card}"),
        Form(decisions.PlayCard, "play [card] {card}"),
        Form(decisions.Convert, f"convert {{unit:unit}} of [army] {{army}} to [hex] {{to:hex}} by {{card}} {_CUBES}"),
        Form(decisions.Draw, "draw {cubes} [cubes]"),
        Form(decisions.Redraw, "put {back} back by {card}"),
        Form(decisions.AssignLosses, "assign {losses}"),
        Form(decisions.Loss, "{damage} to {of}"),
        Form(decisions.PutBack, "put [structure] {structure} back on {area}"),
        Form(decisions.Recover, f"recover [unit] {{unit:unit}} on [hex] {{to:hex}} by {{card}} {_CUBES}"),
        Form(decisions.Rebuild, "rebuild {structure} on [hex] {at:hex}"),
        Form(decisions.Forgo, "forgo [the attack]"),
    )
)
