"""HT-4: Workers go to work in a Workplace, its owner willing."""

from collections import Counter
from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat, Working
from oathbook.domain.rulesets.heirless.chapters.play import Play, may_act, must_be_asked
from oathbook.domain.rulesets.heirless.chapters.turns.control import control_grounds, must_control
from oathbook.domain.rulesets.heirless.chapters.turns.effects import receive_effect
from oathbook.domain.rulesets.heirless.chapters.turns.turns import end_action
from oathbook.domain.rulesets.heirless.model import action_events
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Faction
from oathbook.domain.rulesets.heirless.model.decisions import Assign, Permit, Workers
from oathbook.domain.rulesets.heirless.model.queries import built_of, player_of, staff_of, workplace_of
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HA, HT, No

ACTION = (HT.ASSIGN, HT.STANDARD_ACTIONS, HT.ONE_OF_TWO)


def may_assign(state: State, decision: Assign) -> Iterator[Requirement]:
    """A built Workplace that is free, with all the Workers it asks for and no others."""
    yield from may_act(state, decision.by)
    yield from may_put_to_work(state, decision)


def may_put_to_work(state: State, decision: Assign) -> Iterator[Requirement]:
    """All that is asked of Workplace and Workers, in the turn and again when the owner has answered."""
    built = built_of(state.field, decision.workplace)
    yield Requirement(
        No.NO_SUCH_WORKPLACE,
        HT.WHICH_WORKPLACE,
        asks="is that Workplace built?",
        holds=built is not None,
        says=f"no Workplace “{decision.workplace}” is built",
        values={"built": ", ".join(each.workplace for each in state.field.built) or "none"},
    )
    assert built is not None, "the requirement before this one has asked for it"
    yield Requirement(
        No.WORKPLACE_IN_USE,
        HT.WHICH_WORKPLACE,
        asks="is nobody using it?",
        holds=built.user is None,
        says=f"{decision.workplace} is in use",
        values={"user": built.user or "nobody"},
    )
    yield from _must_match_staff(state, decision)
    factions: list[Faction] = [faction for faction in FACTIONS if faction in decision.workers]
    for faction in factions:
        yield must_be_unemployed(state, decision.by, faction, decision.workers.count(faction))
    looked_at: list[HA] = []
    for faction in factions:
        grounds = control_grounds(state, decision.by, faction)
        looked_at += grounds.readings
        yield must_control(grounds, faction, readings=tuple(dict.fromkeys(looked_at)))


def _must_match_staff(state: State, decision: Assign) -> Iterator[Requirement]:
    """Each type as many times as printed (HT-4.7), and no Worker more (HA-56)."""
    needed, offered = Counter(workplace_of(state.rules, decision.workplace).workers), Counter(decision.workers)
    values = {"needs": _describe_workers(needed), "assigned": _describe_workers(offered)}
    yield Requirement(
        No.NOT_ALL_WORKERS,
        HT.ALL_AT_ONCE,
        asks="are all Workers there that the Workplace asks for?",
        holds=needed <= offered,
        says=f"{decision.workplace} needs {_describe_workers(needed)}, all at once",
        values=values,
    )
    yield Requirement(
        No.SURPLUS_WORKERS,
        HT.ALL_AT_ONCE,
        asks="are there no more Workers than it asks for?",
        holds=offered <= needed,
        says=f"{decision.workplace} needs {_describe_workers(needed)} and nobody else",
        values=values,
        readings=(HA.SURPLUS_WORKERS,),
    )


def _describe_workers(workers: Counter[Faction]) -> str:
    return ", ".join(f"{workers[faction]} {faction}" for faction in FACTIONS if workers[faction]) or "nobody"


def must_be_unemployed(state: State, seat: Seat, faction: Faction, number: int) -> Requirement:
    """The Workers are in the player's own Unemployed reserve (HT-4.1, HA-43)."""
    has = staff_of(player_of(state.field, seat).unemployed, faction)
    return Requirement(
        No.WORKERS_SHORT,
        HT.ASSIGN,
        asks=f"has the player that many Unemployed {faction} Workers?",
        holds=number <= has,
        says=f"{number} {faction} Workers are needed, and {has} are Unemployed",
        values={"faction": faction, "needed": number, "unemployed": has},
        readings=(HA.WHOSE_UNEMPLOYED,),
    )


