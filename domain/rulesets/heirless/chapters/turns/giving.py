"""HT-11.2 and its limits: who has what they give, and room for what they take."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.heirless.model import goods
from oathbook.domain.rulesets.heirless.model.decisions import Terms
from oathbook.domain.rulesets.heirless.model.state import GRID, State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def must_be_givable(state: State, terms: Terms) -> Iterator[Requirement]:
    """Everybody has what they give, and room for what they take. Asked at the offer, and again when all agree."""
    for (seat, kind, item), number in goods.amounts_to_give(terms).items():
        has = goods.amount_owned(state.field, seat, kind, item)
        yield Requirement(
            No.NOT_THEIRS,
            HT.TRADABLE,
            asks=f"has {seat} {number} of {kind} {item} to give?",
            holds=number <= has,
            says=f"{seat} has {has} of {kind} {item} to give, not {number}",
            values={"giver": seat, "item": item, "given": number, "has": has},
        )
    used = goods.workplaces_in_use(state.field, terms)
    if used and state.rules.switches.trade_in_use == "illegal":
        yield Requirement(
            No.WORKPLACE_USED,
            HT.CUBE_OF_USER,
            asks="is no Workplace in use among them?",
            holds=False,
            says="a Workplace in use is not traded",
            values={"in use": ", ".join(each.workplace for each in used)},
            readings=(HA.TRADE_IN_USE,),
        )
    in_use = (HA.TRADE_IN_USE,) if used else ()
    for seat in goods.parties_of(terms):
        yield from _room(state, terms, seat, readings=in_use)


def _room(state: State, terms: Terms, seat: Seat, *, readings: tuple[HA, ...]) -> Iterator[Requirement]:
    """At most nine Workplaces, even after a trade (HA-15)."""
    room = goods.grid_room(state.field, terms, seat)
    makes_room = len(room.replaced) if state.rules.switches.tenth_by_trade == "replace" else 0
    yield Requirement(
        No.GRID_FULL,
        HT.NINE,
        asks=f"has {seat} room for all Workplaces?",
        holds=room.over <= makes_room,
        says=f"{seat} would own {room.after} built Workplaces",
        values={"player": seat, "built": room.after, "limit": GRID},
        readings=(HA.TENTH_BY_TRADE, *readings),
    )
    if room.replaced:
        yield Requirement(
            No.NO_NEED_TO_DISCARD,
            HT.NINE,
            asks=f"has {seat} to make room for as many?",
            holds=len(room.replaced) <= room.over,
            says=f"{seat} has room for all but {room.over} of them",
            values={"player": seat, "replaced": len(room.replaced), "too many": room.over},
            readings=(HA.TENTH_BY_TRADE, *readings),
        )
        yield Requirement(
            No.NOT_YOURS_TO_DISCARD,
            HT.NINE,
            asks=f"are those that make room {seat}'s own, and not traded?",
            holds=set(room.replaced) <= set(room.own) and len(set(room.replaced)) == len(room.replaced),
            says=f"{seat} can make room with their own built Workplaces only, each once",
            values={"replaced": ", ".join(room.replaced), "own": ", ".join(room.own)},
            readings=(HA.TENTH_BY_TRADE, *readings),
        )


def gift_readings(terms: Terms) -> tuple[HA, ...]:
    """HA-55, where a party gives nothing."""
    return (HA.GIFTS,) if {each.giver for each in terms} != set(goods.parties_of(terms)) else ()


def trade_readings(state: State, terms: Terms) -> tuple[HA, ...]:
    """The readings on which it rests that these things may change hands."""
    tenth = any(goods.grid_room(state.field, terms, seat).over for seat in goods.parties_of(terms))
    in_use = goods.workplaces_in_use(state.field, terms)
    return (*((HA.TENTH_BY_TRADE,) if tenth else ()), *((HA.TRADE_IN_USE,) if in_use else ()))
