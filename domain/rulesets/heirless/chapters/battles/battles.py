"""HB-1.1: in Player Turn Order everybody resolves the Battles they are still part of, in an order of their own."""

from collections.abc import Iterator

from oathbook.domain.errors import NotCovered
from oathbook.domain.kernel import Requirement
from oathbook.domain.rulesets.heirless.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.heirless.model.battle_events import BattleBegan
from oathbook.domain.rulesets.heirless.model.battle_queries import camps_on, is_covered, unresolved_battles
from oathbook.domain.rulesets.heirless.model.decisions import Resolve
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle


def may_resolve(state: State, decision: Resolve) -> Iterator[Requirement]:
    """One of one's own Battles that is not resolved yet."""
    yield must_be_asked(state, decision.by, during=("battles",), clause=HB.ORDER_OF_BATTLES)
    tiles = [battle.tile for battle in unresolved_battles(state.field, decision.by)]
    yield Requirement(
        NoBattle.NO_BATTLE_THERE,
        HB.ORDER_OF_BATTLES,
        asks="is it a Battle of theirs that is not resolved yet?",
        holds=decision.tile in tiles,
        says=f"the player has no Battle to resolve on “{decision.tile}”",
        values={"tile": decision.tile, "Battles": ", ".join(tiles)},
    )


def open_battle(play: Play, decision: Resolve) -> None:
    """The Battle begins; ``NotCovered`` with Bandits of two camps (HA-57)."""
    (battle,) = (each for each in unresolved_battles(play.field, decision.by) if each.tile == decision.tile)
    if not is_covered(play.state, battle):
        raise NotCovered(HB.BANDIT_PLAYER, "Bandits of two camps in one Battle would have two Delays (HA-57)")
    camp = next(iter(camps_on(play.field, battle.tile)), None)
    play.emit(
        BattleBegan(battle.tile, decision.by, battle.players, camp),
        *(HB.ORDER_OF_BATTLES, *((HB.BANDIT_PLAYER,) if camp else ())),
        readings=(HA.IDLE_ORDER,),
    )