def assign(play: Play, decision: Assign) -> None:
    """At once in one's own Workplace (HA-12); else its owner is asked."""
    built = built_of(play.field, decision.workplace)
    assert built is not None, "only a built Workplace is assigned to"
    if built.owner != decision.by:
        asked = action_events.ConsentAsked(decision.by, built.owner, decision.workplace, decision.workers)
        play.emit(asked, HT.WHICH_WORKPLACE, readings=(HA.CONSENT, *_grounds(play.state, decision)[1]))
        return
    put_to_work(play, decision)


def may_permit(state: State, decision: Permit) -> Iterator[Requirement]:
    """The owner who is asked; to allow it, it must still be possible after the trades made since."""
    yield must_be_asked(state, decision.by, during=("consent",), clause=HT.WHICH_WORKPLACE)
    request = state.field.request
    assert request is not None, "an owner is asked because somebody has requested it"
    if decision.allow:
        yield from may_put_to_work(state, Assign(request.by, request.workplace, request.workers))


def permit(play: Play, decision: Permit) -> None:
    """With consent the Workers go to work; without it, the player's turn goes on."""
    request = play.field.request
    assert request is not None, "an owner is asked because somebody has requested it"
    if not decision.allow:
        refused = action_events.ConsentRefused(request.by, decision.by, request.workplace)
        play.emit(refused, HT.WHICH_WORKPLACE, readings=(HA.CONSENT,))
        return
    given = action_events.ConsentGiven(request.by, decision.by, request.workplace)
    play.emit(given, HT.WHICH_WORKPLACE, readings=(HA.CONSENT,))
    put_to_work(play, Assign(request.by, request.workplace, request.workers))


def put_to_work(play: Play, decision: Assign) -> None:
    """Workers to their Factions, the cube on the Workplace, Influence to the player, and what the Workplace gives."""
    built = built_of(play.field, decision.workplace)
    assert built is not None, "only a built Workplace is assigned to"
    clauses, readings = _grounds(play.state, decision)
    own = (HA.OWN_WORKPLACE,) if built.owner == decision.by else ()
    working = tuple(
        line
        for faction in dict.fromkeys(decision.workers)
        for line in control_grounds(play.state, decision.by, faction).working
    )
    play.emit(
        action_events.WorkersAssigned(decision.by, built.owner, decision.workplace, decision.workers),
        *(*ACTION, HT.WHICH_WORKPLACE, HT.CUBE_OF_USER, HT.ALL_AT_ONCE, *clauses),
        readings=(HA.WHOSE_UNEMPLOYED, HA.WORKPLACE_EFFECT, *own, *readings),
        working=working,
    )
    gain_influence(play, decision.by, decision.workers, readings=())
    receive_effect(play, built, decision.by)
    end_action(play)


def gain_influence(play: Play, seat: Seat, workers: Workers, *, readings: tuple[HA, ...]) -> None:
    """1 Influence for each Worker newly assigned (HT-4.8)."""
    working = Working.start("Influence", player_of(play.field, seat).influence, clause=HT.INFLUENCE)
    play.emit(
        action_events.InfluenceGained(seat, len(workers)),
        HT.INFLUENCE,
        readings=readings,
        working=working.add(len(workers), clause=HT.INFLUENCE, when=True).lines,
    )


def _grounds(state: State, decision: Assign) -> tuple[tuple[HT, ...], tuple[HA, ...]]:
    """The clauses and readings on which the use of these Workers rests."""
    grounds = [control_grounds(state, decision.by, faction) for faction in dict.fromkeys(decision.workers)]
    clauses = dict.fromkeys(clause for each in grounds for clause in each.clauses)
    return tuple(clauses), tuple(dict.fromkeys(reading for each in grounds for reading in each.readings))
