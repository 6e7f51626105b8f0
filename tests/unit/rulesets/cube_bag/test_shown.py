"""What is listed, drawn and told: options, scenes, views, samples, vocabulary."""

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, Hidden, Opened, Seat, Viewer
from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.decisions import (
    AssignLosses,
    Attack,
    Convert,
    Draw,
    Forgo,
    Loss,
    PlayCard,
    Prepare,
    PutBack,
    React,
    Recover,
    Redraw,
    Spent,
)
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.protocol import Setup
from tests.support.cube_bag import ALEX, AT_SEA, DAMAGED_CITY, EXPERIENCED, FIELD_BATTLE, LAURA, LOST_GALLEY, MIKE
from tests.unit.rulesets.cube_bag.table import BAG, Table, losses, taken_up
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_later_stages import clashing
from tests.unit.rulesets.cube_bag.test_stages import attacked
from tests.unit.rulesets.cube_bag.test_switches import bare, shot
from tests.unit.rulesets.cube_bag.test_vectors_of_sieges import siege, siege_in_the_bag

AT_STAGES: dict[str, tuple[Table, Seat, type]] = {
    "opening": (taken_up(FIELD_BATTLE), LAURA, Attack),
    "reaction": (attacked(), ALEX, React),
    "preparation": (siege(), LAURA, Prepare),
    "tactics": (siege().prepare(LAURA).prepare(ALEX), LAURA, PlayCard),
    "conversion": (siege_in_the_bag(), ALEX, Convert),
    "clash": (siege_in_the_bag().forgo(ALEX), LAURA, Draw),
    "extra_draw": (with_conversions().forgo(ALEX).forgo(LAURA).drawing("clash", "1 green").draw(LAURA, 1), ALEX, Draw),
    "redraw": (clashing(), LAURA, Redraw),
    "losses": (taken_up(AT_SEA), ALEX, AssignLosses),
    "mat": (
        taken_up(DAMAGED_CITY).lose(LAURA, "city 1, workshop 1, D/peasant 1, D/cavalryman 1, D/swordsman 1, wall 2"),
        ALEX,
        PutBack,
    ),
    "recovery": (taken_up(LOST_GALLEY), MIKE, Recover),
}


@pytest.mark.parametrize("stage", AT_STAGES)
def test_what_is_listed_is_allowed_and_of_the_stage(stage: str) -> None:
    """Each listed decision is accepted; only what nobody has to do can be forgone; others have no options."""
    table, seat, kind = AT_STAGES[stage]

    options = BAG.options(table.state, seat)

    assert table.field.stage == stage
    assert {type(each) for each in options.listed} - {Forgo} == {kind}
    assert all(BAG.refusal(table.state, each) is None for each in options.listed)
    assert (Forgo(seat) in options.listed) == (stage not in {"preparation", "clash", "losses", "mat"})
    assert BAG.options(table.state, Seat("nobody")).listed == ()


def test_free_destruction_is_listed_where_it_is_chosen() -> None:
    """CA-33: with the mill, and without it."""
    listed = BAG.options(bare(Switches(free_destruction="chosen")).state, LAURA).listed

    dealt = [each.losses.look() for each in listed if isinstance(each, AssignLosses)]
    assert (Loss("palisade", 1),) in dealt
    assert (Loss("mill", 0), Loss("palisade", 1)) in dealt


def test_experience_can_be_listed_for_a_check_and_for_the_bag() -> None:
    """CB-2.7, CB-7.1: Alex has 2 cubes on DEMOCRACY."""
    table = taken_up(EXPERIENCED).attack(ALEX, "A", "1,0").forgo(MIKE)

    listed = BAG.options(table.state, ALEX).listed

    assert any(isinstance(each, Prepare) and each.experience == (Spent("DEMOCRACY", 2),) for each in listed)


