"""HB-3.3: the Attacker gives each of their figures one target at most; Bandits go for whom they happen upon."""

from collections import Counter
from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.heirless.model.battle_events import TargetsChosen
from oathbook.domain.rulesets.heirless.model.battle_queries import figure_in, figures_of, hourglass_of, side_of
from oathbook.domain.rulesets.heirless.model.battle_state import Aim, FigureName, Hourglass
from oathbook.domain.rulesets.heirless.model.decisions import Target
from oathbook.domain.rulesets.heirless.model.state import BANDITS, State
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle


def may_target(state: State, decision: Target) -> Iterator[Requirement]:
    """Own Knights, each once, at figures of others."""
    yield must_be_asked(state, decision.by, during=("targets",), clause=HB.TARGETS)
    hourglass = hourglass_of(state.field)
    own = [each.figure for each in figures_of(hourglass, decision.by)]
    often = Counter(aim.figure for aim in decision.aims)
    for aim in decision.aims:
        yield Requirement(
            NoBattle.NOT_THEIR_KNIGHT,
            HB.TARGETS,
            asks="is it one of the player's Knights in this Battle?",
            holds=aim.figure in own,
            says=f"{aim.figure} is no Knight of {decision.by} in this Battle",
            values={"Knight": aim.figure, "own": ", ".join(own)},
        )
        yield Requirement(
            NoBattle.ONE_TARGET_EACH,
            HB.TARGETS,
            asks="has the Knight one target at most?",
            holds=often[aim.figure] == 1,
            says=f"{aim.figure} has one target at most",
            values={"Knight": aim.figure, "targets": often[aim.figure]},
        )
        yield _is_anothers(hourglass, decision.by, aim.target)
    for aim in decision.aims:
        yield _is_no_ally(state, hourglass, decision.by, aim.target)


def _is_anothers(hourglass: Hourglass, by: Seat, name: FigureName) -> Requirement:
    others = [each.figure for each in hourglass.figures if each.owner != by]
    return Requirement(
        NoBattle.NOT_A_TARGET,
        HB.TARGETS,
        asks="is the target a Bandit, or another player's Knight, in this Battle?",
        holds=name in others,
        says=f"{name} is nobody else's figure in this Battle",
        values={"target": name, "others": ", ".join(others)},
    )


def _is_no_ally(state: State, hourglass: Hourglass, by: Seat, name: FigureName) -> Requirement:
    """Asked after all else, so that nothing else depends on the reading."""
    allies = [each.figure for each in hourglass.figures if each.owner in side_of(hourglass, by) and each.owner != by]
    return Requirement(
        NoBattle.ALLY_AS_TARGET,
        HB.TARGETS,
        asks="is the target no ally's Knight, or may it be one?",
        holds=name not in allies or state.rules.switches.ally_as_target == "legal",
        says=f"{name} is an ally's Knight",
        values={"target": name, "allies": ", ".join(allies) or "none"},
        readings=(HA.ALLY_AS_TARGET,),
    )


def choose_targets(play: Play, aims: tuple[Aim, ...], *readings: HA) -> None:
    """The owners of the targets are the Defenders."""
    hourglass = hourglass_of(play.field)
    attacker = hourglass.attacker
    assert attacker is not None, "a Battle Turn has an Attacker"
    targeted = {found.owner for found in (figure_in(hourglass, aim.target) for aim in aims) if found is not None}
    defenders = tuple(seat for seat in (*hourglass.players, BANDITS) if seat in targeted)
    noted = [*readings]
    if set(side_of(hourglass, attacker)) & targeted:
        noted.append(HA.ALLY_AS_TARGET)
    if not aims:
        noted.append(HA.NO_TARGETS)
    play.emit(TargetsChosen(hourglass.tile, attacker, aims, defenders), HB.TARGETS, readings=noted)


def aim_bandits(play: Play, chance: Chance) -> None:
    """Each Bandit has a Knight drawn for it, or they go for the most wounded (HA-27)."""
    hourglass = hourglass_of(play.field)
    knights = tuple(each.figure for each in hourglass.figures if each.owner != BANDITS)
    most_wounded = max(hourglass.figures, key=lambda each: (each.owner != BANDITS, each.wounds)).figure
    aims: list[Aim] = []
    for bandit in figures_of(hourglass, BANDITS):
        if play.state.rules.switches.bandit_policy == "most_wounded":
            aims.append(Aim(bandit.figure, most_wounded))
        else:
            label = f"target/{hourglass.tile}/{hourglass.turn}/{bandit.figure}"
            (target,) = chance.draw(DrawRequest(label, knights, clause=str(HB.TARGETS))).drawn
            aims.append(Aim(bandit.figure, target))
    choose_targets(play, tuple(aims), HA.BANDIT_POLICY)
