"""The mini-game in the words of letters, and its events as facts."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from domain.kernel.seats import Seat
from domain.rulesets.protocol import Setup
from domain.rulesets.vocabulary import (
    Args,
    Designator,
    Episode,
    Fact,
    FactKind,
    Occasion,
    Penalty,
    SlotValue,
    Sort,
    Span,
    StatePhrase,
    Unit,
    Verb,
    Vocabulary,
)
from tests.minigame import model as m
from tests.minigame.rules import MG


def facts_of(event: m.Event) -> tuple[Fact, ...]:
    """An event as a fact."""
    match event:
        case m.Given(seat, item, count, to):
            return _fact("transfer", seat, item=item, count=count, to=to)
        case m.Permitted(seat, workplace, to):
            return _fact("permit", seat, workplace=workplace, to=to)
        case m.Refused(seat, whom):
            return _fact("refuse", seat, whom=whom)
        case m.Left(seat):
            return _fact("leave", seat)
        case m.Deployed(seat, tile):
            return _fact("deploy", seat, tile=tile)
        case m.Assigned(seat, workplace):
            return _fact("assign", seat, workplace=workplace)
        case m.Attacked(seat, target):
            return _fact("attack", seat, target=target)
        case m.KnightLost(seat, tile):
            return _fact("lose_knight", seat, tile=tile)
        case m.Idled(seat):
            return _fact("idle", seat)
        case _:
            return _of_the_clock(event)


def _of_the_clock(event: m.Event) -> tuple[Fact, ...]:
    match event:
        case m.VoteOpened(seat, vote, law):
            return _fact("vote_open", seat, vote=vote, law=law)
        case m.VoteClosed(vote, passed):
            return _fact("vote_close", None, vote=vote, passed=int(passed))
        case m.LawEnacted(seat, law):
            return _fact("law_enacted", seat, law=law)
        case m.TurnEnded(seat):
            return _fact("turn_end", seat)
        case m.SeasonEnded(season):
            return _fact("season_end", None, n=season)
        case m.SeasonBegan(season):
            return _fact("season_start", None, n=season)
        case m.Ended(ending):
            return _fact("game_end", None, outcome=ending.outcome)
        case m.Voted(seat, vote, law, side, count):
            return _fact("spend", seat, side=side, count=count, law=law, vote=vote)
        case _:
            return ()


def _fact(kind: str, by: Seat | None, **slots: SlotValue) -> tuple[Fact, ...]:
    told = " ".join(str(each) for each in slots.values())
    return (Fact(kind, by, slots, f"{by or 'the table'}: {kind} {told}".strip()),)


# Who could do it --------------------------------------------------------------------------------------------------


def _giving(_state: m.State, by: Seat, args: Args) -> Iterator[m.Give]:
    items = [each for each in m.TRADEABLE if args.get("item", each) == each]
    yield from (m.Give(by, item, int(args.get("count", 1)), Seat(str(args["to"]))) for item in items)


def _voting(side: m.Side) -> Any:
    def voting(state: m.State, by: Seat, args: Args) -> Iterator[m.CastVote]:
        law = args.get("law", state.vote.law if state.vote else "")
        yield m.CastVote(by, str(law), side, int(args.get("count", 1)))

    return voting


def _one(decision: Any, *places: str) -> Any:
    def performed(_state: m.State, by: Seat, args: Args) -> Iterator[m.Decision]:
        yield decision(by, *(args[each] for each in places))

    return performed


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
        for side, how in (("pro", "in favour of"), ("con", "against"))
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
    kinds=(
        FactKind("transfer", ("item", "count", "to")),
        FactKind("permit", ("workplace", "to")),
        FactKind("refuse", ("whom",)),
        FactKind("leave"),
        FactKind("deploy", ("tile",)),
        FactKind("assign", ("workplace",)),
        FactKind("attack", ("target",)),
        FactKind("lose_knight", ("tile",)),
        FactKind("spend", ("side", "count", "law", "vote")),
        FactKind("idle"),
        FactKind("law_enacted", ("law",)),
        FactKind("vote_open", ("vote", "law"), marker=True),
        FactKind("vote_close", ("vote", "passed"), marker=True),
        FactKind("turn_end", marker=True, begins="turn"),
        FactKind("season_end", ("n",), marker=True),
        FactKind("season_start", ("n",), marker=True, begins="round"),
        FactKind("game_end", ("outcome",), marker=True),
    ),
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
