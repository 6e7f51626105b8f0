"""The mini-game in the words of letters, and its events as facts."""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.kit.play import EventBase
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import (
    Args,
    Designator,
    Episode,
    Occasion,
    Penalty,
    Sort,
    Span,
    StatePhrase,
    Unit,
    Verb,
    Vocabulary,
)
from tests.minigame import model as m
from tests.minigame.rules import MG


def _row(event: type[EventBase], kind: str, slots: str = "", **more: Any) -> Row:  # noqa: ANN401  # fields of a row
    """How an event is told: who it is by, its kind, and what is in its slots."""
    has_seat = "seat" in event.__struct_fields__
    places = "".join(f" {{{each.rpartition('=')[2]}}}" for each in slots.split())
    said = f"{'{seat}' if has_seat else 'the table'}: {kind}{places}"
    return Row(event, kind, said, slots, by="seat" if has_seat else "", **more)


_PASSED: Final[Mapping[str, Callable[[bool], int]]] = {"passed": int}
_OUTCOME: Final = {"ending": attrgetter("outcome")}

ROWS: Final = (
    _row(m.Given, "transfer", "item count to"),
    _row(m.Permitted, "permit", "workplace to"),
    _row(m.Refused, "refuse", "whom"),
    _row(m.Left, "leave"),
    _row(m.Deployed, "deploy", "tile"),
    _row(m.Assigned, "assign", "workplace"),
    _row(m.Attacked, "attack", "target"),
    _row(m.KnightLost, "lose_knight", "tile"),
    _row(m.Voted, "spend", "vote law side count"),
    _row(m.Idled, "idle"),
    _row(m.LawEnacted, "law_enacted", "law"),
    _row(m.VoteOpened, "vote_open", "vote law"),
    _row(m.VoteClosed, "vote_close", "vote passed", marker=True, slot_values=_PASSED),
    _row(m.TurnEnded, "turn_end", marker=True, begins="turn"),
    _row(m.SeasonEnded, "season_end", "n=season", marker=True),
    _row(m.SeasonBegan, "season_start", "n=season", marker=True, begins="round"),
    _row(m.Ended, "game_end", "ending", marker=True, words=_OUTCOME, slot_values=_OUTCOME),
)
facts_of: Final = facts_by(ROWS)


# Who could do it --------------------------------------------------------------------------------------------------


Performed = Callable[[m.State, Seat, Args], Iterator[m.Decision]]


def _giving(_state: m.State, by: Seat, args: Args) -> Iterator[m.Give]:
    items: list[m.Tradeable] = [each for each in m.TRADEABLE if args.get("item", each) == each]
    yield from (m.Give(by, item, int(args.get("count", 1)), Seat(str(args["to"]))) for item in items)


def _voting(side: m.Side) -> Performed:
    def voting(state: m.State, by: Seat, args: Args) -> Iterator[m.CastVote]:
        law = args.get("law", state.vote.law if state.vote else "")
        yield m.CastVote(by, str(law), side, int(args.get("count", 1)))

    return voting


def _one(decision: Callable[..., m.Decision], *places: str) -> Performed:
    def performed(_state: m.State, by: Seat, args: Args) -> Iterator[m.Decision]:
        yield decision(by, *(args[each] for each in places))

    return performed


SIDES: Final[tuple[tuple[m.Side, str], ...]] = (("pro", "in favour of"), ("con", "against"))
_GIVEN: Final = "{count:amount} {item:item} to {to:player}"
_INFLUENCE: Final = "{count:amount} influence"
_USED: Final = "{to:player} use workplace {workplace:workplace}"

VERBS: Final = (
    Verb("give", f"give {_GIVEN}", f"gives {_GIVEN}", "transfer", total="count", performed=_giving),
    *(
        Verb(
            side,
            f"spend {_INFLUENCE} {how} law {{law:law}}",
            f"spends {_INFLUENCE} {how} law {{law:law}}",
            "spend",
            fixed={"side": side},
            total="count",
            performed=_voting(side),
        )
        for side, how in SIDES
    ),
    Verb("let-use", f"let {_USED}", f"lets {_USED}", "permit", performed=_one(m.LetUse, "workplace", "to")),
    Verb("refuse", "refuse {whom:player}", "refuses {whom:player}", "refuse", performed=_one(m.Refuse, "whom")),
    Verb("attack", "attack {target:player}", "attacks {target:player}", "attack", performed=_one(m.Attack, "target")),
    Verb(
        "deploy",
        "deploy a knight to tile {tile:tile}",
        "deploys a knight to tile {tile:tile}",
        "deploy",
        performed=_one(m.Deploy, "tile"),
    ),
    Verb(
        "assign",
        "assign workers to workplace {workplace:workplace}",
        "assigns workers to workplace {workplace:workplace}",
        "assign",
        performed=_one(m.Assign, "workplace"),
    ),
    Verb("propose", "propose law {law:law}", "proposes law {law:law}", "vote_open", performed=_one(m.OpenVote, "law")),
    Verb("idle", "idle", "idles", "idle", performed=_one(m.Idle)),
    Verb("lose", "lose a knight on tile {tile:tile}", "loses a knight on tile {tile:tile}", "lose_knight"),
)
"""Nobody loses a knight by deciding to: the rules cannot be asked about it."""


# What is so -------------------------------------------------------------------------------------------------------


def _has(state: m.State, args: Args) -> Span:
    goods: Mapping[Any, int] = state.goods[Seat(str(args["who"]))]
    return Span.of(goods[args["item"]])


def _controls(state: m.State, args: Args) -> Span:
    """Who has most knights there, alone."""
    there = [each.seat for each in state.knights if each.tile == args["tile"]]
    own = there.count(Seat(str(args["who"])))
    return Span.of(int(own > max((there.count(seat) for seat in state.seats if seat != args["who"]), default=0)))


def _owner(state: m.State, args: Args) -> Seat | None:
    return state.components.owners.get(str(args["workplace"]))


def _names(setup: Setup) -> Mapping[Sort, tuple[str, ...]]:
    parts = setup.components
    assert isinstance(parts, m.Components)
    return {"item": m.ITEMS, "tile": parts.tiles, "law": parts.laws, "workplace": tuple(parts.owners)}


VOCABULARY: Final = Vocabulary(
    kinds=kinds_of(ROWS),
    verbs=VERBS,
    occasions=(Occasion("enacted", "law {law:law} is enacted", "law_enacted"),),
    states=(
        StatePhrase("has", "{who:player} has {count:amount} {item:item}", _has),
        StatePhrase("controls", "{who:player} controls tile {tile:tile}", _controls),
        StatePhrase("in-force", "law {law:law} is in force", lambda s, args: Span.of(int(args["law"] in s.laws))),
        StatePhrase("season", "the season is {n:number}", lambda s, args: Span.of(int(s.season == args["n"]))),
    ),
    designators=(Designator("owner", "the owner of workplace {workplace:workplace}", _owner),),
    units=(
        Unit("season", "season_start", "season_end", "n", now="season"),
        Unit("turn", "turn_end", "turn_end", "", whose=True),
    ),
    episodes=(Episode("vote", "vote_open", "vote_close", "vote", "law {law:law}", "a vote on law {law:law} opens"),),
    names=_names,
    penalty=Penalty(20, "crossed-out prestige", (str(MG.PROMISE),)),
)
