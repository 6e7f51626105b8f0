"""The table of decisions: requirements, step of the rulebook, notation and sentence of each."""

from typing import Final

from oathbook.domain.rulesets.cube_bag.chapters.battle import advance, forgo, may_forgo
from oathbook.domain.rulesets.cube_bag.chapters.cards import may_play_card, may_redraw, play_card, redraw
from oathbook.domain.rulesets.cube_bag.chapters.clash import draw, may_draw
from oathbook.domain.rulesets.cube_bag.chapters.conversion import convert, may_convert
from oathbook.domain.rulesets.cube_bag.chapters.losses import assign_losses, may_assign_losses
from oathbook.domain.rulesets.cube_bag.chapters.opening import attack, may_attack, may_react, react
from oathbook.domain.rulesets.cube_bag.chapters.preparation import may_prepare, prepare
from oathbook.domain.rulesets.cube_bag.chapters.recovery import may_recover, recover
from oathbook.domain.rulesets.cube_bag.chapters.siege import may_put_back, may_rebuild, put_back, rebuild
from oathbook.domain.rulesets.cube_bag.model import decisions as d
from oathbook.domain.rulesets.cube_bag.model.components import card_title
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.wording import format_count, format_list, plural, with_article


def _preparation(decision: d.Prepare) -> str:
    bonuses = [f"the bonus of the {each.unit} of army {each.army}" for each in decision.bonuses]
    out = [f"{format_count(decision.leave_out, 'defense cube')} left out"] if decision.leave_out else []
    return f"prepares cubes{_list_ways(bonuses + out + _spent(decision))}"


def _conversion(decision: d.Convert) -> str:
    whom = f"{with_article(decision.unit)} of army {decision.army} to {decision.to}"
    return f"tries to convert {whom} by {card_title(decision.card)}{_list_ways(_spent(decision))}"


def _recovery(decision: d.Recover) -> str:
    what = f"{with_article(decision.unit)} on {decision.to}"
    return f"tries to recover {what} by {card_title(decision.card)}{_list_ways(_spent(decision))}"


def _list_ways(parts: list[str]) -> str:
    return f": {', '.join(parts)}" if parts else ""


def _spent(decision: d.Prepare | d.Convert | d.Recover) -> list[str]:
    cubes = [format_count(decision.actions, "action cube")] if decision.actions else []
    cards = [
        f"{format_count(each.cubes, 'experience cube')} from {card_title(each.card)}" for each in decision.experience
    ]
    return cubes + cards


def _losses(decision: d.AssignLosses) -> str:
    if not decision.losses.is_open:
        return "decides in secret what the enemy loses"
    return f"decides what the enemy loses: {format_list(list(map(_loss, decision.losses.look()))) or 'nothing'}"


def _loss(loss: d.Loss) -> str:
    army, _, unit = loss.of.partition("/")
    return f"{loss.damage} damage to {f'the {plural(unit)} of army {army}' if unit else army}"


def _armies(armies: tuple[str, ...]) -> str:
    return format_list([f"army {each}" for each in armies])


def _cubes(number: int) -> str:
    return format_count(number, "cube")


_BY: Final = "[actions {actions}] [experience {experience}]"
_CONVERT: Final = f"convert {{unit:unit}} of [army] {{army}} to [hex] {{to:hex}} by {{card:card}} {_BY}"
_RECOVER: Final = f"recover [unit] {{unit:unit}} on [hex] {{to:hex}} by {{card:card}} {_BY}"
_PREPARE: Final = f"prepare [bonus {{bonuses}}] [leaving out {{leave_out}}] {_BY}"

DECISIONS: Final = Decisions(
    Decides(
        d.Attack,
        may_attack,
        attack,
        "attack [hex] {target:hex} with [army] [armies] {armies}",
        "attacks {target} with {armies}",
        {"armies": _armies},
    ),
    Decides(
        d.React, may_react, react, "react on [hex] {to:hex} with [army] {army}", "sends army {army} to {to} in reaction"
    ),
    Decides(d.Prepare, may_prepare, prepare, _PREPARE, _preparation),
    Decides(d.PlayCard, may_play_card, play_card, "play [card] {card:card}", "uses {card}", {"card": card_title}),
    Decides(d.Convert, may_convert, convert, _CONVERT, _conversion),
    Decides(d.Draw, may_draw, draw, "draw {cubes} [cubes]", "draws {cubes}", {"cubes": _cubes}),
    Decides(
        d.Redraw,
        may_redraw,
        redraw,
        "put {back:colour} back by {card:card}",
        "puts {back} back into the bag by {card}",
        {"card": card_title},
    ),
    Decides(d.AssignLosses, may_assign_losses, assign_losses, "assign {losses}", _losses),
    Decides(
        d.PutBack,
        may_put_back,
        put_back,
        "put [structure] {structure} back on {area:area}",
        "puts {structure} back on the place marked {area}",
    ),
    Decides(d.Recover, may_recover, recover, _RECOVER, _recovery),
    Decides(
        d.Rebuild, may_rebuild, rebuild, "rebuild {structure} on [hex] {at:hex}", "builds {structure} again on {at}"
    ),
    Decides(d.Forgo, may_forgo, forgo, "forgo [the attack]", "passes"),
    then=advance,
)
FORMS: Final = (
    *DECISIONS.forms(),
    Form(d.BonusOf, "{unit:unit} of [army] {army}"),
    Form(d.Spent, "{cubes} from {card:card}"),
    Form(d.Loss, "{damage} to {of}"),
)
