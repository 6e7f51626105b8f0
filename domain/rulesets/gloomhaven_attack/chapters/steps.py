"""The table of decisions: requirements, step of the rulebook, notation and sentence of each."""

from typing import Final

from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.gloomhaven_attack.chapters import declaring
from oathbook.domain.rulesets.gloomhaven_attack.chapters.attacking import begin_draw, resolve_steps
from oathbook.domain.rulesets.gloomhaven_attack.chapters.damage import may_note_damage, note_damage
from oathbook.domain.rulesets.gloomhaven_attack.chapters.drawing import may_draw_cards
from oathbook.domain.rulesets.gloomhaven_attack.chapters.modifiers import may_order_modifiers, order_modifiers
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.playing import choose_card, may_choose_card
from oathbook.domain.rulesets.gloomhaven_attack.chapters.rounds import end_if_one_side_left, end_round, may_end_round
from oathbook.domain.rulesets.gloomhaven_attack.model import decisions as d
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Effect, Modifier
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.wording import format_list


def _go_on(play: Play) -> None:
    if play.battle.stage == "resolving":
        resolve_steps(play)
    end_if_one_side_left(play)


def _aim(aim: d.Aim) -> str:
    return aim.figure if aim.distance == 1 else f"{aim.figure}, {aim.distance} hexes away,"


_WAYS: Final = "[reach {reach}] [modifiers {modifiers}] [pierce {pierce}] [effects {effects}]"

DECISIONS: Final = Decisions(
    Decides(
        d.DeclareAttack,
        declaring.may_declare_attack,
        declaring.declare_attack,
        "attack {targets} with [figure] {attacker:figure} for {base} "
        f"{_WAYS} [advantage {{advantage}}] [disadvantage {{disadvantage}}]",
        "has {attacker} attack {targets} with {base}",
        {"targets": lambda targets: format_list(list(map(_aim, targets))) or "nobody"},
    ),
    Decides(d.UseItem, declaring.may_use_item, declaring.use_item, "use [item] {item:item}", "uses {item}"),
    Decides(
        d.OrderModifiers,
        may_order_modifiers,
        order_modifiers,
        "order {order}",
        "orders the modifiers: number {order}",
        {"order": lambda order: format_list([str(each + 1) for each in order])},
    ),
    Decides(d.DrawCards, may_draw_cards, begin_draw, "draw [cards]", "turns over modifier cards"),
    Decides(d.ChooseCard, may_choose_card, choose_card, "take [the] {card} [card]", "takes the {card} card"),
    Decides(
        d.NameTarget,
        declaring.may_name_target,
        declaring.name_target,
        "target {target}",
        "names {target}",
        {"target": lambda aim: f"{_aim(aim)} as the next target" if aim else "no more targets"},
    ),
    Decides(
        d.NoteDamage,
        may_note_damage,
        note_damage,
        "note {damage} [damage] to {figure:figure} by {source}",
        "notes that {figure} suffers {damage} damage: {source}",
    ),
    Decides(d.EndRound, may_end_round, end_round, "end [the] round", "ends the round"),
    then=_go_on,
)
FORMS: Final = (
    *DECISIONS.forms(),
    Form(d.Aim, "{figure:figure} [{distance} away]"),
    Form(Modifier, "{of} adds {by}", {"op": "add"}),
    Form(Modifier, "{of} doubles", {"op": "double"}),
    Form(Effect, "{name} [{size}] [on {on}]"),
)
