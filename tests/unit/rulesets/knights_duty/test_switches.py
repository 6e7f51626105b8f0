"""The eleven switches: where a setting answers otherwise than the default, and that the default names the reading."""

from typing import Final

import msgspec
import pytest

from oathbook.domain.kernel import Hidden, Opened
from oathbook.domain.rulesets.knights_duty.editions import EDITION_1
from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerChosen,
    HeartBroken,
    InspirationChosen,
    InspirationRegained,
    InspirationShown,
    InspirationSpent,
    PileBuilt,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import Inspire
from oathbook.domain.rulesets.knights_duty.model.events import (
    KnightPlaced,
    SatOut,
    SlotBegan,
    StanceTaken,
    TokenRevealed,
)
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from tests.unit.rulesets.knights_duty.table import (
    AS_PRINTED,
    ASH,
    BIRCH,
    CEDAR,
    DUTY,
    HEX,
    Table,
    conditions,
    fresh,
    seated,
)

SETTINGS: Final = {
    "KA-2": ("logical", "capped"),
    "KA-5": ("simultaneous", "attacker_first", "free"),
    "KA-6": ("void", "played"),
    "KA-7": ("inspiration_only", "defending"),
    "KA-12": ("end_positions", "no_swaps", "start_positions"),
    "KA-16": ("drawn", "seat_order"),
    "KA-20": ("two_events", "continuous"),
    "KA-21": ("turn", "slot"),
    "KA-22": ("face_up", "face_down"),
    "KA-25": ("each_slot", "each_turn"),
    "KA-37": ("all", "straight"),
}


@pytest.mark.parametrize(("reading", "settings"), SETTINGS.items())
def test_a_switch_has_the_settings_of_its_reading(reading: str, settings: tuple[str, ...]) -> None:
    """The first is the default, each can be set by the id of the reading, and nothing else can."""
    written = [msgspec.to_builtins(msgspec.convert({reading: each}, Switches))[reading] for each in settings]

    assert {each.id: each.settings for each in EDITION_1.rulebook.readings}[reading] == settings
    assert written == list(settings)
    assert msgspec.convert({reading: settings[0]}, Switches) == AS_PRINTED
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({reading: "otherwise"}, Switches)


def test_ka_2_capped_leaves_the_fifth_shield_out() -> None:
    """KA-2: a bow, Defending, both inspired: 1:5 by logic, 1:4 by cards."""

    def built(switches: Switches) -> Table:
        table = seated(HEX, switches, ash="2,0 bow", birch="3,0").picking(ash="shield")
        return table.plan(ash="bow", birch="shield").point(ash=BIRCH).inspire(ash=True, birch=True)

    logical, capped = built(AS_PRINTED), built(Switches(pile="capped"))

    assert logical.beyond(capped) == [PileBuilt(BIRCH, 1, 5)]
    assert capped.beyond(logical) == [PileBuilt(BIRCH, 1, 4)]
    assert "KA-2" in logical.the(PileBuilt).readings


def before_inspiration(switches: Switches, ash: str = "") -> Table:
    """Ash has attacked Birch; both tokens are face up unless said otherwise."""
    table = seated(HEX, switches, ash=f"2,0 sword {ash}", birch="3,0").picking(ash="shield")
    return table.plan(ash="sword").point(ash=BIRCH)


def test_ka_5_attacker_first_refuses_the_target_who_speaks_first() -> None:
    """KA-5: simultaneous takes either first; attacker first does not ask the target yet."""
    simultaneous, in_turn = (
        before_inspiration(AS_PRINTED),
        before_inspiration(Switches(inspiration_order="attacker_first")),
    )

    allowed = simultaneous.inspire(birch=True)
    refusal = in_turn.refused(Inspire(BIRCH, Hidden.of(value=True, to=BIRCH)))

    assert allowed.events == (InspirationChosen(BIRCH, Hidden.of(value=True, to=BIRCH)),)
    assert "KA-5" in allowed.the(InspirationChosen).readings
    assert (refusal.code, refusal.kind, refusal.readings) == ("not-asked", "out-of-turn", ("KA-5",))
    assert conditions(refusal)[-1] == ("KD-8.4", False, {"stage": "inspiration", "asked": "ash"})


