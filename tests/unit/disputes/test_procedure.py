"""Who may do what in a dispute, and when (domain/disputes/procedure.py)."""

from typing import Final

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from oathbook.domain.disputes.dispute import Dispute, begin, evolve, fold_dispute
from oathbook.domain.disputes.dispute_events import (
    ARBITER,
    Actor,
    Appealed,
    Arbiter,
    AssignedOutcome,
    AssignResult,
    Award,
    Correct,
    DisputeEntry,
    DisputeEvent,
    DisputeFiled,
    DisputeWithdrawn,
    EvidenceAdded,
    EvidenceUnsealed,
    FindingEntered,
    LetStand,
    LoseGame,
    Penalise,
    PlayOnFrom,
    Remedy,
    RulingEntered,
    actor_from_text,
    actor_to_text,
    event_from,
)
from oathbook.domain.disputes.procedure import DisputedGame, must_be_allowed, must_be_fileable
from oathbook.domain.errors import (
    AlreadyRuled,
    BadRecord,
    DisputeRefused,
    Misfit,
    NotFound,
    NotYourSeat,
    Refused,
    TooLarge,
)
from oathbook.domain.kernel import PUBLIC, TABLE, Hidden, Seat
from oathbook.domain.kernel.limits import (
    DISPUTES_PER_SEAT,
    EVIDENCE_PER_DISPUTE,
    FINDINGS_PER_DISPUTE,
    UNSEALINGS_PER_DISPUTE,
)

ASH, BIRCH = Seat("ash"), Seat("birch")
ADA, BO = Arbiter("Ada"), Arbiter("Bo Ek")
PLAYERS: Final = DisputedGame({ASH: "Ida", BIRCH: "  bo  EK "}, 9)
FILED: Final = DisputeFiled("g1", "knights_duty/1", 9, "0" * 64, {"claim": "outcome-wrong", "at": 4}, "")
ADDED: Final = EvidenceAdded("We have a photograph.", (3, 4))
UNSEALED: Final = EvidenceUnsealed(4, ("1" * 64,), (ASH,), "It hangs on the card.")
FOUND: Final = FindingEntered("knights_duty/1", "0" * 64, 9, PUBLIC, "upheld", {"answer": "upheld"}, None)
RULING: Final = RulingEntered(2, "upheld", "So it is printed.", "", LetStand())
APPEAL: Final = Appealed("Clause 4 was read, and clause 5 was not.")


def standing(*happened: tuple[Actor, DisputeEvent], by: Seat = ASH) -> Dispute:
    """A dispute in which this has happened since it was filed."""
    every = [(by, FILED), *happened]
    return fold_dispute("d1", (DisputeEntry(number, "now", who, body) for number, (who, body) in enumerate(every, 1)))


def allowed(dispute: Dispute, by: Actor, event: DisputeEvent, table: DisputedGame = PLAYERS) -> Dispute:
    """The dispute after something that is allowed."""
    must_be_allowed(dispute, table, by, event)
    return evolve(dispute, DisputeEntry(dispute.position + 1, "now", by, event))


OPEN = standing()
FOUND_ON = standing((ASH, FOUND))
RULED = standing((ASH, FOUND), (ADA, RULING))
APPEALED = standing((ASH, FOUND), (ADA, RULING), (BIRCH, APPEAL))
SETTLED = standing((ASH, FOUND), (ADA, RULING), (BIRCH, APPEAL), (Arbiter("Cy"), RULING))
WITHDRAWN = standing((ASH, DisputeWithdrawn()))


def test_a_dispute_goes_from_a_claim_to_a_ruling_and_once_on_appeal() -> None:
    dispute = begin("d1", DisputeEntry(1, "now", ASH, FILED))
    states = [dispute.state]

    for by, event in (
        (BIRCH, ADDED),
        (ADA, UNSEALED),
        (ADA, FOUND),
        (ADA, replace(RULING, finding=4)),
        (BIRCH, APPEAL),
        (ASH, ADDED),
        (Arbiter("Cy"), replace(RULING, finding=4, answer="rejected", against="The clause says otherwise.")),
    ):
        dispute = allowed(dispute, by, event)
        states.append(dispute.state)

    assert states == ["open", "open", "open", "open", "ruled", "appealed", "appealed", "settled"]
    assert (dispute.position, dispute.evidence, dispute.unsealings) == (8, (BIRCH, ASH), (ADA,))
    assert dispute.unsealed == {"1" * 64}
    assert [(each.by, each.body.answer) for each in dispute.rulings] == [(ADA, "upheld"), (Arbiter("Cy"), "rejected")]
    assert not dispute.is_open


