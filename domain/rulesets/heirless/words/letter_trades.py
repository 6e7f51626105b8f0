"""What players can promise to give, and the trades by which they could give it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.components import FACTIONS
from oathbook.domain.rulesets.heirless.model.goods import gifts_in
from oathbook.domain.rulesets.heirless.model.queries import grid_of, player_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.vocabulary import Args, Verb

INFLUENCE: Final = "Influence"
PRESTIGE: Final = "Prestige"
CROSSED_OUT: Final = "crossed-out Prestige"
UNTRADEABLE: Final = (INFLUENCE, PRESTIGE, CROSSED_OUT)
"""What letters can speak of, but nobody can give away (HT-11.3)."""

Trade = decisions.Haggle | decisions.Accept


def may_be(args: Args, **slots: str | int) -> bool:
    """Whether slots may be so: what a letter leaves open may be anything."""
    return all(args.get(slot, value) == value for slot, value in slots.items())


def amount_in(args: Args, slot: str) -> int:
    """How much is asked for, or 1 where any amount would do."""
    return int(args.get(slot, 1))


def _give_decisions(state: State, by: Seat, args: Args) -> Iterator[Trade]:
    """Resources and Workers."""
    for name in state.rules.components.resources:
        if may_be(args, item=name):
            yield from _offer_decisions(state, by, args, "resource", name)
    for faction in FACTIONS:
        if may_be(args, item=faction):
            yield from _offer_decisions(state, by, args, "worker", faction)
    yield from _accept_decisions(state, by, args, ("resource", "worker"), "item")


def _give_marker_decisions(state: State, by: Seat, args: Args) -> Iterator[Trade]:
    for name in player_of(state.field, by).markers:
        if may_be(args, marker=name):
            yield from _offer_decisions(state, by, args, "marker", name)
    yield from _accept_decisions(state, by, args, ("marker",), "marker")


def _give_workplace_decisions(state: State, by: Seat, args: Args) -> Iterator[Trade]:
    """From Hand or built."""
    built = (each.workplace for each in grid_of(state.field, by))
    for name in (*player_of(state.field, by).hand, *built):
        if may_be(args, workplace=name):
            yield from _offer_decisions(state, by, args, "workplace", name)
    yield from _accept_decisions(state, by, args, ("workplace",), "workplace")


def _offer_decisions(state: State, by: Seat, args: Args, kind: decisions.Kind, name: str) -> Iterator[decisions.Haggle]:
    """An offer to the player who is meant: a trade is done when they agree (HT-11.1)."""
    for to in state.seats:
        if to != by and may_be(args, to=to):
            given = decisions.Transfer(by, to, (decisions.Thing(kind, name, amount_in(args, "count")),))
            yield from (decisions.Haggle(by, (given, *back)) for back in _return_transfers(state, by, to))


def _return_transfers(state: State, by: Seat, to: Seat) -> Iterator[tuple[decisions.Transfer, ...]]:
    """Nothing; or, where nobody may give for nothing (HA-55), one of anything they have."""
    if state.rules.switches.gifts == "allowed":
        yield ()
        return
    player = player_of(state.field, to)
    things = (
        *(decisions.Thing("resource", each.of) for each in player.resources if each.count),
        *(decisions.Thing("worker", each.faction) for each in player.unemployed if each.count),
        *(decisions.Thing("workplace", name) for name in player.hand),
        *(decisions.Thing("marker", name) for name in player.markers),
    )
    yield from ((decisions.Transfer(to, by, (thing,)),) for thing in things)


def _accept_decisions(
    state: State, by: Seat, args: Args, kinds: tuple[decisions.Kind, ...], slot: str
) -> Iterator[decisions.Accept]:
    """The offers on the table in which they would give it."""
    for offer in state.field.offers:
        for gift in gifts_in(offer.terms):
            thing = gift.thing
            is_it = gift.giver == by and thing.kind in kinds and may_be(args, **{slot: thing.item, "to": gift.taker})
            if is_it and thing.count >= amount_in(args, "count"):
                yield decisions.Accept(by, offer.number)


def act_verb(name: str, base: str, kind: str, performed: Callable[[State, Seat, Args], Iterable[Any]]) -> Verb:
    """A verb whose third person is its first word with an *s*."""
    first, *rest = base.split(" ")
    return Verb(name, base, " ".join((f"{first}s", *rest)), kind, performed=performed)


_GOODS: Final = "{count:amount} {item:item}"
_TO: Final = "to {to:player}"
_MARKER: Final = "marker {marker:marker}"
_WORKPLACE: Final = "workplace {workplace:workplace}"
_EITHER: Final = "gifts and trades both count"

TRADES: Final = (
    Verb(
        "give",
        f"give {_GOODS} {_TO}",
        f"gives {_GOODS} {_TO}",
        "gives",
        total="count",
        barred=UNTRADEABLE,
        performed=_give_decisions,
        also=(
            f"give {{to:player}} {_GOODS}",
            f"pay {{to:player}} {_GOODS}",
            f"pay {_GOODS} {_TO}",
            f"give anything {_TO}",
        ),
        counts=_EITHER,
    ),
    Verb(
        "give-as-a-gift",
        f"give {_GOODS} {_TO} as a gift",
        f"gives {_GOODS} {_TO} as a gift",
        "gives",
        fixed={"gift": 1},
        total="count",
        barred=UNTRADEABLE,
        performed=_give_decisions,
        also=(f"give {{to:player}} {_GOODS} as a gift",),
        counts="only what nothing is given for in return counts",
    ),
    Verb(
        "give-marker",
        f"give {_MARKER} {_TO}",
        f"gives {_MARKER} {_TO}",
        "gives_marker",
        performed=_give_marker_decisions,
        also=(f"give {{to:player}} {_MARKER}",),
        counts=_EITHER,
    ),
    Verb(
        "give-workplace",
        f"give {_WORKPLACE} {_TO}",
        f"gives {_WORKPLACE} {_TO}",
        "gives_workplace",
        performed=_give_workplace_decisions,
        also=(f"give {{to:player}} {_WORKPLACE}",),
        counts=_EITHER,
    ),
    Verb(
        "trade-away",
        f"trade away {_GOODS}",
        f"trades away {_GOODS}",
        "gives",
        total="count",
        barred=UNTRADEABLE,
        performed=_give_decisions,
    ),
    act_verb("trade-away-marker", f"trade away {_MARKER}", "gives_marker", _give_marker_decisions),
    act_verb("trade-away-workplace", f"trade away {_WORKPLACE}", "gives_workplace", _give_workplace_decisions),
)
