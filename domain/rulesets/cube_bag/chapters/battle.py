"""CB-1.6: the stages of a battle in their order, up to the point where a seat has to decide."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.cube_bag.chapters.cards import forgo_use, offer_card
from oathbook.domain.rulesets.cube_bag.chapters.clash import begin_clash, continue_clash, forgo_extra_draw
from oathbook.domain.rulesets.cube_bag.chapters.conversion import begin_conversion
from oathbook.domain.rulesets.cube_bag.chapters.losses import take_losses
from oathbook.domain.rulesets.cube_bag.chapters.opening import end_game, end_reaction, forgo_attack
from oathbook.domain.rulesets.cube_bag.chapters.outcome import end_battle
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.cube_bag.chapters.preparation import fill_bag
from oathbook.domain.rulesets.cube_bag.chapters.recovery import begin_recovery
from oathbook.domain.rulesets.cube_bag.chapters.siege import clear_structures
from oathbook.domain.rulesets.cube_bag.model.decisions import Forgo
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import Stage, State
from oathbook.domain.rulesets.cube_bag.rules import CB


def advance(play: Play) -> None:  # noqa: C901, PLR0912  # a case a stage: the course of a battle on one page
    """Go on until a seat has to decide or the game is over."""
    while not seats_to_act(play.state) and play.field.stage != "over":
        match play.field.stage:
            case "opening":
                end_game(play)
            case "preparation" | "tactics":
                if not offer_card(play, "discard", play.battle.attacker.seat, play.battle.defender.seat):
                    fill_bag(play)
                    if not begin_conversion(play):
                        begin_clash(play)
            case "conversion":
                begin_clash(play)
            case "clash" | "extra_draw" | "redraw":
                continue_clash(play)
            case "losses":
                take_losses(play)
                if not clear_structures(play) and not begin_recovery(play):
                    end_battle(play)
            case "mat":
                if not begin_recovery(play):
                    end_battle(play)
            case "recovery":
                end_battle(play)
            case "reaction" | "outcome":  # pragma: no cover  # because the defender is asked, or the battle is over
                raise AssertionError(play.field.stage)


FORGONE: Final[Mapping[Stage, tuple[CB, Callable[[Play, Seat], None]]]] = {
    "opening": (CB.ATTACK, forgo_attack),
    "reaction": (CB.REACTION, lambda play, _: end_reaction(play)),
    "tactics": (CB.FABIAN_TACTIC, partial(forgo_use, use="discard")),
    "conversion": (CB.CONVERSION, partial(forgo_use, use="conversion")),
    "extra_draw": (CB.EXTRA_DRAW, forgo_extra_draw),
    "redraw": (CB.TRAINED_ARMY, partial(forgo_use, use="redraw")),
    "recovery": (CB.RECOVERY, partial(forgo_use, use="recovery")),
}
"""What can be forgone, by the stage in which one is asked about it: by which clause, and what happens then."""


def may_forgo(state: State, decision: Forgo) -> Iterator[Requirement]:
    """The seat is asked about something that it need not do."""
    clause, _ = FORGONE.get(state.field.stage, (CB.STAGES, None))
    yield must_be_asked(state, decision.by, during=tuple(FORGONE), clause=clause)


def forgo(play: Play, decision: Forgo) -> None:
    """Do not use what one is asked about."""
    _, leave = FORGONE[play.field.stage]
    leave(play, decision.by)
