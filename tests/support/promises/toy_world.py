"""A toy world in which promises are tried: who has what, and everything that the letters of the examples speak of."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.moments import Moment, Occurrence
from oathbook.domain.promises.trace.lifecycle_facts import CLOSED
from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.vocabulary import Args, Fact, SlotValue, Span, StatePhrase, Unknown

PLAYERS: Final = (Seat("Red"), Seat("Blue"), Seat("Green"))
RED, BLUE, GREEN = PLAYERS


class Table(Struct, frozen=True):
    """The state: goods by player and item, who holds each marker and each tile, the laws in force, the season."""

    goods: Mapping[tuple[str, str], int | Unknown] = {}
    markers: Mapping[str, str | Unknown] = {}
    tiles: Mapping[str, str | Unknown] = {}
    laws: frozenset[str] = frozenset()
    season: int = 1


def _has(table: Table, args: Args) -> Span:
    count = table.goods.get((str(args["who"]), str(args["item"])), 0)
    return Span(count.lo, count.hi) if isinstance(count, Unknown) else Span.of(count)


def _yes(value: object, wanted: object) -> Span:
    return Span(0, 1) if isinstance(value, Unknown) else Span.of(int(value == wanted))


def _holder(table: Table, args: Args) -> Seat | Unknown | None:
    holder = table.markers.get(str(args["marker"]))
    return holder if holder is None or isinstance(holder, Unknown) else Seat(holder)


HAS: Final = "{who:player} has {count:amount} {item:item}"
READER: Final = StateReader(
    {
        **{each.name: each.measure for each in with_comparisons((StatePhrase("has", HAS, _has),))},
        "holds": lambda table, args: _yes(table.markers.get(args["marker"]), args["who"]),
        "controls": lambda table, args: _yes(table.tiles.get(args["tile"]), args["who"]),
        "in-force": lambda table, args: Span.of(int(args["law"] in table.laws)),
        "season": lambda table, args: Span.of(int(table.season == args["n"])),
    },
    {"holder": _holder},
)


def fact(kind: str, by: str | None = None, **slots: SlotValue) -> Fact:
    """A fact of the toy world."""
    told = ((name, "unknown" if isinstance(value, Unknown) else value) for name, value in slots.items())
    words = ", ".join(f"{name} {value}" for name, value in told)
    return Fact(kind, None if by is None else Seat(by), slots, f"{by or 'nobody'} {kind}{words and f' {words}'}")


def told(word: str) -> Fact:
    """A fact as the vectors write it: ``give Red 2 wood Blue``, ``attack Red Green``, ``season_end 1``, …."""
    verb, *rest = word.split()
    match verb, rest:
        case "give", [by, _, thing, to] if thing.startswith("marker:"):
            return fact("marker_given", by, marker=thing.removeprefix("marker:"), to=to)
        case "give", [by, count, item, to, *gift]:
            return fact("transfer", by, item=item, count=int(count), to=to, gift=int(bool(gift)))
        case "spend", [by, count, side, vote, law]:
            return fact("spend", by, count=_count(count), side=side, vote=vote, law=law)
        case "vote", [by, vote, law]:
            return fact("vote_open", by, vote=vote, law=law)
        case "ruling", [path, value, *blamed]:
            outcome = "met" if value == "met" else "failed"
            return fact("promise_ruled", promise="P", path=path, value=outcome, blamed=",".join(blamed))
        case "claim", [by, path]:
            return fact("promise_claimed", by, promise="P", path=path, claims="breached")
        case "game_end", []:
            return fact(CLOSED, outcome="over")
        case _:
            return _plainly_told(verb, rest)


_SLOTS: Final = {
    "attack": ("target",),
    "deploy": ("tile",),
    "enacted": ("law",),
    "control": ("tile",),
    "gain": ("count", "item"),
    "consent": ("promise",),
}
_KINDS: Final = {"enacted": "law_enacted", "consent": "promise_consented"}


def _plainly_told(verb: str, rest: list[str]) -> Fact:
    """A fact whose words stand in the order of its slots, after who did it."""
    match verb, rest:
        case "sign", []:
            return fact("promise_signed", promise="P")
        case "vote_close", [vote]:
            return fact("vote_close", vote=vote)
        case "season_end", [number]:
            return fact("season_end", n=int(number))
        case _:
            slots = zip(_SLOTS.get(verb, ()), rest[1:], strict=True)
            typed = {name: int(word) if name == "count" else word for name, word in slots}
            return fact(_KINDS.get(verb, verb), rest[0], **typed)


def _counted(value: SlotValue) -> int:
    assert isinstance(value, int), "seasons are public"
    return value


def _count(word: str) -> int | Unknown:
    return Unknown() if word == "?" else int(word)


def after(table: Table, each: Fact) -> Table:
    """The state after a fact; whatever is hidden in it makes what it touches unknown."""
    slots = each.slots
    match each.kind:
        case "transfer":
            lost = replace(table, goods=_moved(table, str(each.by), slots["item"], slots["count"], -1))
            return replace(table, goods=_moved(lost, slots["to"], slots["item"], slots["count"], 1))
        case "gain":
            return replace(table, goods=_moved(table, str(each.by), slots["item"], slots["count"], 1))
        case "marker_given":
            return replace(table, markers=_put(table.markers, slots["marker"], slots["to"]))
        case "control":
            return replace(table, tiles=_put(table.tiles, slots["tile"], str(each.by)))
        case "season_start":
            return replace(table, season=_counted(slots["n"]))
        case "law_enacted":
            return replace(table, laws=table.laws | {str(slots["law"])})
        case _:
            return table


Goods = Mapping[tuple[str, str], int | Unknown]


def _moved(table: Table, who: SlotValue, item: SlotValue, count: SlotValue, sign: int) -> Goods:
    if isinstance(who, Unknown) or isinstance(item, Unknown) or isinstance(count, Unknown):
        return dict.fromkeys(((player, each) for player in PLAYERS for each in ITEMS), Unknown())
    had = table.goods.get((str(who), str(item)), 0)
    return (
        table.goods
        if isinstance(had, Unknown)
        else {**table.goods, (str(who), str(item)): max(0, had + sign * int(count))}
    )


ITEMS: Final = ("wood", "stone", "corn", "iron")


def _put(owners: Mapping[str, str | Unknown], thing: SlotValue, owner: SlotValue) -> Mapping[str, str | Unknown]:
    if isinstance(thing, Unknown):
        return dict.fromkeys(("Bond", "Shield", "Crown", "Mill", "Peak"), Unknown())
    return {**owners, str(thing): owner if isinstance(owner, Unknown) else str(owner)}


PLAYED_OUT: Final = "played out"
"""The outcome of a game that ends with its last season: from the end of that season on nobody decides anything."""


def moment_of(index: int, table: Table, facts: Iterable[Fact], *, ending: bool = False) -> Moment:
    """A moment in which these things happen, one event of the stream for each moment."""
    position = 10 + index
    happened = tuple(facts)
    then = table
    for each in happened:
        then = after(then, each)
    occurrences = tuple(Occurrence(position, number, each) for number, each in enumerate(happened))
    return Moment(index, position, occurrences, table, then, ending)


def played(table: Table, moments: Iterable[Iterable[Fact]]) -> tuple[Moment, ...]:
    """Moment after moment, from a state on."""
    found: list[Moment] = []
    game = tuple(map(tuple, moments))
    ending = _ending(game)
    for index, facts in enumerate(game):
        found.append(moment_of(index, table, facts, ending=index in ending))
        table = found[-1].after
    return tuple(found)


def _ending(game: tuple[tuple[Fact, ...], ...]) -> range:
    """The moments from the end of the last season up to that in which the game is over, if it was played out."""
    closed = [index for index, facts in enumerate(game) if any(each.kind == CLOSED for each in facts)]
    if not closed or all(each.slots.get("outcome") != PLAYED_OUT for each in game[closed[0]]):
        return range(0)
    seasons = [at for at, facts in enumerate(game[: closed[0]]) if any(each.kind == "season_end" for each in facts)]
    return range(max(seasons, default=closed[0]), closed[0])


def stocked(text: str) -> Table:
    """The state that a vector starts with: ``Red 3 wood, Green 1 marker:Bond``."""
    table = Table()
    for each in filter(None, text.split(", ")):
        who, count, thing = each.split()
        if thing.startswith("marker:"):
            table = replace(table, markers={**table.markers, thing.removeprefix("marker:"): who})
        else:
            table = replace(table, goods={**table.goods, (who, thing): int(count)})
    return table