@pytest.mark.parametrize("setup", BAG.samples())
def test_a_sample_can_be_set_up_and_drawn(setup: Setup) -> None:
    """Somebody is asked, and every piece stands on a cell of the scene."""
    state = BAG.initial(setup)

    scene = BAG.scene(BAG.view(state, PUBLIC))

    assert BAG.to_act(state)
    cells = {cell.id for cell in scene.cells}
    assert len(cells) == 37
    assert {piece.cell for piece in scene.pieces} <= cells
    assert len(scene.pieces) == len(state.field.armies) + len(state.field.structures)
    assert len({tray.id for tray in scene.trays}) == len(scene.trays)


def test_the_scene_shows_hexes_armies_structures_and_the_bag() -> None:
    """CV-3 with the bag filled."""
    scene = BAG.scene(BAG.view(siege_in_the_bag().state, PUBLIC))

    marks = {cell.id: cell.mark for cell in scene.cells}
    pieces = {piece.id: piece for piece in scene.pieces}
    trays = {tray.id: tray for tray in scene.trays}
    assert marks["0,0"] == "middle, attacked"
    assert marks["-1,0"] == "west christianity"
    assert marks["-3,0"] == "water, west christianity"
    assert pieces["B"].notes == ("1 trebuchet", "1 swordsman", "depleted", "holds a relic")
    assert (pieces["city"].label, pieces["city"].colour, pieces["city"].notes) == ("city", "purple", ("black cubes 1",))
    assert [(pieces[each].seat, pieces[each].mark) for each in ("B", "city")] == [(LAURA, "B"), (ALEX, "ci")]
    assert pieces["wall"].notes == ("sides -1,0 1,0 1,-1",)
    assert [(stack.label, stack.count) for stack in trays["bag"].stacks] == [
        ("green cubes", 11),
        ("neutral cubes", 1),
        ("purple cubes", 4),
    ]
    assert [(stack.label, stack.count) for stack in trays["discarded"].stacks] == [
        ("green cubes", 4),
        ("purple cubes", 4),
    ]


@pytest.mark.parametrize(("viewer", "sees"), [(ALEX, True), (HOLDER, True), (MIKE, False), (PUBLIC, False)])
def test_a_choice_of_losses_is_seen_by_its_own_seat_only(viewer: Viewer, sees: bool) -> None:  # noqa: FBT001  # a column of the table
    """CB-5.7: Mike, who has still to choose, sees that Alex has chosen."""
    table = shot(Switches()).lose(ALEX, "B/swordsman 2")

    view = BAG.view(table.state, viewer)
    tray = next(tray for tray in BAG.scene(view).trays if "choice" in tray.id)

    assert view.battle is not None
    assert view.battle.choices[0].losses == ((Loss("B/swordsman", 2),) if sees else None)
    assert [stack.face_down for stack in tray.stacks] == [not sees]
    assert table.asked == (MIKE,)