def test_ka_5_attacker_first_shows_the_attackers_choice_to_the_target() -> None:
    """KA-5: openly, then the target decides; whose token is face down is passed over."""
    switches = Switches(inspiration_order="attacker_first")
    simultaneous, in_turn = before_inspiration(AS_PRINTED), before_inspiration(switches)

    hidden, shown = simultaneous.inspire(ash=True), in_turn.inspire(ash=True)

    assert hidden.beyond(shown) == []
    assert shown.beyond(hidden) == [InspirationShown(ASH, Opened(value=True))]
    assert "KA-5" in hidden.the(InspirationChosen).readings
    assert shown.asked == (BIRCH,)
    assert before_inspiration(switches, ash="spent").asked == (BIRCH,)


def test_ka_5_free_shows_each_choice_as_it_is_made() -> None:
    """KA-5: whoever speaks first, speaks openly; the pile is the same in the end."""
    simultaneous, free = before_inspiration(AS_PRINTED), before_inspiration(Switches(inspiration_order="free"))

    hidden, shown = simultaneous.inspire(birch=True), free.inspire(birch=True)

    assert (simultaneous.asked, free.asked) == ((ASH, BIRCH), (ASH, BIRCH))
    assert hidden.beyond(shown) == []
    assert shown.beyond(hidden) == [InspirationShown(BIRCH, Opened(value=True))]
    assert "KA-5" in hidden.the(InspirationChosen).readings
    assert shown.inspire(ash=False).the(PileBuilt).event == hidden.inspire(ash=False).the(PileBuilt).event


def heart_lost_in_slot_1(switches: Switches, plan: str) -> Table:
    """Ash has lost a Full Heart to Birch in slot 1, under that plan; Birch attacks again in slot 3."""
    table = seated(HEX, switches, ash="2,0 spent", birch="3,0 sword spent").picking(birch="heart")
    return table.plan(ash=plan, birch="sword - sword").point(birch=ASH)


def test_ka_6_played_turns_the_third_token_over() -> None:
    """KA-6: void by default, because the heart broke in slot 1 of this turn."""
    void, played = (
        heart_lost_in_slot_1(each, "- - parry") for each in (AS_PRINTED, Switches(slot_after_break="played"))
    )

    assert void.beyond(played) == [SatOut(ASH, 3)]
    assert played.beyond(void) == [TokenRevealed(ASH, 3, Opened("parry"), "parry"), StanceTaken(ASH, "parrying")]
    assert "KA-6" in void.the(SatOut).readings
    assert "KA-6" in void.the(HeartBroken).readings


def test_ka_6_played_leaves_two_actions_from_the_next_turn_on() -> None:
    """KA-6: "from the next turn on"; in turn 2 slot 3 is closed either way."""
    table = seated(HEX, Switches(slot_after_break="played"), ash="2,0 spent", birch="3,0 sword spent")

    hurt = table.picking(birch="heart").plan(birch="sword").point(birch=ASH)
    next_turn = hurt.plan()

    assert hurt.the(HeartBroken).event == HeartBroken(ASH, BIRCH)
    assert next_turn.the(SatOut).event == SatOut(ASH, 3)


def test_ka_6_played_makes_an_empty_third_slot_no_slot_without_an_action() -> None:
    """KA-6 with KA-7: the two actions hold from the next turn on, so in this turn KD-2.4 does not close slot 3.

    The Knight who left it empty does not sit it out and is not Defending: 3:1. That rests on KA-6, although there is
    no token to say so of.
    """
    switches = Switches(slot_after_break="played", defence_without_action="defending")

    hurt = heart_lost_in_slot_1(switches, "-")
    attacked = hurt.point(birch=ASH)

    assert hurt.every(SatOut) == ()
    assert hurt.every(SlotBegan)[-1].event == SlotBegan(3)
    assert "KA-6" in hurt.every(SlotBegan)[-1].readings
    assert attacked.the(PileBuilt).event == PileBuilt(ASH, 3, 1)


def test_ka_7_defending_counts_for_want_of_an_action() -> None:
    """KA-7: in the last slot a Broken Heart makes 3:1 by default, 2:2 if it counts as Defending."""

    def attacked(switches: Switches) -> Table:
        table = seated(HEX, switches, ash="2,0 sword spent", birch="3,0 broken spent", cedar="-4,0")
        return table.picking(ash="shield").plan(ash="- - sword").point(ash=BIRCH)

    bare, defending = attacked(AS_PRINTED), attacked(Switches(defence_without_action="defending"))

    assert bare.beyond(defending) == [PileBuilt(BIRCH, 3, 1)]
    assert defending.beyond(bare) == [PileBuilt(BIRCH, 2, 2)]
    assert "KA-7" in bare.the(PileBuilt).readings


