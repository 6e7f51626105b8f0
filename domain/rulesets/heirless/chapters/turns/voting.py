"""HT-8: a Law is put to the vote, asked in reverse order, and enacted or not."""

from collections.abc import Iterator

from oathbook.domain.kernel import Line, Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, may_act, must_be_asked
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model import action_events
from oathbook.domain.rulesets.heirless.model.decisions import Enact, Vote
from oathbook.domain.rulesets.heirless.model.queries import player_of
from oathbook.domain.rulesets.heirless.model.state import Ballot, State
from oathbook.domain.rulesets.heirless.model.turn_order import active_players, idle_order
from oathbook.domain.rulesets.heirless.rules import HA, HT, No


def may_enact(state: State, decision: Enact) -> Iterator[Requirement]:
    """An available Law, and at least the 1 Influence that one's own vote takes (HT-8.3)."""
    yield from may_act(state, decision.by)
    yield Requirement(
        No.LAW_NOT_AVAILABLE,
        HT.CHOOSE_LAW,
        asks="is that Law available?",
        holds=decision.law in state.field.laws,
        says=f"no Law “{decision.law}” is available",
        values={"available": ", ".join(state.field.laws) or "none"},
    )
    has = player_of(state.field, decision.by).influence
    yield Requirement(
        No.INFLUENCE_SHORT,
        HT.OWN_VOTE,
        asks="has the player Influence to spend in favour?",
        holds=has > 0,
        says="at least 1 Influence has to be spent in favour, and the player has none",
        values={"influence": has},
        readings=(HA.PLACE_IN_VOTE,),
    )


def voters_of(state: State) -> tuple[Seat, ...]:
    """Reverse Player Turn Order: those who are not Idle before the Idle, and all of it from the end (HA-5)."""
    idle = idle_order(state.field) if state.rules.switches.who_votes == "all" else ()
    return tuple(reversed((*active_players(state.field), *idle)))


def enact(play: Play, decision: Enact) -> None:
    """The vote begins (HT-8.2)."""
    (law,) = (each for each in play.state.rules.components.laws if each.name == decision.law)
    somebody_idle = (HA.WHO_VOTES,) if idle_order(play.field) else ()
    play.emit(
        action_events.VoteOpened(play.field.votes + 1, decision.by, law.name, law.threshold, voters_of(play.state)),
        *(HT.CHOOSE_LAW, HT.VOTE, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO),
        readings=(HA.PLACE_IN_VOTE, *somebody_idle),
    )


def may_vote(state: State, decision: Vote) -> Iterator[Requirement]:
    """In one's place, out of one's own Influence; the player who took the action owes 1 in favour (HT-8.3)."""
    yield must_be_asked(state, decision.by, during=("vote",), clause=HT.VOTE)
    ballot = ballot_of(state)
    own = ballot.by == decision.by
    yield Requirement(
        No.OWN_VOTE_TOO_SMALL,
        HT.OWN_VOTE,
        asks="does the player who took the action spend at least 1 in favour?",
        holds=not own or (decision.side == "for" and decision.influence > 0),
        says="the player who takes the action spends at least 1 Influence in favour",
        values={"side": decision.side, "influence": decision.influence, "action by": ballot.by},
    )
    has = player_of(state.field, decision.by).influence
    yield Requirement(
        No.INFLUENCE_SHORT,
        HT.VOTE,
        asks="has the player that much Influence?",
        holds=decision.influence <= has,
        says=f"the player has {has} Influence, not {decision.influence}",
        values={"influence": decision.influence, "has": has},
    )


def ballot_of(state: State) -> Ballot:
    """The vote in progress."""
    ballot = state.field.ballot
    assert ballot is not None, "players are asked for a vote while there is one"
    return ballot


def vote(play: Play, decision: Vote) -> None:
    """Influence is spent; after the last player the Law is enacted, or stays (HT-8.4, HT-8.5)."""
    ballot = ballot_of(play.state)
    spent = action_events.InfluenceSpent(ballot.number, decision.by, ballot.law, decision.side, decision.influence)
    has = Working.start("Influence", player_of(play.field, decision.by).influence, clause=HT.VOTE)
    play.emit(
        spent,
        *(HT.VOTE, *((HT.OWN_VOTE,) if ballot.by == decision.by else ())),
        readings=(HA.ONE_SIDE,),
        working=has.take(decision.influence, clause=HT.VOTE, when=decision.influence > 0).lines,
    )
    ballot = ballot_of(play.state)
    if len(ballot.spent) == len(ballot.voters):
        close_vote(play, ballot)


def close_vote(play: Play, ballot: Ballot) -> None:
    """More for it than against it, and the Threshold reached; all Influence spent is discarded (HT-8.6)."""
    in_favour, against = (sum(each.influence for each in ballot.spent if each.side == side) for side in _SIDES)
    enacted = in_favour > against and in_favour >= ballot.threshold
    play.emit(
        action_events.VoteClosed(ballot.number, ballot.by, ballot.law, in_favour, against, enacted),
        *(HT.ENACTED, HT.INFLUENCE_SPENT),
        working=_count_votes(ballot, against),
    )
    if enacted:
        play.emit(
            action_events.LawEnacted(ballot.number, ballot.by, ballot.law), HT.ENACTED, readings=(HA.LAW_IN_FORCE,)
        )
    else:
        play.emit(action_events.LawStayed(ballot.number, ballot.by, ballot.law), HT.NOT_ENACTED, HT.FAILED_ATTEMPT)
    end_action(play)


_SIDES = ("for", "against")


def _count_votes(ballot: Ballot, against: int) -> tuple[Line, ...]:
    """Both sides added up, and the two comparisons: more than against, and not below the Threshold."""
    sums: list[Working] = []
    for side in _SIDES:
        total = Working.start(f"Influence {side}", 0, clause=HT.VOTE)
        for each in ballot.spent:
            total = total.add(each.influence, clause=HT.VOTE, when=each.side == side)
        sums.append(total)
    more = Working.start("Influence against", against, clause=HT.ENACTED).within(sums[0].total - 1, clause=HT.ENACTED)
    enough = Working.start("Threshold", ballot.threshold, clause=HT.ENACTED)
    enough = enough.within(sums[0].total, clause=HT.ENACTED)
    return (*sums[0].lines, *sums[1].lines, *more.lines[1:], *enough.lines)