@pytest.mark.parametrize("dispute", [OPEN, FOUND_ON])
def test_who_filed_it_takes_it_back_until_somebody_rules(dispute: Dispute) -> None:
    assert allowed(dispute, ASH, DisputeWithdrawn()).state == "withdrawn"
    assert dispute.game == "g1"


@pytest.mark.parametrize("by", [ASH, BIRCH, TABLE, ADA])
def test_everybody_at_the_table_and_an_arbiter_may_file_a_claim(by: Actor) -> None:
    must_be_fileable(PLAYERS, by, "g1", before=DISPUTES_PER_SEAT - 1)


def test_nobody_else_files_one() -> None:
    with pytest.raises(NotYourSeat, match="ash, birch, table files a claim"):
        must_be_fileable(PLAYERS, Seat("oak"), "g1", before=0)


def test_an_arbiter_who_plays_files_none_as_an_arbiter() -> None:
    player = Arbiter(next(name for name in PLAYERS.players.values() if name))

    with pytest.raises(DisputeRefused, match="is no arbiter in it"):
        must_be_fileable(PLAYERS, player, "g1", before=0)


def test_another_arbiter_rules_on_what_an_arbiter_filed() -> None:
    filed = fold_dispute("d1", [DisputeEntry(1, "now", ADA, FILED), DisputeEntry(2, "now", ADA, FOUND)])

    with pytest.raises(DisputeRefused, match="filed this dispute; another arbiter rules on it"):
        must_be_allowed(filed, PLAYERS, Arbiter(" ada "), RULING)

    must_be_allowed(filed, PLAYERS, Arbiter("Cy"), RULING)


def test_a_seat_files_so_many_claims_about_a_game_and_no_more() -> None:
    with pytest.raises(TooLarge, match="ash has filed 100 claims about game g1"):
        must_be_fileable(PLAYERS, ASH, "g1", before=DISPUTES_PER_SEAT)


REFUSED: list[tuple[Dispute, Actor, DisputeEvent, type[Refused], str]] = [
    (OPEN, ASH, FILED, DisputeRefused, "dispute: d1 is filed already"),
    (OPEN, Seat("oak"), ADDED, NotYourSeat, "adds evidence, and not oak"),
    (OPEN, ASH, replace(ADDED, says="  "), DisputeRefused, "says: say something"),
    (OPEN, ASH, replace(ADDED, about=(4, 3)), DisputeRefused, "about: positions stand in their order"),
    (OPEN, ASH, replace(ADDED, about=(4, 4)), DisputeRefused, "about: positions stand in their order"),
    (OPEN, ASH, replace(ADDED, about=(10,)), NotFound, "about: position 10"),
    (WITHDRAWN, ASH, ADDED, DisputeRefused, "dispute: it was withdrawn"),
    (RULED, ASH, ADDED, AlreadyRuled, "Ada has ruled on it, at position 3; anybody at the table may appeal"),
    (SETTLED, ASH, ADDED, AlreadyRuled, "Cy has ruled on it, at position 5; on appeal"),
    (OPEN, BO, ADDED, DisputeRefused, "arbiter: Bo Ek plays birch in this game"),
    (OPEN, BO, UNSEALED, DisputeRefused, "arbiter: Bo Ek plays birch"),
    (OPEN, ASH, UNSEALED, NotYourSeat, "arbiters unseal, and not ash"),
    (OPEN, ADA, replace(UNSEALED, reason=""), DisputeRefused, "reason: say something"),
    (standing((ADA, UNSEALED)), ADA, UNSEALED, DisputeRefused, "fields: they are unsealed already"),
    (APPEALED, ADA, UNSEALED, DisputeRefused, "arbiter: Ada made the ruling that is appealed"),
    (OPEN, Seat("oak"), FOUND, NotYourSeat, "has a finding entered, and not oak"),
    (RULED, ASH, FOUND, AlreadyRuled, "Ada has ruled"),
    (OPEN, ADA, RULING, DisputeRefused, "finding: there is none"),
    (FOUND_ON, ASH, RULING, NotYourSeat, "arbiters rule, and not ash"),
    (FOUND_ON, TABLE, RULING, NotYourSeat, "arbiters rule, and not table"),
    (FOUND_ON, BO, RULING, DisputeRefused, "arbiter: Bo Ek plays birch"),
    (FOUND_ON, ADA, replace(RULING, reasons=" "), DisputeRefused, "reasons: say something"),
    (FOUND_ON, ADA, replace(RULING, finding=1), DisputeRefused, "finding: a ruling is on .* at position 2"),
    (
        FOUND_ON,
        ADA,
        replace(RULING, answer="rejected"),
        DisputeRefused,
        "against: the finding at position 2 says upheld: say why",
    ),
    (FOUND_ON, ADA, replace(RULING, against="Even so."), DisputeRefused, "against: .* the ruling is not against it"),
    (RULED, ADA, RULING, AlreadyRuled, "Ada has ruled"),
    (RULED, Arbiter("Cy"), RULING, AlreadyRuled, "Ada has ruled"),
    (SETTLED, Arbiter("Dee"), RULING, AlreadyRuled, "Cy has ruled"),
    (APPEALED, ADA, RULING, DisputeRefused, "on the appeal another arbiter rules"),
    (APPEALED, Arbiter(" ADA "), RULING, DisputeRefused, "on the appeal another arbiter rules"),
    (APPEALED, BO, RULING, DisputeRefused, "arbiter: Bo Ek plays birch"),
    (WITHDRAWN, ADA, RULING, DisputeRefused, "dispute: it was withdrawn"),
    (FOUND_ON, ADA, replace(RULING, remedy=Penalise(Seat("oak"), 5)), DisputeRefused, "remedy: there is no seat “oak”"),
    (FOUND_ON, ADA, replace(RULING, remedy=Penalise(ASH)), DisputeRefused, "remedy: say something"),
    (OPEN, ASH, APPEAL, DisputeRefused, "it is open, and nothing is ruled"),
    (WITHDRAWN, ASH, APPEAL, DisputeRefused, "it is withdrawn, and nothing is ruled"),
    (APPEALED, ASH, APPEAL, DisputeRefused, "there is one appeal"),
    (SETTLED, BIRCH, APPEAL, DisputeRefused, "there is one appeal"),
    (RULED, ADA, APPEAL, NotYourSeat, "appeals, and not Ada"),
    (RULED, Seat("oak"), APPEAL, NotYourSeat, "appeals, and not oak"),
    (RULED, ASH, Appealed("\t"), DisputeRefused, "grounds: say something"),
    (OPEN, BIRCH, DisputeWithdrawn(), NotYourSeat, "ash filed this dispute"),
    (OPEN, ADA, DisputeWithdrawn(), NotYourSeat, "ash filed this dispute"),
    (RULED, ASH, DisputeWithdrawn(), AlreadyRuled, "Ada has ruled"),
    (APPEALED, ASH, DisputeWithdrawn(), DisputeRefused, "it is on appeal"),
    (WITHDRAWN, ASH, DisputeWithdrawn(), DisputeRefused, "it was withdrawn"),
]


