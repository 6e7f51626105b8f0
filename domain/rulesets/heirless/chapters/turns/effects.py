"""What cards give: by their actions (HT-6), and Workplaces when Workers are assigned to them (HA-53). It is data."""

from msgspec import UNSET

from oathbook.domain.kernel import Line, Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, lines_of
from oathbook.domain.rulesets.heirless.model.action_events import Crowned, EffectReceived
from oathbook.domain.rulesets.heirless.model.components import Amount, AssignEffect, CardAction, Name
from oathbook.domain.rulesets.heirless.model.queries import amount_of, player_of, workplace_of
from oathbook.domain.rulesets.heirless.model.state import Built, State
from oathbook.domain.rulesets.heirless.rules import HA, HT


def exchange_lines(
    state: State, seat: Seat, gives: CardAction | AssignEffect, *, pays: tuple[Amount, ...] = (), clause: HT
) -> tuple[Line, ...]:
    """What is paid is taken first, and what is gained comes to what is left of it."""
    player = player_of(state.field, seat)
    had = (*player.resources, Amount("Influence", player.influence), Amount("Prestige", player.prestige))
    gains = (*gives.gains, Amount("Influence", gives.influence), Amount("Prestige", gives.prestige))
    workings: dict[Name, Working] = {}
    for of, by in (*((each.of, -each.count) for each in pays), *((each.of, each.count) for each in gains)):
        before = workings.get(of) or Working.start(of, amount_of(had, of), clause=clause)
        if by < 0:
            workings[of] = before.take(-by, clause=clause, when=True)
        elif by > 0:
            workings[of] = before.add(by, clause=clause, when=True)
    return lines_of(*workings.values())


def receive_effect(play: Play, built: Built, user: Seat) -> None:
    """What the Workplace gives, to its user or its owner; the Sovereign one crowns them where that is how to win."""
    card, box = workplace_of(play.state.rules, built.workplace), play.state.rules.components
    effect = card.on_assign
    if effect is UNSET:
        return
    seat = user if effect.to == "user" else built.owner
    play.emit(
        EffectReceived(seat, card.name, effect.gains, effect.influence, effect.prestige),
        HT.ASSIGN,
        readings=(HA.WORKPLACE_EFFECT,),
        working=exchange_lines(play.state, seat, effect, clause=HT.ASSIGN),
    )
    if card.deck == "Sovereign" and box.victory == "coronation" and play.field.crowned is UNSET:
        play.emit(Crowned(seat, card.name), HT.ASSIGN, readings=(HA.WORKPLACE_EFFECT, HA.END_OF_GAME))
