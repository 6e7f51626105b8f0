"""Events in words: kind, seat, slots and a sentence, for everybody's eyes."""

from typing import Final

import pytest

from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.rulesets.kit.play import EventBase
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.model.decisions import Tracker
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, tracker

Slots = dict[str, str | int]

# Of each event: the kind, the seat and the slots of its facts, and their first sentence.
DECLARED = {kind.kind: kind.slots for kind in DUTY.vocabulary.kinds}
TOLD: Final[tuple[tuple[e.Event, list[tuple[str, Seat | None, Slots]], str], ...]] = (
    (e.ClanChosen(ASH, "red"), [("clan_chosen", ASH, {"clan": "red"})], "ash takes the red clan"),
    (e.KnightPlaced(ASH, "red", "4,0", "face_up"), [("placed", ASH, {"space": "4,0"})], "ash's Knight stands on 4,0"),
    (e.TurnBegan(2), [("turn_begins", None, {"turn": 2})], "turn 2 begins"),
    (e.PlanLaid(ASH, tracker("ash", "bow - parry")), [("plan", ASH, {"tokens": 2})], "ash lays 2 tokens face down"),
    (e.PlanLaid(ASH, tracker("ash", "bow - -")), [("plan", ASH, {"tokens": 1})], "ash lays 1 token face down"),
    (e.SlotBegan(1), [("slot_begins", None, {"slot": 1})], "slot 1 is revealed"),
    (
        e.TokenRevealed(ASH, 1, Opened("bow"), "change"),
        [("token", ASH, {"slot": 1, "token": "bow", "action": "change"})],
        "ash shows bow: change",
    ),
    (e.SatOut(ASH, 3), [("sits_out", ASH, {"slot": 3})], "ash has no action in slot 3"),
    (e.StepBegan("movement", (ASH,)), [("step", None, {"step": "movement"})], "ash moves"),
    (e.StepBegan("attacking", (BIRCH,)), [("step", None, {"step": "attacking"})], "birch attacks"),
    (e.StepBegan("attacking", (ASH, BIRCH)), [("step", None, {"step": "attacking"})], "ash and birch attack"),
    (e.MoveChosen(ASH, Hidden.of("2,1", ASH)), [("move_chosen", ASH, {})], "ash has chosen where to go"),
    (
        e.MovesShown((e.MoveShown(ASH, Opened("2,1")), e.MoveShown(BIRCH, Opened("3,1")))),
        [("wants", ASH, {"space": "2,1"}), ("wants", BIRCH, {"space": "3,1"})],
        "ash wants to go to 2,1",
    ),
    (
        e.ClashFound("2,1", (ASH, BIRCH, CEDAR)),
        [("clash", ASH, {"space": "2,1"}), ("clash", BIRCH, {"space": "2,1"}), ("clash", CEDAR, {"space": "2,1"})],
        "ash, birch and cedar want 2,1",
    ),
    (e.MoverNamed(ASH, BIRCH), [("names", ASH, {"named": "birch"})], "ash says: birch moves"),
    (e.MoverNamed(ASH, None), [("names", ASH, {"named": "nobody"})], "ash says: nobody moves"),
    (e.ClashSettled("2,1", ASH), [("clash_settled", ASH, {"space": "2,1", "mover": "ash"})], "2,1 is left to ash"),
    (e.ClashSettled("2,1", None), [("clash_settled", None, {"space": "2,1", "mover": "nobody"})], "nobody gets 2,1"),
    (
        e.KnightsMoved((e.Moved(ASH, "2,0", "2,1"), e.Moved(BIRCH, "3,0", "3,1"))),
        [("moves", ASH, {"origin": "2,0", "to": "2,1"}), ("moves", BIRCH, {"origin": "3,0", "to": "3,1"})],
        "ash moves to 2,1",
    ),
    (
        e.KnightStayed(ASH, "2,0", "choice"),
        [("stays", ASH, {"wanted": "2,0", "because": "choice"})],
        "ash stays: by choice",
    ),
    (
        e.KnightStayed(ASH, "2,1", "clash"),
        [("stays", ASH, {"wanted": "2,1", "because": "clash"})],
        "ash stays: somebody else wanted the space, too",
    ),
    (
        e.KnightStayed(ASH, "2,1", "occupied"),
        [("stays", ASH, {"wanted": "2,1", "because": "occupied"})],
        "ash stays: the space is not free",
    ),
    (e.EquipmentChanged(ASH, None, "bow"), [("equips", ASH, {"weapon": "bow"})], "ash takes the bow"),
    (e.StanceTaken(ASH, "defending"), [("defends", ASH, {})], "ash is defending"),
    (e.StanceTaken(ASH, "parrying"), [("parries", ASH, {})], "ash is parrying"),
    (c.AttackLost(ASH), [("attack_lost", ASH, {})], "ash has nobody in range: the attack is lost"),
    (c.TargetDeclared(ASH, BIRCH), [("targets", ASH, {"target": "birch"})], "ash points at birch"),
    (c.TargetDeclared(ASH, None), [("targets", ASH, {"target": "nobody"})], "ash points at nobody"),
    (c.OrderAsked((ASH, BIRCH)), [("order_asked", ASH, {}), ("order_asked", BIRCH, {})], "ash is asked who goes first"),
    (c.AttackerNamed(ASH, BIRCH), [("names", ASH, {"named": "birch"})], "ash says: birch goes first"),
    (c.AttackerNamed(ASH, None), [("names", ASH, {"named": "nobody"})], "ash says: nobody goes first"),
    (
        c.AttackerChosen(ASH, "alone"),
        [("goes_next", ASH, {"how": "alone"})],
        "ash attacks next (no other attack waits)",
    ),
    (
        c.AttackerChosen(ASH, "drawn"),
        [("goes_next", ASH, {"how": "drawn"})],
        "ash attacks next (drawn, for want of an agreement)",
    ),
    (
        c.CombatBegan(ASH, BIRCH, "bow"),
        [("combat_begins", ASH, {"target": "birch", "weapon": "bow"})],
        "ash attacks birch with the bow",
    ),
    (
        c.InspirationChosen(ASH, Hidden.of(value=True, to=ASH)),
        [("inspiration_chosen", ASH, {})],
        "ash has decided about Inspiration",
    ),
    (
        c.InspirationShown(ASH, Opened(value=True)),
        [("inspiration_shown", ASH, {"use": "yes"})],
        "ash uses Inspiration: yes",
    ),
    (
        c.InspirationShown(ASH, Opened(value=False)),
        [("inspiration_shown", ASH, {"use": "no"})],
        "ash uses Inspiration: no",
    ),
    (c.InspirationSpent(ASH), [("inspiration_spent", ASH, {})], "ash's Inspiration token lies face down"),
    (
        c.InspirationRegained(ASH, "high_ground"),
        [("inspiration_regained", ASH, {"through": "high_ground"})],
        "ash regains Inspiration: High Ground",
    ),
    (
        c.InspirationRegained(ASH, "defeat"),
        [("inspiration_regained", ASH, {"through": "defeat"})],
        "ash regains Inspiration: an opponent defeated",
    ),
    (
        c.PileBuilt(BIRCH, 3, 1),
        [("pile", BIRCH, {"hearts": 3, "shields": 1})],
        "birch builds a pile: hearts 3, shields 1",
    ),
    (c.CardPicked(ASH, BIRCH, "heart"), [("picks", ASH, {"target": "birch", "card": "heart"})], "ash picks a heart"),
    (c.AttackMissed(ASH, BIRCH), [("misses", ASH, {"target": "birch"})], "ash misses birch"),
    (c.AttackerFumbled(ASH, "bow"), [("fumbles", ASH, {"weapon": "bow"})], "ash is parried and loses the bow"),
    (c.HeartBroken(BIRCH, ASH), [("breaks_heart", ASH, {"target": "birch"})], "ash breaks the heart of birch"),
    (c.KnightDefeated(BIRCH, ASH), [("defeats", ASH, {"target": "birch"})], "ash defeats birch"),
    (
        c.HitWithoutEffect(BIRCH, ASH),
        [("hits_in_vain", ASH, {"target": "birch"})],
        "ash hits birch, who is defeated already",
    ),
    (c.CombatEnded(ASH, BIRCH), [("combat_ends", ASH, {"target": "birch"})], "the combat of ash against birch is over"),
    (
        c.TargetsReopened((ASH, BIRCH)),
        [("may_point_again", ASH, {}), ("may_point_again", BIRCH, {})],
        "ash may point again",
    ),
    (e.KnightRemoved(ASH, "2,0"), [("leaves_board", ASH, {"space": "2,0"})], "ash's Knight leaves the board"),
    (e.SlotEnded(1), [("slot_ends", None, {"slot": 1})], "slot 1 is resolved"),
    (e.TurnEnded(1, 2), [("turn_ends", None, {"turn": 1})], "turn 1 ends"),
    (e.StallNoticed(20), [("stall", None, {"turns": 20})], "20 turns in a row without a combat"),
    (e.EndAgreed(ASH), [("agrees_to_end", ASH, {})], "ash agrees to end the match"),
    (e.MatchEnded("victory", (ASH,)), [("match_ends", ASH, {"outcome": "victory"})], "ash wins"),
    (e.MatchEnded("draw", ()), [("match_ends", None, {"outcome": "draw"})], "the match ends: draw"),
)


