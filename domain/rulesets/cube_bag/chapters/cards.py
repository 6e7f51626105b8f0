"""CB-10.1 and CB-10.3: cards that a player is asked about, FABIAN TACTIC and TRAINED ARMY."""

from collections import Counter
from collections.abc import Iterator

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import DrawRequest, Requirement, Seat, Working
from oathbook.domain.rulesets.cube_bag.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.cube_bag.model.bag_events import CardOffered, CubesRedrawn, PreparedDiscarded, UseForgone
from oathbook.domain.rulesets.cube_bag.model.components import card_title
from oathbook.domain.rulesets.cube_bag.model.cubes import add_cubes, count_colours, describe_cubes, pile_of
from oathbook.domain.rulesets.cube_bag.model.decisions import PlayCard, Redraw
from oathbook.domain.rulesets.cube_bag.model.queries import battle_in, card_figures, uses_left
from oathbook.domain.rulesets.cube_bag.model.state import Stage, State, Use
from oathbook.domain.rulesets.cube_bag.rules import CA, CB, No

CLAUSE_OF = {
    "discard": CB.FABIAN_TACTIC,
    "redraw": CB.TRAINED_ARMY,
    "conversion": CB.CONVERSION,
    "recovery": CB.RECOVERY,
}
"""The clause under which a card is used so."""


def offer_card(play: Play, use: Use, *seats: Seat, readings: tuple[CA, ...] = ()) -> bool:
    """Ask the first of the seats that has such a card; false when none of them has any."""
    for seat in seats:
        for card in uses_left(play.state, seat, use)[:1]:
            play.emit(CardOffered(seat, card, use), CLAUSE_OF[use], readings=readings)
            return True
    return False


def must_be_offered(state: State, seat: Seat, card: str, use: Use, *, during: Stage) -> Iterator[Requirement]:
    """The seat is asked about that card now."""
    yield must_be_asked(state, seat, during=(during,), clause=CLAUSE_OF[use])
    offered = battle_in(state.field).offered
    usable = uses_left(state, seat, use) if offered is None else (offered.card,)
    yield Requirement(
        No.NO_SUCH_CARD,
        CLAUSE_OF[use],
        asks="is this the card that can be used now?",
        holds=card in usable,
        says=f"{card_title(card)} cannot be used now",
        values={"card": card, "usable": ", ".join(usable) or "none"},
    )


def may_play_card(state: State, decision: PlayCard) -> Iterator[Requirement]:
    """The card one is asked about."""
    return must_be_offered(state, decision.by, decision.card, "discard", during="tactics")


def play_card(play: Play, decision: PlayCard) -> None:
    """Equal numbers of both colours are discarded (CB-10.1, CA-28, CA-53)."""
    attacker, defender = play.battle.attacker, play.battle.defender
    each = (
        Working.start("discarded of each colour", _cubes_discarded(play.state, decision.card), clause=CB.FABIAN_TACTIC)
        .at_most(attacker.own, clause=CB.FABIAN_TACTIC, when=True, named=f"cubes of {attacker.seat}")
        .at_most(defender.own, clause=CB.FABIAN_TACTIC, when=True, named=f"cubes of {defender.seat}")
    )
    play.emit(
        PreparedDiscarded(decision.by, decision.card, each.total),
        CB.FABIAN_TACTIC,
        readings=(CA.HOW_MANY_DISCARDED, CA.WHICH_DISCARDED),
        working=each.lines,
    )


def _cubes_discarded(state: State, card: str) -> int:
    return card_figures(state.rules.components, card).discards


def may_redraw(state: State, decision: Redraw) -> Iterator[Requirement]:
    """Cubes that were drawn, and no more than the card says."""
    yield from must_be_offered(state, decision.by, decision.card, "redraw", during="redraw")
    most = card_figures(state.rules.components, decision.card).redraws
    yield Requirement(
        No.BEYOND_THE_CARD,
        CB.TRAINED_ARMY,
        asks="does the card put back as many?",
        holds=len(decision.back) <= most,
        says=f"the card puts back {most} cubes, not {len(decision.back)}",
        values={"back": len(decision.back), "most": most},
    )
    drawn, back = battle_in(state.field).drawn, Counter(decision.back)
    yield Requirement(
        No.NOT_DRAWN,
        CB.TRAINED_ARMY,
        asks="were these cubes drawn?",
        holds=all(drawn.get(colour, 0) >= cubes for colour, cubes in back.items()),
        says=f"{describe_cubes(back)} cannot be put back: {describe_cubes(drawn)} were drawn",
        values={"back": describe_cubes(back), "drawn": describe_cubes(drawn)},
    )


def redraw(play: Play, decision: Redraw, chance: Chance) -> None:
    """Back into the bag, and as many out of it; what went back may come again."""
    back = count_colours(decision.back)
    bag = add_cubes(play.battle.bag, back)
    asked = DrawRequest(f"redraw/{decision.by}", pile_of(bag), len(decision.back))
    drawn = count_colours(chance.draw(asked).drawn)
    play.emit(
        CubesRedrawn(decision.by, decision.card, back, drawn),
        *(CB.TRAINED_ARMY, CB.SUCCESS),
        readings=(CA.REDRAW_TIME,),
    )


def forgo_use(play: Play, seat: Seat, use: Use) -> None:
    """A card is not used; conversions and recoveries are forgone one by one (CB-3.3, CB-6.3)."""
    offered = play.battle.offered
    card = uses_left(play.state, seat, use)[0] if offered is None else offered.card
    several = {"conversion": (CB.SEVERAL_CONVERSIONS,), "recovery": (CB.SEVERAL_RECOVERIES,)}.get(use, ())
    readings = (CA.REDRAW_TIME,) if use == "redraw" else ()
    play.emit(UseForgone(seat, card, use), CLAUSE_OF[use], *several, readings=readings)
