"""What letters of promises can speak of in a game besides acts and states (HT-10): names, time, and the price."""

from collections.abc import Iterator, Mapping
from typing import Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets import vocabulary
from oathbook.domain.rulesets.heirless.chapters.setup import knights
from oathbook.domain.rulesets.heirless.model import decisions
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components
from oathbook.domain.rulesets.heirless.model.goods import parties_of
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.switches import Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.words.letter_trades import CROSSED_OUT, UNTRADEABLE
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[vocabulary.Sort, tuple[str, ...]]:
    """What lies in the box, by its names; of Knights, those of the position that the game starts from."""
    box, start = setup.components, setup.start
    assert isinstance(box, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Field | None), "a setup has a start position of its ruleset"
    seats = tuple(each.seat for each in setup.seats)
    figures = knights(box, seats) if start is None else start.knights
    return {
        "item": (*box.resources, *FACTIONS, *UNTRADEABLE),
        "marker": box.markers,
        "workplace": tuple(each.name for each in box.workplaces),
        "card": (
            *(each.name for each in box.workplaces if each.action is not None),
            *(each.name for each in box.laws if each.action is not None),
        ),
        "tile": tuple(each.name for each in box.tiles),
        "law": tuple(each.name for each in box.laws),
        "knight": tuple(each.id for each in figures),
        "battlecard": tuple(each.name for each in box.battlecards),
    }


def last(setup: Setup) -> Mapping[str, int]:
    """The last Season is played out, and ends the game."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"season": setup.components.seasons}


def releasable(setup: Setup) -> bool:
    """HA-19; the second edition has no switch for it."""
    return not isinstance(setup.switches, Switches) or setup.switches.release == "by_consent"


def answering(setup: Setup) -> vocabulary.BlameReadings:
    """HA-73 and HA-74."""
    switches = setup.switches
    assert isinstance(switches, TurnSwitches), "a setup has the switches of its ruleset"
    return vocabulary.BlameReadings(switches.beyond_power, switches.pooled_limit, "HA-73", "HA-74")


def overrulable(setup: Setup) -> bool:
    """HA-75; the second edition has no switch for it."""
    return isinstance(setup.switches, Switches) and setup.switches.overruling == "allowed"


def answers(state: State, decision: decisions.Decision) -> Iterator[decisions.Decision]:
    """Everybody in a trade agrees to it (HT-11.1), and an owner to the use of a Workplace (HT-4.5)."""
    request = state.field.request
    if isinstance(decision, decisions.Assign) and request is not None:
        yield from (decisions.Permit(seat, allow=True) for seat in seats_to_act(state))
    for offer in state.field.offers:
        waiting = (seat for seat in parties_of(offer.terms) if seat not in offer.accepted)
        made = isinstance(decision, decisions.Haggle) and (offer.by, offer.terms) == (decision.by, decision.terms)
        if made or (isinstance(decision, decisions.Accept) and offer.number == decision.offer):
            yield from (decisions.Accept(seat, offer.number) for seat in waiting)


def withdrawals(state: State, seat: Seat) -> Iterator[decisions.Decision]:
    """Offers of one's own that are on the table (HT-11.1)."""
    yield from (decisions.Decline(seat, offer.number) for offer in state.field.offers if offer.by == seat)


OCCASIONS: Final = (
    vocabulary.Occasion("enacted", "law {law:law} is enacted", "law_enacted"),
    vocabulary.Occasion("fights", "{by:player} is in a battle", "joins_battle"),
    vocabulary.Occasion("fights-there", "{by:player} is in a battle on tile {tile:tile}", "joins_battle"),
    vocabulary.Occasion("fails", "law {law:law} fails", "law_stays"),
    vocabulary.Occasion("sent-back", "a knight of {by:player} is sent back", "sent_back"),
)

UNITS: Final = (
    vocabulary.Unit("season", "season_begins", "season_ends", "season", now="season"),
    vocabulary.Unit("turn", "turn_begins", "turn_ends", "", whose=True),
)


def battles_have_begun(state: State) -> bool:
    """All Players are Idle (HT-1.5)."""
    return state.field.stage not in {"turns", "consent", "vote"}


PHASES: Final = (
    vocabulary.Phase(
        "the battles of season {season:number}", "phase_begins", "season", {"phase": "battles"}, battles_have_begun
    ),
)


def vote_is_open(state: State) -> bool:
    """From the proposal of a Law to its result (HT-8)."""
    return state.field.ballot is not None


def battle_is_open(state: State) -> bool:
    """While it is resolved on the Hourglass Board (HT-9)."""
    return state.field.war.hourglass is not None


_TRADES: Final = ("gives", "gives_marker", "gives_workplace")
"""People trade at any time (HT-11); all else that is done in a turn waits until a vote or a Battle is over."""

EPISODES: Final = (
    vocabulary.Episode(
        "vote",
        "vote_opens",
        "vote_closes",
        "vote",
        "law {law:law}",
        "a vote on law {law:law} opens",
        open=vote_is_open,
        acts=(*_TRADES, "spends_influence"),
        proposed="a law proposed by {by:player}",
    ),
    vocabulary.Episode(
        "battle",
        "battle_begins",
        "battle_ends",
        "tile",
        "tile {tile:tile}",
        "a battle on tile {tile:tile} starts",
        joined="joins_battle",
        open=battle_is_open,
        acts=(*_TRADES, "attacks_player", "allies", "wants_ally", "plays_card", "reveals_card", "agrees_to_end"),
    ),
)
"""A Battle is known by its tile: there is one on a tile at a time."""

PENALTY: Final = vocabulary.Penalty(20, CROSSED_OUT, ("HT-10.4", "HT-10.6"), ("HA-17", "HA-18"))

LETTER_DECIDES: Final = ("HT-10.5", "HA-75")  # why no ruling contradicts what a letter comes to
