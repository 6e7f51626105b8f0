"""GH-1.1, GH-8.1, GH-8.2: who attacks whom, one enemy after the other, and items before the draw."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play, must_be_asked, must_be_there, must_live
from oathbook.domain.rulesets.gloomhaven_attack.evolve.battle_changes import MOST_TARGETS
from oathbook.domain.rulesets.gloomhaven_attack.model import events
from oathbook.domain.rulesets.gloomhaven_attack.model.alike import make_alike
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Aim, DeclareAttack, NameTarget, UseItem
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import attack_of, figure_of, is_against, item_of
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Figure, State
from oathbook.domain.rulesets.gloomhaven_attack.rules import FA, GH, No


def may_declare_attack(state: State, decision: DeclareAttack) -> Iterator[Requirement]:
    """A living figure of this seat, against living enemies, each once."""
    yield must_be_asked(state, decision.by, during=("round",), clause=GH.DECLARING)
    yield must_be_there(state, decision.attacker, "attacker", GH.DECLARING)
    attacker = figure_of(state.battle, decision.attacker)
    yield Requirement(
        No.NOT_YOUR_FIGURE,
        GH.DECLARING,
        asks="does this seat decide for the figure?",
        holds=attacker.seat == decision.by,
        says=f"{attacker.seat} decides for {attacker.id}",
        values={"seat": decision.by, "whose": attacker.seat},
        readings=(FA.MONSTERS_ORDER,),
    )
    yield must_live(attacker, "attacker", No.ATTACKER_DEAD)
    yield _each_once(decision)
    for aim in decision.targets:
        yield from may_be_attacked(state, attacker, aim)
    yield _how_many(state, decision)


def _each_once(decision: DeclareAttack) -> Requirement:
    figures = tuple(aim.figure for aim in decision.targets)
    return Requirement(
        No.TARGET_TWICE,
        GH.DECLARING,
        asks="is each enemy named once?",
        holds=len(set(figures)) == len(figures),
        says="an attack targets each enemy once",
        values={"targets": ", ".join(figures) or "none"},
    )


def _how_many(state: State, decision: DeclareAttack) -> Requirement:
    """All targets at once, or the first of them (FA-24)."""
    named, one = len(decision.targets), state.rules.switches.targets_named == "one_by_one"
    return Requirement(
        No.HOW_MANY_TARGETS,
        GH.DECLARING,
        asks="are as many enemies named as an attack is declared with?",
        holds=named == 1 if one else named >= 1,
        says=f"an attack is declared against {'one enemy, the next is named later' if one else 'at least one enemy'}",
        values={"targets": named},
        readings=() if named == 1 else (FA.TARGETS_UP_FRONT,),
    )


def may_be_attacked(state: State, attacker: Figure, aim: Aim) -> Iterator[Requirement]:
    """A living figure of the other side."""
    yield must_be_there(state, aim.figure, "target", GH.DECLARING)
    target = figure_of(state.battle, aim.figure)
    yield must_live(target, "target", No.TARGET_DEAD)
    yield Requirement(
        No.NO_ENEMY,
        GH.DECLARING,
        asks="is the target an enemy of the attacker?",
        holds=is_against(attacker, target),
        says=f"{target.id} is no enemy of {attacker.id}",
        values={"attacker": attacker.kind, "target": target.kind},
    )


def declare_attack(play: Play, decision: DeclareAttack) -> None:
    """The attack, then its first target."""
    several = len(decision.targets) > 1
    play.emit(
        make_alike(events.AttackDeclared, decision, seat=decision.by, number=play.battle.attacks + 1),
        *(GH.PER_TARGET, GH.DECLARING),
        readings=(FA.DISTANCES, FA.SCENARIO, *((FA.TARGETS_UP_FRONT,) if several else ())),
    )
    face_target(play, 1)


def face_target(play: Play, number: int, readings: tuple[FA, ...] = ()) -> None:
    """Turn to an enemy, counted from 1; all steps are its own (GH-1.1)."""
    attack = play.attack
    cites = (GH.PER_TARGET,) if number == 1 else (GH.PER_TARGET, GH.DIFFERENT_DAMAGE)
    play.emit(events.TargetFaced(attack.attacker, attack.targets[number - 1].figure, number), *cites, readings=readings)


def may_name_target(state: State, decision: NameTarget) -> Iterator[Requirement]:
    """Another enemy, or nobody more (FA-24)."""
    yield must_be_asked(state, decision.by, during=("naming",), clause=GH.DECLARING, readings=(FA.TARGETS_UP_FRONT,))
    if decision.target is None:
        return
    attack = attack_of(state.battle)
    before = tuple(aim.figure for aim in attack.targets)
    yield Requirement(
        No.TARGET_TWICE,
        GH.DECLARING,
        asks="has the enemy not been attacked yet?",
        holds=decision.target.figure not in before,
        says="an attack targets each enemy once",
        values={"target": decision.target.figure, "before": ", ".join(before)},
    )
    yield Requirement(
        No.HOW_MANY_TARGETS,
        GH.DECLARING,
        asks="may the attack have another target?",
        holds=len(before) < MOST_TARGETS,
        says=f"an attack has at most {MOST_TARGETS} targets here",
        values={"targets": len(before)},
    )
    yield from may_be_attacked(state, figure_of(state.battle, attack.attacker), decision.target)


def name_target(play: Play, decision: NameTarget) -> None:
    """One enemy more, or the end of the attack."""
    readings = (FA.TARGETS_UP_FRONT,)
    if decision.target is None:
        play.emit(events.AttackEnded(play.attack.attacker, ()), GH.PER_TARGET, readings=readings)
        return
    play.emit(events.TargetNamed(play.attack.attacker, decision.target), GH.PER_TARGET, GH.DECLARING, readings=readings)
    face_target(play, len(play.attack.targets))


def may_use_item(state: State, decision: UseItem) -> Iterator[Requirement]:
    """Before a modifier card is drawn, an item of the attacker, not spent."""
    yield must_be_asked(state, decision.by, during=("aiming", "ordering", "choosing", "naming"), clause=GH.ITEMS)
    attack, stage = attack_of(state.battle), state.battle.stage
    attacker = figure_of(state.battle, attack.attacker)
    of_each = state.rules.switches.item_before == "each_draw"
    later = (FA.ITEM_BEFORE,) if stage == "aiming" and attack.current > 0 else ()
    yield Requirement(
        No.AFTER_THE_DRAW,
        GH.ITEMS,
        asks="has no modifier card of the attack been drawn yet?",
        holds=stage == "aiming" and (of_each or attack.current == 0),
        says="an item that affects an attack is used before a modifier card is drawn",
        values={"stage": stage, "target": attack.current + 1, "item": decision.item},
        readings=later,
    )
    yield Requirement(
        No.NO_SUCH_ITEM,
        GH.ITEMS,
        asks="does the attacker have this item?",
        holds=decision.item in attacker.items,
        says=f"{attacker.id} has no “{decision.item}”",
        values={"item": decision.item, "items": ", ".join(attacker.items) or "none"},
        readings=later,
    )
    yield Requirement(
        No.ITEM_SPENT,
        GH.ITEMS,
        asks="has the item not been used yet?",
        holds=decision.item not in attacker.spent,
        says=f"the “{decision.item}” of {attacker.id} has been used",
        values={"item": decision.item, "used": ", ".join(attacker.spent) or "none"},
        readings=later,
    )


def use_item(play: Play, decision: UseItem) -> None:
    """What it grants joins the attack, from the target at hand on."""
    item = item_of(play.state, decision.item)
    cites = (GH.ITEMS, GH.WHOLE_ACTION) if item.grants == "advantage" else (GH.ITEMS, GH.ATTACKER)
    readings = (FA.ITEM_BEFORE,) if play.attack.current > 0 else ()
    play.emit(events.ItemUsed(decision.by, play.attacker.id, item), *cites, readings=readings)