def test_ka_16_seat_order_takes_the_first_seat_that_waits() -> None:
    """KA-16: without an agreement; Cedar is drawn by default, Birch sits first."""

    def apart(switches: Switches) -> Table:
        table = seated(HEX, switches, ash="2,1 spent", birch="3,0 bow spent", cedar="2,0 bow spent")
        table = table.picking(birch="shield", cedar="shield").drawing("order/1/0", "cedar")
        return table.plan(birch="bow", cedar="bow").point(cedar=ASH, birch=ASH).first(cedar=CEDAR, birch=None)

    drawn, by_seat = apart(AS_PRINTED), apart(Switches(attack_order="seat_order"))

    assert drawn.every(AttackerChosen)[0].event == AttackerChosen(CEDAR, "drawn")
    assert by_seat.every(AttackerChosen)[0].event == AttackerChosen(BIRCH, "seat_order")
    assert "KA-16" in drawn.every(AttackerChosen)[0].readings


def test_ka_16_seat_order_needs_no_draw() -> None:
    """KA-16: and an agreement comes before either."""
    table = seated(HEX, Switches(attack_order="seat_order"), ash="2,1 bow spent", birch="3,0 bow spent")
    table = table.picking(ash="shield", birch="shield").plan(ash="bow", birch="bow").point(ash=BIRCH, birch=ASH)

    agreed, apart = table.first(ash=BIRCH, birch=BIRCH), table.first(ash=None)

    assert agreed.every(AttackerChosen)[0].event == AttackerChosen(BIRCH, "agreed")
    assert apart.every(AttackerChosen)[0].event == AttackerChosen(ASH, "seat_order")


def spent_on_high_ground(switches: Switches) -> Table:
    """Ash has used Inspiration on High Ground in slot 1; Birch is to move in slot 3."""
    table = seated(HEX, switches, ash="0,0 sword", birch="2,0 spent").picking(ash="shield")
    return table.plan(ash="sword", birch="- - movement").point(ash=BIRCH).inspire(ash=True)


def test_ka_20_continuous_turns_a_token_spent_on_high_ground_up_again() -> None:
    """KA-20: at once, for as long as the Knight stands there; by the two events it lies face down."""
    events, continuous = spent_on_high_ground(AS_PRINTED), spent_on_high_ground(Switches(high_ground="continuous"))

    assert events.beyond(continuous) == []
    assert continuous.beyond(events) == [InspirationRegained(ASH, "high_ground")]
    assert continuous.kinds(InspirationSpent, InspirationRegained, PileBuilt) == (
        InspirationSpent,
        InspirationRegained,
        PileBuilt,
    )
    assert "KA-20" in events.the(InspirationSpent).readings
    assert {"KD-9.2", "KD-9.3"} <= set(continuous.the(InspirationRegained).cites)
    assert "KA-20" in continuous.the(InspirationRegained).readings
    assert (events.knight(ASH).inspiration, continuous.knight(ASH).inspiration) == ("face_down", "face_up")


def test_ka_21_slot_turns_the_token_up_at_the_next_slot() -> None:
    """KA-21: spent in slot 1, up in slot 2; by the whole turn not before turn 2 (KV-12)."""
    turn, slot = spent_on_high_ground(AS_PRINTED), spent_on_high_ground(Switches(start_of_turn="slot"))

    assert turn.beyond(slot) == []
    assert slot.beyond(turn) == [InspirationRegained(ASH, "high_ground")]
    assert slot.kinds(InspirationSpent, SlotBegan, InspirationRegained)[:3] == (
        InspirationSpent,
        SlotBegan,
        InspirationRegained,
    )
    assert "KA-21" in turn.every(SlotBegan)[0].readings
    assert "KA-21" in slot.the(InspirationRegained).readings


def test_ka_22_face_down_lays_the_token_so_at_the_start() -> None:
    """KA-22: it has to be gained first, and until then there is nothing to use."""
    up, down = (fresh("ash", "birch", switches=each) for each in (AS_PRINTED, Switches(inspiration_start="face_down")))

    chosen_up, chosen_down = up.choose(ash="red"), down.choose(ash="red")

    assert chosen_up.beyond(chosen_down) == [KnightPlaced(ASH, "red", "4,0", "face_up")]
    assert chosen_down.beyond(chosen_up) == [KnightPlaced(ASH, "red", "4,0", "face_down")]
    assert "KA-22" in chosen_up.the(KnightPlaced).readings
    assert DUTY.standing(chosen_up.state) == DUTY.standing(chosen_down.state)
