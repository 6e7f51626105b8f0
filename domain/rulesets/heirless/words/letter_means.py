"""What players have as things stand, so that nobody promises more than they have unawares (HA-73)."""

from collections.abc import Iterator

from oathbook.domain.kernel.seats import Seat
from oathbook.domain.rulesets.heirless.chapters.turns.knights import undeployed
from oathbook.domain.rulesets.heirless.model.field import built_of, held, player_of, staff_of
from oathbook.domain.rulesets.heirless.model.goods import faction_named
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HT
from oathbook.domain.rulesets.heirless.words.letter_trades import UNTRADEABLE
from oathbook.domain.rulesets.vocabulary import Args, Most


def most_now(state: State, kind: str, args: Args) -> Iterator[Most]:
    """Of what a player would give, spend, deploy, use or build; and of Resources, all that lie at the table."""
    if kind == "has":
        yield from _at_the_table(state, str(args.get("item", "")))
    if "by" in args:
        by = Seat(str(args["by"]))
        yield from _of_goods(state, by, kind, args)
        yield from _of_workplaces(state, by, kind, args)


def _at_the_table(state: State, item: str) -> Iterator[Most]:
    if item and item not in UNTRADEABLE and faction_named(item) is None:
        there = sum(held(each.resources, item) for each in state.field.players)
        yield Most(there, f"all players together have {there or 'no'} {item}", HT.TRADABLE)


def _of_goods(state: State, by: Seat, kind: str, args: Args) -> Iterator[Most]:
    player = player_of(state.field, by)
    match kind:
        case "gives" if "item" in args:
            item = str(args["item"])
            faction = faction_named(item)
            has = held(player.resources, item) if faction is None else staff_of(player.unemployed, faction)
            yield Most(has, f"{by} has {has or 'no'} {item}", HT.TRADABLE)
        case "gives_marker" if "marker" in args and args["marker"] not in player.markers:
            yield Most(0, f"{by} does not hold marker {args['marker']}", HT.TRADABLE)
        case "spends_influence":
            yield Most(player.influence, f"{by} has {player.influence or 'no'} Influence", HT.INFLUENCE_SPENT)
        case "deploys":
            left = len(undeployed(state, by))
            yield Most(left, f"{by} has {left or 'no'} Knights left to deploy", HT.DEPLOY)
        case _:
            pass


def _of_workplaces(state: State, by: Seat, kind: str, args: Args) -> Iterator[Most]:
    """To use one, it is to be built; to build or give one, it is to be had."""
    workplace, field = str(args.get("workplace", "")), state.field
    in_hand, built = workplace in player_of(field, by).hand, built_of(field, workplace)
    is_built = built is not None and built.owner == by
    match kind:
        case "assigns" if workplace and not is_built:
            yield Most(0, f"{by} has not built {workplace}", HT.WHICH_WORKPLACE)
        case "builds" if workplace and not in_hand and workplace not in field.sovereign:
            yield Most(0, f"{by} does not have {workplace} in Hand", HT.BUILD)
        case "gives_workplace" if workplace and not in_hand and not is_built:
            yield Most(0, f"{by} does not have {workplace}", HT.TRADABLE)
        case _:
            pass
