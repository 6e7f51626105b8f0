"""What a seat may decide: what is listed is allowed, and what may be decided otherwise is said to be open."""

from msgspec.structs import replace

from oathbook.domain.kernel import TABLE
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Aim,
    ChooseCard,
    DeclareAttack,
    DrawCards,
    EndRound,
    NameTarget,
    OrderModifiers,
    UseItem,
)
from tests.unit.rulesets.gloomhaven_attack.table import (
    ASH,
    BIRCH,
    DOUBLE,
    FH,
    GH1,
    STANDARD,
    AttackRules,
    Table,
    add,
    at,
    battle_of,
    both,
    guard,
    scoundrel,
    setup_of,
)

ITEMS = ("eagle-eye-goggles", "sharpening-stone")


def listed(table: Table, seat: str) -> list[object]:
    """The options of a seat; each has to be allowed."""
    options = table.rules.options(table.state, ASH if seat == "ash" else TABLE if seat == "table" else BIRCH)
    assert all(table.rules.refusal(table.state, each) is None for each in options.listed)
    return list(options.listed)


@both
def test_between_attacks_every_living_figure_has_the_listed_attacks(rules: AttackRules) -> None:
    """Nine abilities, against some of the enemies; and the table may end the round."""
    figures = (scoundrel(), scoundrel(id="rat", kind="summon"), guard(), guard(id="dead", hit_points=0, dead=True))
    table = at(rules, *figures)

    own, of_table = listed(table, "ash"), listed(table, "table")

    assert {each.attacker for each in own if isinstance(each, DeclareAttack)} == {"scoundrel", "rat"}
    assert len(own) == 2 * 9
    assert {each.attacker for each in of_table if isinstance(each, DeclareAttack)} == {"guard"}
    assert of_table[-1] == EndRound(TABLE)
    assert not rules.options(table.state, ASH).complete
    assert listed(table, "birch") == []


@both
def test_where_the_box_lists_no_attack_any_may_be_declared_all_the_same(rules: AttackRules) -> None:
    """GH-8.1: the list is empty, and is not all."""
    bare = setup_of(battle_of(), components=replace(STANDARD, abilities=()), switches=rules.wire.switches())
    table = Table(rules, rules.initial(bare))

    options = rules.options(table.state, ASH)

    assert (options.listed, options.complete) == ((), False)
    assert table.declare(3).battle.stage == "aiming"
    assert rules.options(table.declare(3).state, TABLE).complete


@both
def test_targets_are_listed_one_by_one_where_they_are_named_so(rules: AttackRules) -> None:
    """FA-24."""
    table = at(rules, scoundrel(), guard(), guard(id="other"), switches={"targets_named": "one_by_one"})

    attacks = [each for each in listed(table, "ash") if isinstance(each, DeclareAttack)]

    assert {len(each.targets) for each in attacks} == {1}


@both
def test_before_the_draw_items_and_orders_are_listed(rules: AttackRules) -> None:
    """Every order of two or three modifiers, of more only two of them."""
    table = at(rules, scoundrel(items=ITEMS, spent=ITEMS[1:]), guard())

    plain = table.declare(3)
    two = table.declare(3, modifiers=(add(1), DOUBLE))
    four = table.declare(3, modifiers=(add(1), DOUBLE, add(2), add(3)))
    late = at(rules, switches={"order_of_own": "after_draw"}).declare(3, modifiers=(add(1), DOUBLE))

    assert listed(plain, "ash") == [DrawCards(ASH), UseItem(ASH, ITEMS[0])]
    assert rules.options(plain.state, ASH).complete
    assert listed(two, "ash")[2:] == [OrderModifiers(ASH, (0, 1)), OrderModifiers(ASH, (1, 0))]
    assert listed(four, "ash")[2:] == [OrderModifiers(ASH, (0, 1, 2, 3)), OrderModifiers(ASH, (3, 2, 1, 0))]
    assert listed(late, "ash") == [DrawCards(ASH)]
    assert listed(plain, "table") == []


@both
def test_items_are_listed_for_a_later_target_only_by_fa_23(rules: AttackRules) -> None:
    """After the first draw it is too late, or not."""
    figures = (scoundrel(items=ITEMS[:1]), guard(), guard(id="other"))

    default = at(rules, *figures, own="+0 +0").declare(3, "guard", "other").draw("+0")
    each_draw = at(rules, *figures, own="+0 +0", switches={"item_before": "each_draw"})
    later = each_draw.declare(3, "guard", "other").draw("+0")

    assert listed(default, "ash") == [DrawCards(ASH)]
    assert listed(later, "ash") == [DrawCards(ASH), UseItem(ASH, ITEMS[0])]


@both
def test_the_orders_of_cards_are_listed(rules: AttackRules) -> None:
    """GH-1.5."""
    table = at(rules, own="rolling+1 2x +0").declare(3).draw("rolling+1", "2x")

    assert listed(table, "ash") == [OrderModifiers(ASH, (0, 1)), OrderModifiers(ASH, (1, 0))]


def test_the_two_cards_of_a_choice_are_listed() -> None:
    """FH-2.2."""
    table = at(FH, own="+0 +1").declare(3, advantage=("strengthen",)).draw("+0", "+1")

    assert listed(table, "ash") == [ChooseCard(ASH, "first"), ChooseCard(ASH, "second")]
    assert FH.options(table.state, ASH).complete


@both
def test_the_enemies_that_are_left_are_listed(rules: AttackRules) -> None:
    """FA-24: as far away as the first one was said to be, or nobody."""
    figures = (scoundrel(), guard(), guard(id="other"), guard(id="dead", hit_points=0, dead=True))
    table = at(rules, *figures, own="+0 +0", switches={"targets_named": "one_by_one"})

    named = table.declare(3, Aim("guard", 3), reach="ranged").draw("+0")

    assert listed(named, "ash") == [NameTarget(ASH, Aim("other", 3)), NameTarget(ASH, None)]


def test_a_scenario_that_is_over_asks_nobody() -> None:
    table = at(GH1, scoundrel(), guard(hit_points=1), own="+0").declare(3).draw("+0")

    assert listed(table, "ash") == []
    assert listed(table, "table") == []


@both
def test_the_samples_can_be_set_up_and_somebody_is_asked(rules: AttackRules) -> None:
    """The first is the one for a newcomer: two players, the standard decks, the default switches."""
    samples = rules.samples()

    for setup in samples:
        state = rules.initial(setup)
        assert all(rules.options(state, seat).listed for seat in rules.to_act(state))
    assert (len(samples[0].seats), samples[0].start) == (2, None)
    assert samples[0].switches == replace(rules.wire.switches(), who_dies="every_figure")
