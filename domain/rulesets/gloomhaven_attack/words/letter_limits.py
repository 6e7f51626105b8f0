"""What no scenario from a setup can bring, so that nobody promises it unawares."""

from collections.abc import Iterator, Mapping

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.gloomhaven_attack.chapters.setup import figures_of
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, Figure
from oathbook.domain.rulesets.gloomhaven_attack.rules import GH
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.vocabulary import Args, UpperBound


def last(setup: Setup) -> Mapping[str, int]:
    """The last round ends the scenario."""
    return {"round": _components(setup).rounds}


def most_done(setup: Setup, kind: str, args: Args) -> Iterator[UpperBound]:
    """Everybody attacks with figures of their own, and with the items these have."""
    theirs = [each for each in _figures(setup) if each.seat == args.get("by", each.seat)]
    if kind == "attacks" and all(each.id != args.get("attacker", each.id) for each in theirs):
        yield UpperBound(0, f"{args.get('by', 'nobody')} has no figure {args.get('attacker', 'there')}", GH.DECLARING)
    if kind == "uses_item" and "item" in args and all(args["item"] not in each.items for each in theirs):
        yield UpperBound(0, f"no figure of {args.get('by', 'anybody')} has {args['item']}", GH.ITEMS)


def most_so(setup: Setup, phrase: str, args: Args) -> Iterator[UpperBound]:
    """Hit points are only lost, and rounds go by."""
    if phrase == "hit-points":
        most = max((each.hit_points for each in _figures(setup) if each.id == args.get("figure", each.id)), default=0)
        yield UpperBound(max(0, most), f"{args.get('figure', 'everybody')} begins with {most} hit points", GH.DAMAGE)
    if phrase == "round" and int(args.get("round", 0)) > (rounds := _components(setup).rounds):
        yield UpperBound(0, f"the scenario ends after round {rounds}", GH.ROUNDS)


def _components(setup: Setup) -> Components:
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return setup.components


def _figures(setup: Setup) -> tuple[Figure, ...]:
    assert isinstance(setup.start, Battle | None), "a setup has a start position of its ruleset"
    seats: tuple[Seat, ...] = tuple(each.seat for each in setup.seats)
    return figures_of(_components(setup), seats) if setup.start is None else setup.start.figures
