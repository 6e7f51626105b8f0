"""Events in words: for timelines, promises and disputes."""

from collections.abc import Iterable
from typing import Final

from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.heirless.model import events as e
from oathbook.domain.rulesets.heirless.model.battle_events import BattleEvent, RewardEvent
from oathbook.domain.rulesets.heirless.words import letters
from oathbook.domain.rulesets.heirless.words.action_facts import ACTION_FACTS, action_fact
from oathbook.domain.rulesets.heirless.words.battle_facts import BATTLE_FACTS, REWARD_FACTS, battle_facts, reward_facts
from oathbook.domain.rulesets.heirless.words.decision_phrases import decision_phrase
from oathbook.domain.rulesets.heirless.words.deeds import deed
from oathbook.domain.rulesets.heirless.words.letter_acts import VERBS
from oathbook.domain.rulesets.heirless.words.letter_limits import most_done, most_so
from oathbook.domain.rulesets.heirless.words.letter_possessions import most_now
from oathbook.domain.rulesets.heirless.words.letter_states import DESIGNATORS, STATES
from oathbook.domain.rulesets.heirless.words.letter_variants import BEYOND
from oathbook.domain.rulesets.heirless.words.notation import NOTATION
from oathbook.domain.rulesets.heirless.words.trade_facts import TRADE_FACTS, trade_facts
from oathbook.domain.rulesets.kit.wording import format_count
from oathbook.domain.rulesets.vocabulary import Fact, FactKind, Vocabulary

VOCABULARY: Final = Vocabulary(
    (
        FactKind("season_begins", ("season",), marker=True, begins="round"),
        FactKind("phase_begins", ("season", "phase"), marker=True, begins="phase"),
        FactKind("turn_begins", ("turn",), marker=True, begins="turn"),
        FactKind("turn_ends", ("turn",), marker=True),
        FactKind("idles", ("spot",)),
        *ACTION_FACTS,
        *TRADE_FACTS,
        FactKind("battles_found", ("battles",)),
        FactKind("battle_arises", ("tile", "players")),
        *BATTLE_FACTS,
        *REWARD_FACTS,
        FactKind("season_ends", ("season",), marker=True),
        FactKind("sovereign_discarded", ("workplace",)),
        FactKind("cube_returns", ("workplace",)),
        FactKind("workers_return", ("faction", "count")),
        FactKind("game_ends", ("outcome",), marker=True),
    ),
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
    decided=decision_phrase,
    deed=deed,
    notation=NOTATION,
)

_OfClock = e.SeasonBegan | e.PhaseBegan | e.TurnBegan | e.TurnEnded | e.SeasonEnded | e.GameEnded
_OfSeason = _OfClock | e.Idled | e.SovereignDiscarded


def facts_of(event: e.Event) -> tuple[Fact, ...]:
    """The event as facts; one for each thing where it speaks of several."""
    if isinstance(event, BattleEvent):
        return battle_facts(event)
    if isinstance(event, RewardEvent):
        return tuple(reward_facts(event))
    match event:
        case e.OfferMade() | e.OfferAccepted() | e.OfferDeclined() | e.GoodsTraded():
            return trade_facts(event)
        case e.BattlesFound() | e.CubesReturned() | e.WorkersReturned():
            return tuple(_plural_facts(event))
        case _:
            return (_season_fact(event) if isinstance(event, _OfSeason) else action_fact(event),)


def _plural_facts(event: e.BattlesFound | e.CubesReturned | e.WorkersReturned) -> Iterable[Fact]:
    match event:
        case e.BattlesFound(battles):
            number = len(battles)
            says = f"there {'is' if number == 1 else 'are'} {format_count(number, 'Battle')} to resolve"
            says = says if number else "there is no Battle to resolve"
            yield Fact("battles_found", None, {"battles": number}, says)
            for each in battles:
                there = ", ".join((*each.players, *(("Bandits",) if each.bandits else ())))
                slots: dict[str, str | int] = {"tile": each.tile, "players": there}
                yield Fact("battle_arises", None, slots, f"a Battle arises on {each.tile}: {there}")
        case e.CubesReturned(workplaces):
            for workplace in workplaces:
                yield Fact("cube_returns", None, {"workplace": workplace}, f"nobody uses {workplace} any more")
        case e.WorkersReturned(seat, workers):
            for staff in workers:
                back: dict[str, str | int] = {"faction": staff.faction, "count": staff.count}
                says = f"{seat} takes back {format_count(staff.count, f'{staff.faction} Worker')}"
                yield Fact("workers_return", seat, back, says)


def _season_fact(event: _OfSeason) -> Fact:  # noqa: C901  # one case an event: a table, not a tangle
    match event:
        case e.SeasonBegan(season, track):
            return Fact("season_begins", None, {"season": season}, f"Season {season} begins on track {track}")
        case e.PhaseBegan(season, phase):
            named: dict[str, str | int] = {"season": season, "phase": phase}
            return Fact("phase_begins", None, named, f"Season {season}: the {phase} begin")
        case e.TurnBegan(turn, seat):
            return Fact("turn_begins", seat, {"turn": turn}, f"turn {turn}: it is {seat}'s")
        case e.TurnEnded(turn, seat):
            return Fact("turn_ends", seat, {"turn": turn}, f"turn {turn} of {seat} ends")
        case e.Idled(seat, track, spot):
            return Fact("idles", seat, {"spot": spot}, f"{seat} Idles: spot {spot} of track {track}")
        case e.SeasonEnded(season):
            return Fact("season_ends", None, {"season": season}, f"Season {season} ends")
        case e.SovereignDiscarded(owner, workplace):
            return Fact("sovereign_discarded", owner, {"workplace": workplace}, f"{owner} loses {workplace}")
        case e.GameEnded(outcome):
            return Fact("game_ends", None, {"outcome": outcome}, f"the game ends: {outcome}")
