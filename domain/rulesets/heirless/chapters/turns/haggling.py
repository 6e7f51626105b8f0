"""HT-11: a trade is offered, every party agrees, and everything changes hands at once."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.turns.giving import gift_readings, must_be_givable, trade_readings
from oathbook.domain.rulesets.heirless.model.action_events import WorkplaceDiscarded
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decline, Haggle
from oathbook.domain.rulesets.heirless.model.events import GoodsTraded, OfferAccepted, OfferDeclined, OfferMade
from oathbook.domain.rulesets.heirless.model.goods import UNTRADEABLE, gifts_in, grid_room, parties_of
from oathbook.domain.rulesets.heirless.model.queries import offer_of
from oathbook.domain.rulesets.heirless.model.state import Offer, State
from oathbook.domain.rulesets.heirless.model.turn_order import idle_order
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def may_haggle(state: State, decision: Haggle) -> Iterator[Requirement]:
    """Something that may be traded, between players who have it."""
    yield from may_take_free_action(state, decision.by)
    yield Requirement(
        No.OFFER_OPEN,
        HT.TRADE,
        asks="has the player no other offer open?",
        holds=all(offer.by != decision.by for offer in state.field.offers),
        says="the player has an offer open already, and may withdraw it",
        values={"open": ", ".join(offer.by for offer in state.field.offers) or "none"},
        readings=(HA.ONE_OFFER,),
    )
    yield from _must_be_between_players(state, decision)
    for gift in gifts_in(decision.terms):
        yield Requirement(
            No.UNTRADEABLE,
            HT.NOT_TRADABLE,
            asks=f"may {gift.thing.kind.replace('_', ' ')} be traded?",
            holds=gift.thing.kind not in UNTRADEABLE,
            says=f"{gift.thing.kind.replace('_', ' ')} cannot be traded",
            values={"kind": gift.thing.kind},
        )
    yield from must_be_givable(state, decision.terms)
    if state.rules.switches.gifts == "both_give":
        givers = {each.giver for each in decision.terms if each.things}
        yield Requirement(
            No.ONE_SIDED,
            HT.TRADE,
            asks="does each party give something?",
            holds=givers == set(parties_of(decision.terms)),
            says="a party would give nothing",
            values={"givers": ", ".join(sorted(givers))},
            readings=(HA.GIFTS, *trade_readings(state, decision.terms)),
        )


def may_take_free_action(state: State, seat: Seat) -> Iterator[Requirement]:
    """A player, at any time while the game lasts (HT-2.2)."""
    yield Requirement(
        No.NO_SUCH_PLAYER,
        HT.FREE_ACTIONS,
        asks="is this a player?",
        holds=seat in state.seats,
        says=f"there is no player {seat}",
        values={"players": ", ".join(state.seats)},
    )
    yield Requirement(
        No.NOT_ASKED,
        HT.FREE_ACTIONS,
        kind="out-of-turn",
        asks="does the game go on?",
        holds=state.field.stage != "over",
        says="the game is over",
        values={"stage": state.field.stage},
    )


def _must_be_between_players(state: State, decision: Haggle) -> Iterator[Requirement]:
    """Something changes hands, between different players, of whom one offers it."""
    yield Requirement(
        No.NOTHING_TRADED,
        HT.TRADE,
        asks="does everybody who is said to give something give something?",
        holds=bool(decision.terms) and all(each.things for each in decision.terms),
        says="nothing would change hands",
        values={"transfers": len(decision.terms)},
    )
    parties = parties_of(decision.terms)
    yield Requirement(
        No.NO_SUCH_PLAYER,
        HT.TRADE,
        asks="are all parties players?",
        holds=set(parties) <= set(state.seats),
        says="one of the parties is no player",
        values={"parties": ", ".join(parties), "players": ", ".join(state.seats)},
    )
    alone = dict.fromkeys(each.giver for each in decision.terms if each.giver == each.taker)
    yield Requirement(
        No.NOT_WITH_ONESELF,
        HT.TRADE,
        asks="does nobody give to themselves?",
        holds=not alone,
        says="nobody trades with themselves",
        values={"to themselves": ", ".join(alone) or "nobody"},
    )
    yield Requirement(
        No.NOT_A_PARTY,
        HT.TRADE,
        asks="is the player who offers the trade a party to it?",
        holds=decision.by in parties,
        says="the player who offers a trade is a party to it",
        values={"parties": ", ".join(parties)},
    )


def haggle(play: Play, decision: Haggle) -> None:
    """The offer lies on the table; the player who makes it has agreed."""
    play.emit(
        OfferMade(play.field.offered + 1, decision.by, decision.terms),
        *(HT.TRADE, HT.TRADABLE, HT.FREE_ACTIONS),
        readings=(
            HA.ONE_OFFER,
            *_timing_readings(play.state, decision.by),
            *gift_readings(decision.terms),
            *trade_readings(play.state, decision.terms),
        ),
    )


def _timing_readings(state: State, *seats: Seat) -> tuple[HA, ...]:
    """The readings that allow Free Actions in the middle of something (HA-8), or by an Idle player (HA-48)."""
    in_between = (HA.FREE_IN_BETWEEN,) if state.field.stage not in {"turns", "battles"} else ()
    idle = set(seats) & set(idle_order(state.field))
    return (*in_between, HA.FREE_WHEN_IDLE) if idle else in_between


def _must_be_on_table(state: State, seat: Seat, number: int) -> Iterator[Requirement]:
    """An offer that there is, to which the player is a party."""
    yield from may_take_free_action(state, seat)
    offer = offer_of(state.field, number)
    yield Requirement(
        No.NO_SUCH_OFFER,
        HT.TRADE,
        asks="is that offer on the table?",
        holds=offer is not None,
        says=f"there is no offer {number}",
        values={"offers": ", ".join(str(each.number) for each in state.field.offers) or "none"},
    )
    parties = () if offer is None else parties_of(offer.terms)
    yield Requirement(
        No.NOT_A_PARTY,
        HT.TRADE,
        asks="is the player a party to it?",
        holds=seat in parties,
        says="the player is no party to that trade",
        values={"parties": ", ".join(parties)},
    )


def _offer(state: State, number: int) -> Offer:
    offer = offer_of(state.field, number)
    assert offer is not None, "the offer is on the table, or the decision was refused"
    return offer


def may_accept(state: State, decision: Accept) -> Iterator[Requirement]:
    """A party that has not agreed yet; the last one only if everything can still be given."""
    yield from _must_be_on_table(state, decision.by, decision.offer)
    offer = _offer(state, decision.offer)
    yield Requirement(
        No.ACCEPTED_ALREADY,
        HT.TRADE,
        asks="has the player not agreed yet?",
        holds=decision.by not in offer.accepted,
        says="the player has agreed to that trade already",
        values={"agreed": ", ".join(offer.accepted)},
    )
    if {*offer.accepted, decision.by} >= set(parties_of(offer.terms)):
        yield from must_be_givable(state, offer.terms)


def accept(play: Play, decision: Accept) -> None:
    """One more agrees; when all have, the trade is done (HT-11.1)."""
    accepted = OfferAccepted(decision.offer, decision.by)
    play.emit(accepted, HT.TRADE, readings=_timing_readings(play.state, decision.by))
    offer = _offer(play.state, decision.offer)
    parties = parties_of(offer.terms)
    if not set(offer.accepted) >= set(parties):
        return
    readings = (*_timing_readings(play.state, *parties), *trade_readings(play.state, offer.terms))
    for seat in parties:
        for name in grid_room(play.field, offer.terms, seat).replaced:
            play.emit(WorkplaceDiscarded(seat, name), HT.NINE, readings=readings)
    play.emit(
        GoodsTraded(offer.number, offer.by, offer.terms),
        *(HT.TRADE, HT.TRADABLE, HT.FREE_ACTIONS),
        readings=(*readings, *gift_readings(offer.terms)),
    )


def may_decline(state: State, decision: Decline) -> Iterator[Requirement]:
    """Any party, the one that offered it included."""
    return _must_be_on_table(state, decision.by, decision.offer)


def decline(play: Play, decision: Decline) -> None:
    """The offer is off the table."""
    offer = _offer(play.state, decision.offer)
    declined = OfferDeclined(offer.number, offer.by, decision.by)
    play.emit(declined, HT.TRADE, readings=_timing_readings(play.state, decision.by))
