"""Trades in words: what is offered, asked for, agreed to, and what changes hands."""

from collections.abc import Iterator
from typing import Final

from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model.decisions import Terms, Thing
from oathbook.domain.rulesets.heirless.model.goods import Gift, describe_thing, gifts_in
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

THING: Final = ("kind", "item", "count")

TRADE_FACTS: Final = (
    FactKind("tenders", ("offer", "to", *THING)),
    FactKind("asks_for", ("offer", "of", "to", *THING)),
    FactKind("agrees", ("offer",)),
    FactKind("declines", ("offer", "to")),
    FactKind("withdraws", ("offer",)),
    FactKind("gives", ("offer", "to", *THING, "gift")),
    FactKind("gives_marker", ("offer", "to", "marker", "gift")),
    FactKind("gives_workplace", ("offer", "to", "workplace", "gift")),
)


def trade_facts(event: e.TradeEvent) -> tuple[Fact, ...]:
    """The facts of a trade; one for each thing in it."""
    match event:
        case e.OfferMade():
            return tuple(_offer_facts(event))
        case e.OfferAccepted(offer, seat):
            return (Fact("agrees", seat, {"offer": offer}, f"{seat} agrees to offer {offer}"),)
        case e.OfferDeclined(offer, seat, by):
            if seat == by:
                return (Fact("withdraws", by, {"offer": offer}, f"{by} withdraws offer {offer}"),)
            slots: dict[str, str | int] = {"offer": offer, "to": seat}
            return (Fact("declines", by, slots, f"{by} declines offer {offer} of {seat}"),)
        case e.GoodsTraded():
            return tuple(_gift_facts(event))


def _offer_facts(event: e.OfferMade) -> Iterator[Fact]:
    """What the player who offers would give is tendered; the rest is asked for."""
    for gift in gifts_in(event.terms):
        slots: dict[str, str | int] = {"offer": event.offer, "to": gift.taker, **_slots(gift.thing)}
        what = describe_thing(gift.thing)
        if gift.giver == event.seat:
            yield Fact("tenders", event.seat, slots, f"{event.seat} offers {what} to {gift.taker}")
        else:
            says = f"{event.seat} asks {gift.giver} for {what}"
            says = says if gift.taker == event.seat else f"{says}, for {gift.taker}"
            yield Fact("asks_for", event.seat, {**slots, "of": gift.giver}, says)


def _gift_facts(event: e.GoodsTraded) -> Iterator[Fact]:
    """Each thing that changes hands; a gift is one for which its taker gives nothing in this trade.

    Cards and markers are kinds of their own: their names may be those of Resources, and letters speak of either.
    """
    for gift in gifts_in(event.terms):
        is_gift, thing = _is_gift(event.terms, gift), gift.thing
        kind, slots = _card_slots(thing) if thing.kind in {"marker", "workplace"} else ("gives", _slots(thing))
        says = f"{gift.giver} gives {describe_thing(thing)} to {gift.taker}"
        given: dict[str, str | int] = {"offer": event.offer, "to": gift.taker, **slots, "gift": int(is_gift)}
        yield Fact(kind, gift.giver, given, f"{says} as a gift" if is_gift else says)


def _card_slots(thing: Thing) -> tuple[str, dict[str, str | int]]:
    return f"gives_{thing.kind}", {thing.kind: thing.item}


def _is_gift(terms: Terms, gift: Gift) -> bool:
    return all(each.giver != gift.taker for each in terms)


def _slots(thing: Thing) -> dict[str, str | int]:
    return {"kind": thing.kind, "item": thing.item, "count": thing.count}
