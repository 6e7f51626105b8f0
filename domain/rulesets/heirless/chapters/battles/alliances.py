"""HB-1.2: a Battle begins with Alliances, each of two players who both want it (HA-26)."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.heirless.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.heirless.model.battle_events import AlliancesFormed, AllyNamed
from oathbook.domain.rulesets.heirless.model.battle_queries import hourglass_of
from oathbook.domain.rulesets.heirless.model.battle_state import AllyWord
from oathbook.domain.rulesets.heirless.model.decisions import Ally
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.heirless.rules import HA, HB, NoBattle


def may_ally(state: State, decision: Ally) -> Iterator[Requirement]:
    """Another player in the Battle, or nobody."""
    yield must_be_asked(state, decision.by, during=("alliances",), clause=HB.ALLIANCES)
    others = [seat for seat in hourglass_of(state.field).players if seat != decision.by]
    yield Requirement(
        NoBattle.NOT_AN_ALLY,
        HB.ALLIANCES,
        asks="is it another player in this Battle, or nobody?",
        holds=decision.ally is None or decision.ally in others,
        says=f"{decision.ally} cannot be an ally in this Battle",
        values={"named": decision.ally or "nobody", "others": ", ".join(others)},
    )


def name_ally(play: Play, decision: Ally) -> None:
    """A word more, which everybody hears."""
    tile = hourglass_of(play.field).tile
    play.emit(AllyNamed(tile, decision.by, decision.ally), HB.ALLIANCES, readings=(HA.FORMING_ALLIANCES,))


def form_alliances(play: Play) -> None:
    """All have spoken: two who named each other are an Alliance, for this Battle (HA-61)."""
    hourglass = hourglass_of(play.field)
    alliances = tuple(agreed_pairs(hourglass.words))
    if alliances:
        play.emit(
            AlliancesFormed(hourglass.tile, alliances), HB.ALLIANCES, readings=(HA.FORMING_ALLIANCES, HA.ALLIANCE_LASTS)
        )


def agreed_pairs(words: tuple[AllyWord, ...]) -> Iterator[tuple[Seat, ...]]:
    """The pairs who named each other; everybody named one player at most, so nobody is in two."""
    named = {word.seat: word.ally for word in words}
    for number, (seat, ally) in enumerate(named.items()):
        if ally is not None and named.get(ally) == seat and ally in list(named)[number:]:
            yield (seat, ally)