@pytest.mark.parametrize(("dispute", "by", "event", "refusal", "says"), REFUSED)
def test_what_is_refused_names_the_field(
    dispute: Dispute, by: Actor, event: DisputeEvent, refusal: type[Refused], says: str
) -> None:
    with pytest.raises(refusal, match=says):
        must_be_allowed(dispute, PLAYERS, by, event)


@pytest.mark.parametrize("remedy", [Correct(), PlayOnFrom(3)])
def test_only_where_a_claim_is_upheld_is_anything_put_right(remedy: Correct | PlayOnFrom) -> None:
    against = replace(RULING, answer="rejected", against="Otherwise it is.", remedy=remedy)

    allowed(FOUND_ON, ADA, replace(RULING, remedy=remedy))
    with pytest.raises(DisputeRefused, match="remedy: where the claim is rejected"):
        allowed(FOUND_ON, ADA, against)


@pytest.mark.parametrize("kind", ["standing", "promise", "decision-refused"])
def test_a_claim_that_names_no_outcome_leads_to_no_correction(kind: str) -> None:
    dispute = replace(FOUND_ON, filed=replace(FILED, claim={"claim": kind, "at": 4}))

    with pytest.raises(DisputeRefused, match="remedy: only of a claim that is decision-illegal"):
        allowed(dispute, ADA, replace(RULING, remedy=Correct()))
    assert allowed(dispute, ADA, replace(RULING, remedy=PlayOnFrom(3))).state == "ruled"


@pytest.mark.parametrize(
    ("kind", "last"),
    [("decision-illegal", 3), ("outcome-wrong", 3), ("draw-wrong", 3), ("decision-refused", 4), ("standing", 4)],
)
def test_a_game_is_played_on_from_before_what_the_claim_is_about(kind: str, last: int) -> None:
    """A refused decision and a standing are what should have been after the event that the claim names."""
    dispute = replace(FOUND_ON, filed=replace(FILED, claim={"claim": kind, "at": 4}))

    allowed(dispute, ADA, replace(RULING, remedy=PlayOnFrom(last)))
    with pytest.raises(DisputeRefused, match=f"remedy: position: {last + 1} lies after .* go back to {last}"):
        allowed(dispute, ADA, replace(RULING, remedy=PlayOnFrom(last + 1)))


