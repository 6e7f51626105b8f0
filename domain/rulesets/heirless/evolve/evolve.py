"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.evolve.action_changes import ACTION_CHANGES
from oathbook.domain.rulesets.heirless.evolve.battle_changes import BATTLE_CHANGES
from oathbook.domain.rulesets.heirless.evolve.card_changes import BATTLE_STAGES, CARD_CHANGES
from oathbook.domain.rulesets.heirless.evolve.turn_changes import TURN_CHANGES
from oathbook.domain.rulesets.heirless.model import action_events as a
from oathbook.domain.rulesets.heirless.model import battle_events as b
from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model.goods import exchange_goods, parties_of
from oathbook.domain.rulesets.heirless.model.queries import offer_of
from oathbook.domain.rulesets.heirless.model.state import Field, Offer, Stage, State
from oathbook.domain.rulesets.kit.dispatch import functions_by_type
from oathbook.domain.rulesets.kit.misfits import must_exist, must_fit, must_happen_in

ANY_TIME: Final[frozenset[Stage]] = frozenset(get_args(Stage)) - {"over"}
IN_TURNS: Final[frozenset[Stage]] = frozenset({"turns"})

ALLOWED_STAGES: Final[Mapping[type, frozenset[str]]] = {
    **dict.fromkeys((e.OfferMade, e.OfferAccepted, e.OfferDeclined, e.GoodsTraded, a.WorkplaceDiscarded), ANY_TIME),
    **dict.fromkeys((a.ConsentGiven, a.ConsentRefused), frozenset({"consent"})),
    **dict.fromkeys((a.InfluenceSpent, a.VoteClosed), frozenset({"vote"})),
    **dict.fromkeys(
        (e.BattlesFound, e.BattleReported, e.SeasonEnded, e.SeasonBegan, e.GameEnded, e.GameWon), frozenset({"battles"})
    ),
    **dict.fromkeys((e.SovereignDiscarded, e.CubesReturned, e.WorkersReturned), frozenset({"battles"})),
    **dict.fromkeys((b.ResourcesRewarded, b.AttributesImproved, b.RewardsOffered), frozenset({"battles"})),
    b.RewardAnswered: frozenset({"rewards"}),
    e.PhaseBegan: frozenset({"turns", "battles"}),
    **BATTLE_STAGES,
}
"""The stages in which an event can happen, where it is not in turns only."""


def evolve(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind = type(event)
    must_happen_in(ALLOWED_STAGES.get(kind, IN_TURNS), state.field.stage, event)
    return replace(state, field=CHANGES[kind](state, event))


def _offer_made(state: State, event: e.OfferMade) -> Field:
    field = state.field
    must_fit(event.offer == field.offered + 1, f"offer {event.offer} does not come after offer {field.offered}")
    parties = {event.seat, *parties_of(event.terms)}
    must_fit(parties <= set(state.seats), "one of the parties is no player")
    must_fit(all(offer.by != event.seat for offer in field.offers), f"{event.seat} has an offer open")
    offer = Offer(event.offer, event.seat, event.terms, (event.seat,))
    return replace(field, offered=event.offer, offers=(*field.offers, offer))


def _offer_accepted(state: State, event: e.OfferAccepted) -> Field:
    offer = _offer(state.field, event.offer)
    agrees = event.seat in parties_of(offer.terms) and event.seat not in offer.accepted
    must_fit(agrees, f"{event.seat} is not asked to agree")
    agreed = replace(offer, accepted=(*offer.accepted, event.seat))
    return replace(
        state.field, offers=tuple(agreed if each.number == offer.number else each for each in state.field.offers)
    )


def _offer_declined(state: State, event: e.OfferDeclined) -> Field:
    return _without_offer(state.field, event.offer)


def _goods_traded(state: State, event: e.GoodsTraded) -> Field:
    offer = _offer(state.field, event.offer)
    must_fit(set(offer.accepted) >= set(parties_of(offer.terms)), "a player has not agreed")
    must_fit(offer.terms == event.terms, "it is another trade")
    return exchange_goods(_without_offer(state.field, event.offer), event.terms)


def _offer(field: Field, number: int) -> Offer:
    return must_exist(offer_of(field, number), f"offer {number}")


def _without_offer(field: Field, number: int) -> Field:
    gone = _offer(field, number)
    return replace(field, offers=tuple(each for each in field.offers if each != gone))


CHANGES: Final = {
    **TURN_CHANGES,
    **ACTION_CHANGES,
    **BATTLE_CHANGES,
    **CARD_CHANGES,
    **functions_by_type(_offer_made, _offer_accepted, _offer_declined, _goods_traded),
}
"""What each event changes on the table."""