TOLD: tuple[tuple[e.Event, str], ...] = (
    (e.AttackDeclared(LAURA, ("A",), ALEX, "1,0", siege=False), "laura attacks alex on 1,0 with army A"),
    (
        e.AttackDeclared(LAURA, ("A", "B"), ALEX, "1,0", siege=True),
        "laura attacks alex on 1,0 with a corps of armies A, B: a siege",
    ),
    (e.AttackForgone(LAURA), "laura does not attack after the maneuver"),
    (e.StageBegan("clash"), "the armies clash"),
    (e.StageBegan("outcome"), "the outcome of the battle is settled"),
    (e.StageBegan("reaction", (e.Asked(ALEX, armies=("B", "E")),)), "alex may react with army B or army E"),
    (e.StageBegan("reaction", (e.Asked(MIKE),)), "mike is asked about a reaction, and has no army that may react"),
    (
        e.StageBegan("conversion", (e.Asked(ALEX, cards=("THEOCRACY",)), e.Asked(LAURA, cards=("ZEAL",)))),
        "alex may try to convert an enemy unit by Theocracy, then laura may try to convert an enemy unit by Zeal",
    ),
    (
        e.StageBegan("recovery", (e.Asked(MIKE, cards=("DEMOCRACY",)),)),
        "mike may try to recover a lost unit by Democracy",
    ),
    (
        e.StructureReturned(ALEX, "city", "city", 2, 0),
        (
            "city goes back to alex's mat, to the place marked city; 2 action cubes go to the supply and "
            "no consumption ends"
        ),
    ),
    (e.ArmyReacted(ALEX, "E", "1,2", "2,0"), "army E of alex reacts and goes from 1,2 to 2,0"),
    (e.ArmyReacted(ALEX, "E", "1,2", "1,2"), "army E of alex reacts on 1,2 and stays there"),
    (b.CubesPrepared(LAURA, 6, 1, 0, (), 3, 0, "green"), "laura prepares 6 green cubes and 1 neutral cube"),
    (b.CardOffered(LAURA, "TRAINED_ARMY", "redraw"), "laura is asked whether to use Trained Army"),
    (b.UseForgone(LAURA, "TRAINED_ARMY", "redraw"), "laura does not use Trained Army"),
    (
        b.PreparedDiscarded(LAURA, "FABIAN_TACTIC", 4),
        "laura uses Fabian Tactic: 4 cubes of each fighter's colour are discarded",
    ),
    (b.BagFilled(LAURA, {"green": 6, "purple": 4}), "laura fills the bag: 6 green, 4 purple"),
    (
        b.CheckBegan(ALEX, "THEOCRACY", "conversion", 1, 0, ()),
        "alex checks the conversion of Theocracy with complexity 1",
    ),
    (
        b.CheckPassed(ALEX, "THEOCRACY", "conversion", {"purple": 1}),
        "alex draws 1 purple: the check of the conversion is passed",
    ),
    (
        b.CheckFailed(ALEX, "THEOCRACY", "conversion", {"green": 1}, "bag"),
        "alex draws 1 green: the check of the conversion has failed",
    ),
    (
        e.UnitConverted(ALEX, LAURA, "A", "spearman", "-1,1", "F", fights=False),
        "alex converts 1 spearman of laura's army A: on -1,1 stands alex's army F, depleted",
    ),
    (b.CubesWithdrawn(LAURA, {"green": 1}), "1 green prepared by laura leaves the bag"),
    (b.CourageMeasured(LAURA, 3), "laura has courage 3"),
    (b.CubesDrawn(LAURA, 3, {"green": 3}), "laura draws 3 green"),
    (b.CubesDrawn(LAURA, 0, {}), "laura draws no cubes"),
    (b.ExtraDrawMeasured(ALEX, 2), "alex may draw 2 more"),
    (b.ExtraDrawMeasured(ALEX, 0), "alex may not draw any more"),
    (b.ExtraDrawForgone(ALEX), "alex draws no more"),
    (
        b.CubesRedrawn(LAURA, "TRAINED_ARMY", {"purple": 1}, {"green": 1}),
        "laura uses Trained Army: 1 purple goes back into the bag, 1 green comes out",
    ),
    (e.DamageMeasured(LAURA, 7), "laura deals 7 damage"),
    (e.LossesChosen(LAURA, Hidden.of((), LAURA)), "laura has decided what the enemy loses"),
    (e.LossesShown((e.Shown(LAURA, Opened((Loss("city", 2),))),)), "laura deals 2 damage to city"),
    (e.LossesShown((e.Shown(LAURA, Opened(())),)), "laura deals no damage"),
    (
        e.LossesShown((e.Shown(LAURA, Opened((Loss("B/archer", 1), Loss("B/spearman", 2)))),)),
        "laura deals 1 damage to an archer of army B, 2 damage among the spearmen of army B",
    ),
    (e.LossesTaken((e.UnitsLost(ALEX, "B", "archer", 2),), (), {}), "alex loses 2 archers of army B"),
    (e.LossesTaken((e.UnitsLost(ALEX, "B", "spearman", 2),), (), {}), "alex loses 2 spearmen of army B"),
    (e.LossesTaken((e.UnitsLost(ALEX, "B", "spearman", 1),), (), {}), "alex loses 1 spearman of army B"),
    (e.LossesTaken((), (e.StructureHit(ALEX, "city", 0, falls=True),), {}), "city of alex falls"),
    (e.LossesTaken((), (e.StructureHit(ALEX, "city", 1, falls=False),), {}), "city of alex takes 1 black cube"),
    (e.LossesTaken((), (e.StructureHit(ALEX, "city", 2, falls=False),), {}), "city of alex takes 2 black cubes"),
    (e.LossesTaken((), (), {"green": 1}), "1 green damage has no effect"),
    (
        e.StructureReturned(ALEX, "city", "city", 1, 1),
        (
            "city goes back to alex's mat, to the place marked city; 1 action cube goes to the supply and "
            "consumption falls by 1"
        ),
    ),
    (e.StructureReturned(ALEX, "mill", "economy", 0, 0), "mill goes back to alex's mat, to the place marked economy"),
    (e.StructureRebuilt(ALEX, "mill", "0,1", 0, 0), "alex builds mill again on 0,1"),
    (
        e.StructureRebuilt(ALEX, "city", "0,0", 2, 1),
        "alex builds city again on 0,0; 2 action cubes come from the supply and consumption rises by 1",
    ),
    (e.AchievementEarned(LAURA, "MIGHTINESS", "city"), "laura earns MIGHTINESS for destroying city"),
    (b.ClashReturned({"green": 1}), "1 green goes back into the bag"),
    (
        e.UnitRecovered(MIKE, "archer", "0,2", "0,1", "B", depleted=False),
        "mike recovers 1 archer lost on 0,2: it stands on 0,1 as army B",
    ),
    (e.BattleDecided("attacker", (LAURA,)), "laura won the battle"),
    (e.BattleDecided("both", (LAURA, ALEX)), "laura and alex won the battle"),
    (e.BattleDecided("undecided", ()), "nobody won the battle"),
    (e.ExperienceEarned(LAURA, "MILITARISM", 1), "laura earns 1 experience on Militarism"),
    (e.BattleEnded(()), "the battle is over, and its cubes go back to the supplies"),
    (
        e.BattleEnded((e.Kept(LAURA, 1, (Spent("DEMOCRACY", 1),)),)),
        "the battle is over, and its cubes go back to the supplies, 2 to where they came from",
    ),
    (e.GameEnded("attacker", (LAURA,)), "no maneuver is left, and the last battle went to laura"),
    (e.GameEnded("undecided", ()), "no maneuver is left: nobody won the last battle"),
    (e.GameEnded("no battle", ()), "no maneuver is left: there was no battle"),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told_in_a_sentence(event: e.Event, sentence: str) -> None:
    """Each fact has the slots that its kind declares."""
    declared = {kind.kind: set(kind.slots) for kind in BAG.vocabulary.kinds}

    told = BAG.facts(event)

    assert told[0].sentence == sentence
    for fact in told:
        assert declared[fact.kind] == set(fact.slots)


def test_every_event_is_told_and_every_kind_is_used() -> None:
    """So that a new event cannot come without words."""
    told = {fact.kind for event, _ in TOLD for fact in BAG.facts(event)}

    assert told == {kind.kind for kind in BAG.vocabulary.kinds}
    assert {type(event) for event, _ in TOLD} == set(e.Event.__args__)


def test_a_choice_is_told_alike_whatever_it_is() -> None:
    """CB-5.7: no fact tells what is hidden."""
    one, other = (losses(LAURA, words).losses for words in ("B/cavalryman 2", ""))

    assert BAG.facts(e.LossesChosen(LAURA, one)) == BAG.facts(e.LossesChosen(LAURA, other))