def name_of(case: object) -> str:
    return type(case).__name__ if isinstance(case, EventBase) else ""


@pytest.mark.parametrize(("event", "facts", "sentence"), TOLD, ids=name_of)
def test_an_event_is_told_in_the_words_of_the_vocabulary(
    event: e.Event, facts: list[tuple[str, Seat | None, Slots]], sentence: str
) -> None:
    """Each fact has the slots that its kind declares, and names whose it is."""
    told = DUTY.facts(event)

    assert [(each.kind, each.by, dict(each.slots)) for each in told] == facts
    assert told[0].sentence == sentence
    for each in told:
        assert set(DECLARED[each.kind]) == set(each.slots)


def test_every_kind_of_the_vocabulary_is_told_of_some_event() -> None:
    """And of every event something is told."""
    told = {fact.kind for event, _, _ in TOLD for fact in DUTY.facts(event)}
    events = {type(event) for event, _, _ in TOLD}

    assert told == {kind.kind for kind in DUTY.vocabulary.kinds}
    assert events == set(e.Event.__args__)


@pytest.mark.parametrize("other", ["sword", "shield", "movement"])
def test_no_fact_tells_what_is_hidden(other: str) -> None:
    """KD-2.1: two plans with the same number of tokens are told alike, whatever the tokens."""

    def told(slots: Tracker) -> object:
        return DUTY.facts(e.PlanLaid(ASH, slots))

    assert told(tracker("ash", "bow -")) == told(tracker("ash", f"{other} -"))
