"""What players have as things stand, so that nobody promises more than they have unawares (HA-73)."""

from collections.abc import Iterator

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.chapters.turns.knights import undeployed_knights
from oathbook.domain.rulesets.heirless.model.goods import faction_named
from oathbook.domain.rulesets.heirless.model.queries import amount_of, built_of, player_of, staff_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HT
from oathbook.domain.rulesets.heirless.words.letter_trades import UNTRADEABLE
from oathbook.domain.rulesets.vocabulary import Args, UpperBound


def most_now(state: State, kind: str, args: Args) -> Iterator[UpperBound]:
    """Of what a player would give, spend, deploy, use or build; and of Resources, all that lie at the table."""
    if kind == "has":
        yield from _at_the_table(state, str(args.get("item", "")))
    if "by" in args:
        by = Seat(str(args["by"]))
        yield from _of_goods(state, by, kind, args)
        yield from _of_workplaces(state, by, kind, args)


def _at_the_table(state: State, item: str) -> Iterator[UpperBound]:
    if item and item not in UNTRADEABLE and faction_named(item) is None:
        there = sum(amount_of(each.resources, item) for each in state.field.players)
        yield UpperBound(there, f"all players together have {there or 'no'} {item}", HT.TRADABLE)


def _of_goods(state: State, by: Seat, kind: str, args: Args) -> Iterator[UpperBound]:
    player = player_of(state.field, by)
    match kind:
        case "gives" if "item" in args:
            item = str(args["item"])
            faction = faction_named(item)
            has = amount_of(player.resources, item) if faction is None else staff_of(player.unemployed, faction)
            yield UpperBound(has, f"{by} has {has or 'no'} {item}", HT.TRADABLE)
        case "gives_marker" if "marker" in args and args["marker"] not in player.markers:
            yield UpperBound(0, f"{by} does not hold marker {args['marker']}", HT.TRADABLE)
        case "spends_influence":
            yield UpperBound(player.influence, f"{by} has {player.influence or 'no'} Influence", HT.INFLUENCE_SPENT)
        case "deploys":
            left = len(undeployed_knights(state, by))
            yield UpperBound(left, f"{by} has {left or 'no'} Knights left to deploy", HT.DEPLOY)
        case _:
            pass


def _of_workplaces(state: State, by: Seat, kind: str, args: Args) -> Iterator[UpperBound]:
    """To use one, it is to be built; to build or give one, it is to be had."""
    workplace, field = str(args.get("workplace", "")), state.field
    in_hand, built = workplace in player_of(field, by).hand, built_of(field, workplace)
    is_built = built is not None and built.owner == by
    match kind:
        case "assigns" if workplace and not is_built:
            yield UpperBound(0, f"{by} has not built {workplace}", HT.WHICH_WORKPLACE)
        case "builds" if workplace and not in_hand and workplace not in field.sovereign:
            yield UpperBound(0, f"{by} does not have {workplace} in Hand", HT.BUILD)
        case "gives_workplace" if workplace and not in_hand and not is_built:
            yield UpperBound(0, f"{by} does not have {workplace}", HT.TRADABLE)
        case _:
            pass