def test_a_promise_stands_at_no_one_position() -> None:
    dispute = replace(FOUND_ON, filed=replace(FILED, claim={"claim": "promise", "promise": "p1"}))

    assert allowed(dispute, ADA, replace(RULING, remedy=PlayOnFrom(9))).state == "ruled"


@pytest.mark.parametrize("remedy", [Penalise(BIRCH, 5), Penalise(BIRCH, says="Do not do it again.")])
def test_a_seat_is_penalised_in_points_or_in_words(remedy: Penalise) -> None:
    assert allowed(FOUND_ON, ADA, replace(RULING, remedy=remedy)).state == "ruled"


@pytest.mark.parametrize("answer", ["upheld", "rejected"])
def test_a_finding_that_does_not_know_is_ruled_on_either_way(answer: str) -> None:
    dispute = standing((ASH, replace(FOUND, answer="undetermined")))

    assert allowed(dispute, ADA, replace(RULING, answer=answer)).state == "ruled"


def test_nothing_is_unsealed_of_a_game_that_is_played_on_as_another() -> None:
    with pytest.raises(DisputeRefused, match=r"fields: .*file it about that one"):
        must_be_allowed(OPEN, replace(PLAYERS, goes_on=True), ADA, UNSEALED)


def test_a_ruling_answers_what_the_arbiter_was_shown() -> None:
    """What was unsealed for the arbiter may say otherwise than what everybody sees; to a seat's eyes it is all one."""
    sealed = Hidden((ARBITER,), known=({"answer": "rejected"},), salt="s", digest="d")
    to_a_seat = standing((ASH, replace(FOUND, sealed=sealed)))
    to_the_arbiter = standing((ADA, replace(FOUND, sealed=sealed)))
    unopened = standing((ADA, replace(FOUND, sealed=Hidden((ARBITER,), digest="d"))))

    assert [each.findings[-1].answer for each in (to_a_seat, to_the_arbiter, unopened)] == [
        "upheld",
        "rejected",
        "upheld",
    ]
    with pytest.raises(DisputeRefused, match="against: the finding at position 2 says rejected"):
        must_be_allowed(to_the_arbiter, PLAYERS, ADA, RULING)


def test_a_later_finding_that_does_not_know_takes_nothing_back() -> None:
    """Whoever sees less has the record answer again: the ruling is still on what decided the claim."""
    sealed = Hidden((ARBITER,), known=({"answer": "rejected"},), salt="s", digest="d")
    unsure = replace(FOUND, answer="undetermined")
    dispute = standing((ADA, replace(unsure, sealed=sealed)), (BIRCH, unsure))
    undecided = standing((ADA, unsure), (BIRCH, unsure))

    with pytest.raises(DisputeRefused, match="against: the finding at position 2 says rejected"):
        must_be_allowed(dispute, PLAYERS, ADA, RULING)
    with pytest.raises(DisputeRefused, match=r"finding: a ruling is on .* at position 2"):
        must_be_allowed(dispute, PLAYERS, ADA, replace(RULING, finding=3, answer="rejected"))
    assert allowed(dispute, ADA, replace(RULING, against="It was agreed.")).state == "ruled"
    assert allowed(undecided, ADA, replace(RULING, finding=3)).state == "ruled"


@pytest.mark.parametrize(
    ("event", "by", "other", "most", "says"),
    [
        (ADDED, ASH, BIRCH, EVIDENCE_PER_DISPUTE, "100 pieces of evidence by each, and ash has had them"),
        (FOUND, ASH, ADA, FINDINGS_PER_DISPUTE, "20 findings by each, and ash"),
        (UNSEALED, ADA, Arbiter("Cy"), UNSEALINGS_PER_DISPUTE, "100 unsealings by each, and Ada"),
    ],
)
def test_a_dispute_holds_so_much_of_each_and_no_more(
    event: DisputeEvent, by: Actor, other: Actor, most: int, says: str
) -> None:
    """What one party has used up, the others and the arbiters still have: nobody stops a hearing."""

    def one(number: int) -> DisputeEvent:
        return replace(event, fields=(f"{number:064x}",)) if isinstance(event, EvidenceUnsealed) else event

    dispute = standing(*((by, one(number)) for number in range(most - 1)))
    full = allowed(dispute, by, one(most))

    with pytest.raises(TooLarge, match=says):
        allowed(full, by, one(most + 1))
    assert allowed(full, other, one(most + 1)).position == full.position + 1


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([DisputeEntry(1, "now", ASH, ADDED)], "begins with dispute.filed"),
        ([DisputeEntry(2, "now", ASH, FILED)], "begins with dispute.filed"),
        ([DisputeEntry(1, "now", ASH, FILED), DisputeEntry(2, "now", ASH, FILED)], "position 2: it is filed already"),
        ([DisputeEntry(1, "now", ASH, FILED), DisputeEntry(3, "now", ASH, ADDED)], "is where 2 should be"),
        ([DisputeEntry(1, "now", ASH, FILED), DisputeEntry(2, "now", ASH, RULING)], "arbiters rule, and not ash"),
    ],
)
def test_events_that_cannot_stand_there_do_not_fit(entries: list[DisputeEntry], says: str) -> None:
    with pytest.raises(Misfit, match=says):
        fold_dispute("d1", entries)


