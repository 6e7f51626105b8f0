"""How decisions are written at the table: *attack 1,0 with A, B*, *draw 3*."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    BonusOf,
    Convert,
    Draw,
    Forgo,
    Loss,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Rebuild,
    Recover,
    Redraw,
    Spent,
)
from oathbook.domain.rulesets.forms import Form, Notation

_CUBES: Final = "[actions {actions}] [experience {experience}]"

NOTATION: Final = Notation(
    (
        Form(Attack, "attack [hex] {target:hex} with [army] [armies] {armies}"),
        Form(React, "react on [hex] {to:hex} with [army] {army}"),
        Form(Prepare, f"prepare [bonus {{bonuses}}] [leaving out {{leave_out}}] {_CUBES}"),
        Form(BonusOf, "{unit:unit} of [army] {army}"),
        Form(Spent, "{cubes} from {card}"),
        Form(PlayCard, "play [card] {card}"),
        Form(Convert, f"convert {{unit:unit}} of [army] {{army}} to [hex] {{to:hex}} by {{card}} {_CUBES}"),
        Form(Draw, "draw {cubes} [cubes]"),
        Form(Redraw, "put {back} back by {card}"),
        Form(AssignLosses, "assign {losses}"),
        Form(Loss, "{damage} to {of}"),
        Form(PutBack, "put [structure] {structure} back on {area}"),
        Form(Recover, f"recover [unit] {{unit:unit}} on [hex] {{to:hex}} by {{card}} {_CUBES}"),
        Form(Rebuild, "rebuild {structure} on [hex] {at:hex}"),
        Form(Forgo, "forgo [the attack]"),
    )
)
