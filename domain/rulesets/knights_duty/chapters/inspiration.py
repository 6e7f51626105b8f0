"""KD-9, KD-3.2: the Inspiration token, spent in a combat and regained."""

from collections.abc import Iterator

from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.rulesets.knights_duty.chapters.play import Play, must_be_asked
from oathbook.domain.rulesets.knights_duty.model import combat_events
from oathbook.domain.rulesets.knights_duty.model.decisions import Inspire
from oathbook.domain.rulesets.knights_duty.model.queries import knight_of
from oathbook.domain.rulesets.knights_duty.model.state import Combat, State
from oathbook.domain.rulesets.knights_duty.rules import KA, KD, No


def may_inspire(state: State, decision: Inspire) -> Iterator[Requirement]:
    """A combatant whose token lies face up (KD-9.1)."""
    combat = state.field.combat
    if combat is not None and decision.by in {combat.attacker, combat.target}:
        face = knight_of(state.field, decision.by).inspiration
        yield Requirement(
            No.TOKEN_FACE_DOWN,
            KD.FACE_UP,
            asks="does the Inspiration token lie face up?",
            holds=face == "face_up",
            says="the Inspiration token lies face down",
            values={"token": face},
        )
    yield must_be_asked(state, decision.by, during=("inspiration",), clause=KD.INSPIRATION_IN_PILE)


def inspire(play: Play, decision: Inspire) -> None:
    """Both choose face down; where choices are made in the open, it is shown at once (KA-5)."""
    combat = combat_in(play)
    play.emit(
        combat_events.InspirationChosen(decision.by, decision.use),
        KD.INSPIRATION_IN_PILE,
        readings=order_readings(play, combat),
    )
    if play.state.rules.switches.inspiration_order != "simultaneous":
        show_choices(play)


def show_choices(play: Play) -> None:
    """Turn over every choice that is still hidden."""
    combat = combat_in(play)
    for choice in combat.choices:
        if choice.shown is None:
            play.emit(
                combat_events.InspirationShown(choice.seat, choice.use.reveal()),
                KD.INSPIRATION_IN_PILE,
                readings=order_readings(play, combat),
            )


def spend_inspiration(play: Play, seat: Seat) -> None:
    """After its use the token lies face down; on High Ground one may read that it does not stay so (KA-20)."""
    stands_high = knight_of(play.field, seat).space == play.state.rules.components.board.high_ground
    play.emit(
        combat_events.InspirationSpent(seat),
        *(KD.FACE_UP, KD.INSPIRATION_IS_NO_ACTION),
        readings=(KA.HIGH_GROUND,) if stands_high else (),
    )
    if stands_high and play.state.rules.switches.high_ground == "continuous":
        play.emit(
            combat_events.InspirationRegained(seat, "high_ground"),
            KD.REGAINED,
            KD.HIGH_GROUND,
            readings=(KA.HIGH_GROUND,),
        )


def regain_on_high_ground(play: Play, seats: tuple[Seat, ...], *, readings: tuple[KA, ...] = ()) -> None:
    """Those of the seats who stand on High Ground with a spent token turn it up."""
    for seat in spent_on_high_ground(play.state):
        if seat in seats:
            play.emit(
                combat_events.InspirationRegained(seat, "high_ground"), KD.HIGH_GROUND, KD.REGAINED, readings=readings
            )


def spent_on_high_ground(state: State) -> tuple[Seat, ...]:
    """Who stands on High Ground with the token face down."""
    high_ground = state.rules.components.board.high_ground
    return tuple(
        knight.seat
        for knight in state.field.knights
        if knight.space == high_ground and knight.inspiration == "face_down"
    )


def regain_by_defeat(play: Play, seat: Seat) -> None:
    """Defeating an opponent turns a spent token up at once (KA-19)."""
    if knight_of(play.field, seat).inspiration == "face_down":
        play.emit(combat_events.InspirationRegained(seat, "defeat"), KD.REGAINED, readings=(KA.WHO_REGAINS,))


def order_readings(play: Play, combat: Combat) -> tuple[KA, ...]:
    """The order of the two choices matters only where both may choose."""
    faces = {knight_of(play.field, seat).inspiration for seat in (combat.attacker, combat.target)}
    return (KA.INSPIRATION_ORDER,) if faces == {"face_up"} else ()


def combat_in(play: Play) -> Combat:
    """The combat being resolved."""
    assert play.field.combat is not None, "asked about a combat while there is none"
    return play.field.combat