def test_an_event_whose_words_are_no_line_of_text_is_refused_in_words() -> None:
    with pytest.raises(BadRecord, match=r"body: grounds: expected a text on one line, without control"):
        event_from(Appealed, grounds="One.\nTwo.")


@pytest.mark.parametrize("by", [ASH, ADA, Arbiter("")])
def test_a_signature_is_read_as_whose_it_is(by: Actor) -> None:
    assert actor_from_text(actor_to_text(by)) == by


# Remedies together ------------------------------------------------------------------------------------------------

ASH_WINS, BIRCH_WINS = AssignedOutcome((ASH,), 60), AssignedOutcome((BIRCH,), 40)


@pytest.mark.parametrize(
    "remedies",
    [
        (Penalise(ASH, 5), Award(BIRCH, 5)),
        (Penalise(ASH, says="Wait for your turn."), Correct()),
        (LetStand(), LoseGame(ASH)),
        (LoseGame(ASH), AssignResult((AssignedOutcome((BIRCH,)),))),
        (AssignResult((ASH_WINS, BIRCH_WINS)),),
        (AssignResult((AssignedOutcome(()),)),),
    ],
)
def test_a_ruling_may_have_several_remedies(remedies: tuple[Remedy, ...]) -> None:
    ruling = replace(RULING, remedy=remedies[0], also=remedies[1:])

    ruled = allowed(FOUND_ON, ADA, ruling).rulings[-1].body

    assert ruled.remedies == remedies


@pytest.mark.parametrize(
    ("remedies", "says"),
    [
        ((LoseGame(ASH), LoseGame(ASH)), "one of the remedies is there twice"),
        ((Correct(), PlayOnFrom(3)), "stays as it is, or is changed in one way"),
        ((LetStand(), Correct()), "stays as it is, or is changed in one way"),
        ((AssignResult((ASH_WINS,)), AssignResult((BIRCH_WINS,))), "a game has one result"),
        ((AssignResult((ASH_WINS, AssignedOutcome((ASH,), 3))),), "an outcome is there twice; add up its parts"),
        ((AssignResult((AssignedOutcome((ASH, ASH)),)),), "a winner is named twice"),
        ((LoseGame(ASH), AssignResult((ASH_WINS, BIRCH_WINS))), "ash cannot lose the game and win it"),
        ((LetStand(), LoseGame(Seat("oak"))), "there is no seat “oak”; the seats are ash, birch"),
        ((Award(Seat("oak"), 2),), "there is no seat “oak”"),
        ((AssignResult((AssignedOutcome((Seat("oak"),)),)),), "there is no seat “oak”"),
        ((Penalise(ASH, 1), Penalise(BIRCH)), "say something"),
    ],
)
def test_remedies_that_contradict_each_other_are_refused(remedies: tuple[Remedy, ...], says: str) -> None:
    with pytest.raises(DisputeRefused, match=f"remedy: .*{says}"):
        allowed(FOUND_ON, ADA, replace(RULING, remedy=remedies[0], also=remedies[1:]))


@pytest.mark.parametrize("remedy", [LoseGame(ASH), Award(BIRCH, 1), AssignResult((ASH_WINS,))])
def test_where_a_claim_is_rejected_nobody_loses_the_game_or_gets_points(remedy: Remedy) -> None:
    against = replace(RULING, answer="rejected", against="Otherwise it is.", remedy=remedy)

    with pytest.raises(DisputeRefused, match="remedy: where the claim is rejected"):
        allowed(FOUND_ON, ADA, against)


def test_a_ruling_of_before_is_stored_as_it_was() -> None:
    """With one remedy there is nothing beside it."""
    assert "also" not in to_builtins(RULING)
