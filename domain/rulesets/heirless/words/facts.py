"""The table of events of a Season: kind of fact, player, slots and sentence of each; and the vocabulary of letters."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import asdict

from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.heirless.chapters.steps import DECISIONS
from oathbook.domain.rulesets.heirless.model import action_events as a
from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model.components import Amount
from oathbook.domain.rulesets.heirless.model.goods import describe_thing, gifts_in
from oathbook.domain.rulesets.heirless.words import letters
from oathbook.domain.rulesets.heirless.words.battle_facts import BATTLE_ROWS, REPORT_ROWS, REWARD_ROWS
from oathbook.domain.rulesets.heirless.words.letter_acts import VERBS
from oathbook.domain.rulesets.heirless.words.letter_limits import most_done, most_so
from oathbook.domain.rulesets.heirless.words.letter_possessions import most_now
from oathbook.domain.rulesets.heirless.words.letter_states import DESIGNATORS, STATES
from oathbook.domain.rulesets.heirless.words.letter_variants import BEYOND
from oathbook.domain.rulesets.heirless.words.notation import NOTATION
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.kit.wording import format_count
from oathbook.domain.rulesets.vocabulary import Vocabulary


def _amounts(amounts: tuple[Amount, ...]) -> str:
    return ", ".join(f"{each.count} {each.of}" for each in amounts) or "nothing"


def _brought(event: a.CardUsed | a.EffectReceived) -> str:
    others = (Amount("Influence", event.influence), Amount("Prestige", event.prestige))
    return _amounts((*event.gained, *(each for each in others if each.count)))


def _gifts(event: e.OfferMade | e.GoodsTraded) -> Iterable[Mapping[str, object]]:
    """Each thing in a trade; a gift is one for which its taker gives nothing in this trade.

    ``whom`` is who takes it, other than who offers the trade.
    """
    givers = {each.giver for each in event.terms}
    for each in gifts_in(event.terms):
        more = {
            "what": describe_thing(each.thing),
            "gift": int(each.taker not in givers),
            "whom": "" if each.taker == event.seat else each.taker,
            "is_own": each.giver == event.seat,
        }
        yield {**asdict(each), **asdict(each.thing), **more}


def _battles(event: e.BattlesFound) -> str:
    number = len(event.battles)
    if not number:
        return "there is no Battle to resolve"
    return f"there {'is' if number == 1 else 'are'} {format_count(number, 'Battle')} to resolve"


_row: Final = partial(Row, words={"workers": ", ".join, "voters": ", ".join, "paid": _amounts})
_clock: Final = partial(Row, by="", marker=True)
_offer: Final = partial(Row, e.OfferMade, each=_gifts, words={"whom": lambda whom: f", for {whom}" if whom else ""})
_trade: Final = partial(
    Row,
    e.GoodsTraded,
    sentence="{giver} gives {what} to {taker}{gift}",
    by="giver",
    each=_gifts,
    words={"gift": lambda gift: " as a gift" if gift else ""},
)

ROWS: Final = (
    _clock(e.SeasonBegan, "season_begins", "Season {season} begins on track {track}", "season", begins="round"),
    _clock(e.PhaseBegan, "phase_begins", "Season {season}: the {phase} begin", "season phase", begins="phase"),
    _row(e.TurnBegan, "turn_begins", "turn {turn}: it is {seat}'s", "turn", marker=True, begins="turn"),
    _row(e.TurnEnded, "turn_ends", "turn {turn} of {seat} ends", "turn", marker=True),
    _row(e.Idled, "idles", "{seat} Idles: spot {spot} of track {track}", "spot"),
    _row(a.ConsentAsked, "asks_to_use", "{seat} asks {owner} for the use of {workplace}", "workplace owner"),
    _row(a.ConsentGiven, "permits", "{owner} lets {seat} use {workplace}", "workplace to=seat", by="owner"),
    _row(a.ConsentRefused, "forbids", "{owner} does not let {seat} use {workplace}", "workplace to=seat", by="owner"),
    _row(
        a.WorkersAssigned,
        "assigns",
        "{seat} assigns {number} to {workplace} of {owner}: {workers}",
        "workplace owner workers",
        computed={"number": lambda event: format_count(len(event.workers), "Worker")},
    ),
    _row(
        a.EffectReceived,
        "receives_effect",
        "{seat} receives {brought} from {workplace}",
        "workplace influence prestige",
        computed={"brought": _brought},
    ),
    _row(a.Crowned, "crowned", "{seat} is crowned in {workplace}", "workplace"),
    _row(a.InfluenceGained, "gains_influence", "{seat} gains {influence} Influence", "influence"),
    _row(
        a.ResourcesRefined,
        "refines",
        "{seat} refines {amount} {first} and {amount} {second} into {amount} {makes} with a {worker} Worker",
        "worker first second makes amount",
    ),
    _row(a.WorkplaceDiscarded, "discards_workplace", "{seat} discards {workplace}", "workplace"),
    _row(a.WorkplaceBuilt, "builds", "{seat} builds {workplace} on place {cell} for {paid}", "workplace cell"),
    _row(
        a.CardUsed,
        "uses_card",
        "{seat} uses {card}: {paid} for {brought}",
        "card influence prestige",
        computed={"brought": _brought},
    ),
    _row(a.KnightDeployed, "deploys", "{seat} deploys {knight} to {tile}", "knight tile"),
    _row(
        a.VoteOpened,
        "vote_opens",
        "{seat} puts {law} to the vote, Threshold {threshold}; asked are {voters}",
        "vote law threshold",
        marker=True,
    ),
    _row(
        a.InfluenceSpent,
        "spends_influence",
        "{seat} spends {influence} Influence {side} {law}",
        "vote law side influence",
        when=lambda event: event.influence > 0,
    ),
    _row(a.InfluenceSpent, "spends_influence", "{seat} spends nothing", "vote law side influence"),
    _row(
        a.VoteClosed,
        "vote_closes",
        "the vote on {law} closes with {in_favour} for and {against} against: {enacted}",
        "vote law in_favour against enacted",
        marker=True,
        words={"enacted": lambda enacted: "enacted" if enacted else "not enacted"},
    ),
    _row(a.LawEnacted, "law_enacted", "{law} is in force", "vote law"),
    _row(a.LawStayed, "law_stays", "{law} stays available", "vote law"),
    _row(a.KnightFled, "flees", "{knight} flees from {origin} to {tile}", "knight origin to=tile"),
    _offer(
        "tenders", "{seat} offers {what} to {taker}", "offer to=taker kind item count", when=lambda gift: gift["is_own"]
    ),
    _offer("asks_for", "{seat} asks {giver} for {what}{whom}", "offer to=taker kind item count of=giver"),
    _row(e.OfferAccepted, "agrees", "{seat} agrees to offer {offer}", "offer"),
    _row(
        e.OfferDeclined,
        "declines",
        "{by} declines offer {offer} of {seat}",
        "offer to=seat",
        by="by",
        when=lambda event: event.seat != event.by,
    ),
    _row(e.OfferDeclined, "withdraws", "{by} withdraws offer {offer}", "offer", by="by"),
    _trade(
        "gives",
        slots="offer to=taker kind item count gift",
        when=lambda gift: gift["kind"] not in {"marker", "workplace"},
    ),
    _trade("gives_marker", slots="offer to=taker marker=item gift", when=lambda gift: gift["kind"] == "marker"),
    _trade("gives_workplace", slots="offer to=taker workplace=item gift"),
    _row(e.BattlesFound, "battles_found", _battles, "battles", by=""),
    _row(
        e.BattlesFound,
        "battle_arises",
        "a Battle arises on {tile}: {there}",
        "tile players=there",
        by="",
        each="battles",
        computed={"there": lambda clash: ", ".join((*clash.players, *(("Bandits",) if clash.bandits else ())))},
    ),
    *BATTLE_ROWS,
    *REPORT_ROWS,
    *REWARD_ROWS,
    _clock(e.SeasonEnded, "season_ends", "Season {season} ends", "season"),
    _row(e.SovereignDiscarded, "sovereign_discarded", "{owner} loses {workplace}", "workplace", by="owner"),
    _row(
        e.CubesReturned,
        "cube_returns",
        "nobody uses {workplace} any more",
        "workplace",
        by="",
        each=lambda event: ({"workplace": each} for each in event.workplaces),
    ),
    _row(
        e.WorkersReturned,
        "workers_return",
        "{seat} takes back {staff}",
        "faction count",
        each="workers",
        computed={"staff": lambda staff: format_count(staff.count, f"{staff.faction} Worker")},
    ),
    _clock(e.GameEnded, "game_ends", "the game ends: {outcome}", "outcome"),
    _clock(e.GameWon, "game_ends", "the game ends: {outcome}, won by {winner}", "outcome"),
)

VOCABULARY: Final = Vocabulary(
    kinds_of(ROWS),
    verbs=VERBS,
    occasions=letters.OCCASIONS,
    states=with_comparisons(STATES),
    designators=DESIGNATORS,
    units=letters.UNITS,
    phases=letters.PHASES,
    episodes=letters.EPISODES,
    names=letters.names,
    last=letters.last,
    most_done=most_done,
    most_so=most_so,
    most_now=most_now,
    beyond=BEYOND,
    penalty=letters.PENALTY,
    releasable=letters.releasable,
    answering=letters.answering,
    overrulable=letters.overrulable,
    letter_decides=letters.LETTER_DECIDES,
    answers=letters.answers,
    withdrawals=letters.withdrawals,
    decided=DECISIONS.phrase,
    deed=DECISIONS.deed,
    notation=NOTATION,
)
facts_of: Final = facts_by(ROWS)
