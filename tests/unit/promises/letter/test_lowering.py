"""What each way of saying something comes down to, node by node."""

from typing import Final, Literal

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import (
    Agreement,
    AllStates,
    And,
    AnyOf,
    AnyState,
    Constraint,
    Exactly,
    Formula,
    NamedBy,
    Not,
    NotState,
    Once,
    Or,
    OrElse,
    Pattern,
    Relation,
    StateFormula,
    StateIs,
    StateWithin,
    Term,
    Text,
    Total,
    Unless,
    Variable,
    Whenever,
    Window,
)
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE

RED: Final = (Seat("Red"),)
BLUE: Final = (Seat("Blue"),)
RED_AND_BLUE: Final = (*RED, *BLUE)
Value = str | int | Term


def agreements(text: str) -> tuple[Agreement, ...]:
    letter = parse_letter(text, SAMPLE, NAMES)
    return compile_letter(parse_letter(letter.canonical, SAMPLE, NAMES), SAMPLE, NAMES)


def agreement(text: str) -> Agreement:
    (only,) = agreements(text)
    return only


def formula(promised: str) -> Formula:
    """What Red promises, without spans."""
    return agreement(f"Red promises {promised}.").formula


def is_(slot: str, value: Value, op: Relation = "==") -> Constraint:
    return Constraint(slot, op, value if isinstance(value, Term) else Exactly(value))


def pat(kind: str, *guards: StateFormula, binds: tuple[tuple[str, str], ...] = (), **slots: Value) -> Pattern:
    constraints = tuple(is_(slot.rstrip("_"), value) for slot, value in slots.items())
    return Pattern(kind, constraints, guards, binds)


def ends(n: int) -> Pattern:
    return Pattern("season_end", (is_("n", n, ">="),))


def done(path: str, pattern: Pattern, n: int = 1, field: str = "", window: Window | None = None) -> Total:
    """A duty of Red."""
    return Total(path, RED, "ge", n, pattern, field, window)


def debt(path: str, pattern: Pattern) -> Total:
    """A duty of Red that begins again and again."""
    return replace(done(path, pattern), pays="oldest")


def seen(path: str, pattern: Pattern, n: int = 1, field: str = "", window: Window | None = None) -> Total:
    """A condition."""
    return Total(path, (), "ge", n, pattern, field, window)


IDLE: Final = pat("idle", by="Red")
BLUE_IDLES: Final = pat("idle", by="Blue")
TRUCE: Final = StateIs("in-force", (("law", Exactly("Truce")),), ">=", 1)
WOOD: Final = pat("transfer", by="Red", item="wood", to="Blue")


@pytest.mark.parametrize(
    ("amount", "mode", "n"),
    [
        ("2", "ge", 2),
        ("at least 2", "ge", 2),
        ("more than 2", "ge", 3),
        ("at most 2", "le", 2),
        ("exactly 2", "eq", 2),
        ("any", "ge", 1),
    ],
)
def test_an_amount_is_a_total_over_all_acts(amount: str, mode: Literal["ge", "le", "eq"], n: int) -> None:
    assert formula(f"to give {amount} wood to Blue") == Total("c1", RED, mode, n, WOOD, "count")


@pytest.mark.parametrize(
    ("amount", "n"), [("2", 1), ("more than 2", 2), ("more than 0", 0), ("any", 0), ("at least 3", 2)]
)
def test_what_is_forbidden_is_a_limit_one_below_it(amount: str, n: int) -> None:
    assert formula(f"not to give {amount} wood to Blue") == Total("c1", RED, "le", n, WOOD, "count")
    assert formula(f"never to give {amount} wood to Blue") == Total("c1", RED, "le", n, WOOD, "count")


@pytest.mark.parametrize(
    ("times", "mode", "n"),
    [("twice", "ge", 2), ("at most once", "le", 1), ("exactly 3 times", "eq", 3), ("at least 4 times", "ge", 4)],
)
def test_how_often_counts_acts(times: str, mode: Literal["ge", "le", "eq"], n: int) -> None:
    assert formula(f"to idle {times}") == Total("c1", RED, mode, n, IDLE)


def test_where_acts_are_counted_each_must_have_the_amount() -> None:
    constraints = (is_("by", "Red"), is_("count", 2, ">="), is_("item", "wood"), is_("to", "Blue"))

    assert formula("to give 2 wood to Blue twice") == done("c1", Pattern("transfer", constraints), 2)


def test_any_amount_is_at_least_one() -> None:
    pattern = Pattern("transfer", (is_("by", "Red"), is_("count", 1, ">="), is_("item", "wood"), is_("to", "Blue")))

    assert formula("to give any wood to Blue twice") == done("c1", pattern, 2)


def test_a_gift_is_one() -> None:
    pattern = pat("transfer", by="Red", gift=1, item="wood", to="Blue")

    assert formula("to give 2 wood to Blue as a gift") == done("c1", pattern, 2, field="count")


def test_any_player_is_nobody_in_particular_and_a_designator_is_kept_as_it_is() -> None:
    assert formula("not to attack any player") == Total("c1", RED, "le", 0, pat("attack", by="Red"))
    holder = NamedBy("holder", {"marker": "Shield"})
    assert formula('to attack the holder of marker "Shield"') == done("c1", pat("attack", by="Red", target=holder))


@pytest.mark.parametrize(
    ("timing", "window"),
    [
        ("by the end of season 2", Window(ends(2), 1, inclusive=True, at_point=True, dated=True)),
        ("before the end of season 2", Window(ends(2), 1, inclusive=False, at_point=True, dated=True)),
        ("until the end of season 2", Window(ends(2), 1, inclusive=False, at_point=True, dated=True)),
        (
            "by the start of season 2",
            Window(Pattern("season_start", (is_("n", 2, ">="),)), 1, inclusive=True, at_point=True, dated=True),
        ),
        ("by the end of this season", Window(pat("season_end"), 1, inclusive=True, at_point=True)),
        ("by the end of that season", Window(pat("season_end"), 1, inclusive=True, at_point=True)),
        ("by the end of next season", Window(pat("season_end"), 2, inclusive=True, at_point=True)),
        ("within 3 seasons", Window(pat("season_end"), 3, inclusive=True)),
        ("within 2 turns of Red", Window(pat("turn_end", by="Red"), 2, inclusive=True)),
        ("within 2 turns", Window(pat("turn_end"), 2, inclusive=True)),
        ("by the end of Blue's next turn", Window(pat("turn_end", by="Blue"), 1, inclusive=True)),
        (
            "before the battles of season 2",
            Window(
                Pattern("phase_start", (is_("phase", "battles"), is_("n", 2, ">="))),
                1,
                inclusive=False,
                at_point=True,
                dated=True,
            ),
        ),
        ("by the end of the game", Window(pat("game_closed"), 1, inclusive=True, at_point=True)),
        ("until the game ends", Window(pat("game_closed"), 1, inclusive=False, at_point=True)),
        ("until season 2 ends", Window(ends(2), 1, inclusive=False, at_point=True, dated=True)),
        ("before Blue idles", Window(BLUE_IDLES, 1, inclusive=False)),
        ('until law "Truce" is enacted', Window(pat("law_enacted", law="Truce"), 1, inclusive=False)),
        ('before a vote on law "Truce" opens', Window(pat("vote_open", law="Truce"), 1, inclusive=False)),
        ("before a vote on any law opens", Window(pat("vote_open"), 1, inclusive=False)),
        (
            "until Blue gives 2 wood to Red",
            Window(
                Pattern("transfer", (is_("by", "Blue"), is_("item", "wood"), is_("to", "Red"))),
                2,
                inclusive=False,
                field="count",
            ),
        ),
        (
            "until Blue gives 2 wood to Red at once",
            Window(
                Pattern("transfer", (is_("by", "Blue"), is_("count", 2, ">="), is_("item", "wood"), is_("to", "Red"))),
                1,
                inclusive=False,
            ),
        ),
    ],
)
def test_a_timing_is_a_window(timing: str, window: Window) -> None:
    assert formula(f"to idle {timing}") == done("c1", IDLE, window=window)


def test_during_a_season_acts_count_while_it_is_that_season() -> None:
    season = StateIs("season", (("n", Exactly(2)),), ">=", 1)

    assert formula("to idle during season 2") == done(
        "c1", pat("idle", season, by="Red"), window=Window(ends(2), 1, inclusive=True, at_point=True, dated=True)
    )
    assert formula('that law "Truce" is in force during season 2') == StateWithin(
        "c1",
        RED,
        "G",
        AnyState((NotState(season), TRUCE)),
        Window(ends(2), 1, inclusive=True, at_point=True, dated=True),
    )


@pytest.mark.parametrize(
    ("timing", "mode", "window"),
    [
        ("", "G", None),
        (" until the end of season 2", "G", Window(ends(2), 1, inclusive=False, at_point=True, dated=True)),
        (" by the end of season 2", "F", Window(ends(2), 1, inclusive=True, at_point=True, dated=True)),
        (" before the end of season 2", "F", Window(ends(2), 1, inclusive=False, at_point=True, dated=True)),
        (" within 1 season", "F", Window(pat("season_end"), 1, inclusive=True)),
        (" at the end of season 2", "AT", Window(ends(2), 1, inclusive=True, at_point=True, dated=True)),
    ],
)
def test_a_guarantee_holds_throughout_or_by_or_at_a_point(
    timing: str, mode: Literal["G", "F", "AT"], window: Window | None
) -> None:
    assert formula(f'that law "Truce" is in force{timing}') == StateWithin("c1", RED, mode, TRUCE, window)


@pytest.mark.parametrize(
    ("amount", "op", "n"),
    [("3", ">=", 3), ("at most 3", "<=", 3), ("exactly 3", "==", 3), ("more than 3", ">", 3), ("any", ">=", 1)],
)
def test_a_state_compares_its_measure(amount: str, op: Relation, n: int) -> None:
    state = StateIs("has", (("who", Exactly("Blue")), ("item", Exactly("corn"))), op, n)

    assert formula(f"that Blue has {amount} corn") == StateWithin("c1", RED, "G", state)


def test_any_player_in_a_state_is_one_of_all() -> None:
    states = tuple(
        StateIs("holds", (("who", Exactly(each)), ("marker", Exactly("Bond"))), ">=", 1) for each in NAMES["player"]
    )

    assert formula('that any player holds marker "Bond"') == StateWithin("c1", RED, "G", AnyState(states))


def test_several_acts_are_all_owed_or_one_of_them() -> None:
    both = (done("c1.1", IDLE), done("c1.2", pat("attack", by="Red", target="Blue")))
    none = tuple(Total(each.path, RED, "le", 0, each.pattern) for each in both)

    assert formula("to idle and attack Blue") == And(both)
    assert formula("to either idle or attack Blue") == Or(both)
    assert formula("not to either idle or attack Blue") == And(none)


def test_a_choice_has_duties_with_times_of_their_own() -> None:
    assert formula("either (to idle) or (to idle within 1 season)") == Or(
        (done("c1.1", IDLE), done("c1.2", IDLE, window=Window(pat("season_end"), 1, inclusive=True)))
    )


def test_plain_words_are_for_their_judge() -> None:
    assert formula('in plain words "peace"') == Text("c1", RED, "peace", "table")
    assert formula('in plain words "peace" judged by the arbiter') == Text("c1", RED, "peace", "arbiter")
    assert formula('in plain words "peace" judged by Blue') == Text("c1", RED, "peace", "Blue")


def test_unless_excuses_and_otherwise_takes_the_place() -> None:
    excused = Unless("c1.unless", seen("c1.unless.cond", BLUE_IDLES), done("c1", IDLE))
    attack = pat("attack", by="Red", target="Blue")

    assert formula("to idle, unless Blue idles") == excused
    assert formula("to idle, unless Blue idles, otherwise to attack Blue") == OrElse(
        "c1.or_else", excused, done("c1.otherwise", attack)
    )


def test_if_and_once_wait_for_the_first_time() -> None:
    by = Window(ends(1), 1, inclusive=True, at_point=True, dated=True)

    assert formula("if Blue idles by the end of season 1, to idle") == Once(
        "c1.if", seen("c1.if.cond", BLUE_IDLES, window=by), done("c1", IDLE)
    )
    assert formula('once law "Truce" is in force, to idle') == Once(
        "c1.once", StateWithin("c1.once.cond", (), "F", TRUCE), done("c1", IDLE)
    )


def test_amounts_in_an_if_add_up_and_in_a_whenever_must_be_in_one_act() -> None:
    total = pat("transfer", by="Blue", item="wood", to="Red")
    one = Pattern("transfer", (is_("by", "Blue"), is_("count", 2, ">="), is_("item", "wood"), is_("to", "Red")))

    assert formula("if Blue gives 2 wood to Red, to idle") == Once(
        "c1.if", seen("c1.if.cond", total, 2, field="count"), done("c1", IDLE)
    )
    assert formula("whenever Blue gives 2 wood to Red, to idle") == Whenever(
        "c1.whenever", one, debt("c1", IDLE), debts=True
    )


def test_each_instance_of_a_whenever_is_a_debt_of_its_own_unless_it_is_owed_in_all() -> None:
    idles = pat("idle", by="Blue")
    letter = "whenever Blue idles, to {}"

    assert formula(letter.format("idle")) == Whenever("c1.whenever", idles, debt("c1", IDLE), debts=True)
    assert formula(letter.format("idle in all")) == Whenever("c1.whenever", idles, done("c1", IDLE))
    assert formula("to idle in all") == done("c1", IDLE)
    assert formula(letter.format("idle, otherwise to idle twice")) == Whenever(
        "c1.whenever",
        idles,
        OrElse("c1.or_else", debt("c1", IDLE), replace(debt("c1.otherwise", IDLE), n=2)),
        debts=True,
    )
    assert formula(letter.format("idle at most twice")) == Whenever(
        "c1.whenever", idles, replace(done("c1", IDLE), mode="le", n=2)
    )


def test_whenever_a_season_ends_means_that_season() -> None:
    assert formula("whenever season 2 ends, to idle") == Whenever(
        "c1.whenever", pat("season_end", n=2), debt("c1", IDLE), debts=True
    )


def test_what_does_not_happen_by_a_point_is_denied() -> None:
    by = Window(ends(1), 1, inclusive=True, at_point=True, dated=True)

    assert formula("if Blue does not idle by the end of season 1, to idle") == Once(
        "c1.if", Not(seen("c1.if.cond", BLUE_IDLES, window=by)), done("c1", IDLE)
    )
    assert formula("if it is not the case that Blue idles by the end of season 1, to idle") == Once(
        "c1.if", Not(seen("c1.if.cond.not", BLUE_IDLES, window=by)), done("c1", IDLE)
    )


def condition(text: str) -> Formula:
    found = formula(f"once {text}, to idle")
    assert isinstance(found, Once)
    return found.cond


def test_a_state_joined_to_events_holds_just_before_each_of_them() -> None:
    first, second = pat("idle", TRUCE, by="Blue"), pat("idle", TRUCE, by="Green")

    assert condition('(Blue idles or Green idles) and law "Truce" is in force') == Or(
        (seen("c1.once.cond.1.1", first), seen("c1.once.cond.1.2", second))
    )
    assert condition('Blue idles and Green idles and law "Truce" is in force') == And(
        (seen("c1.once.cond.1", first), seen("c1.once.cond.2", second))
    )


def test_states_alone_are_one_state() -> None:
    season = StateIs("season", (("n", Exactly(2)),), ">=", 1)

    assert condition(
        'law "Truce" is in force and (the season is 2 or it is not the case that the season is 2)'
    ) == StateWithin("c1.once.cond", (), "F", AllStates((TRUCE, AnyState((season, NotState(season))))))


def test_a_state_beside_what_only_does_not_happen_stands_for_itself() -> None:
    by = Window(ends(1), 1, inclusive=True, at_point=True, dated=True)

    assert formula(
        'if law "Truce" is in force and it is not the case that Blue idles by the end of season 1, to idle'
    ) == Once(
        "c1.if",
        And((StateWithin("c1.if.cond.1", (), "F", TRUCE, by), Not(seen("c1.if.cond.2.not", BLUE_IDLES, window=by)))),
        done("c1", IDLE),
    )


def test_a_state_or_an_event_may_be_joined_to_a_state() -> None:
    season = StateIs("season", (("n", Exactly(2)),), ">=", 1)

    assert condition('(Blue idles or the season is 2) and law "Truce" is in force') == Or(
        (
            seen("c1.once.cond.1.1", pat("idle", TRUCE, by="Blue")),
            StateWithin("c1.once.cond.1.2", (), "F", AllStates((TRUCE, season))),
        )
    )


def test_while_looks_just_before_the_act() -> None:
    holds = StateIs("holds", (("who", Exactly("Blue")), ("marker", Exactly("Shield"))), ">=", 1)

    assert formula('while Blue holds marker "Shield", not to idle, otherwise to attack Blue') == OrElse(
        "c1.or_else",
        Total("c1", RED, "le", 0, pat("idle", holds, by="Red")),
        done("c1.otherwise", pat("attack", by="Red", target="Blue")),
    )


def test_that_player_is_whoever_was_left_open() -> None:
    gives = pat("marker_given", binds=(("player", "by"),), marker="Bond", to="Red")

    assert formula('whenever any player gives marker "Bond" to Red, to attack that player') == Whenever(
        "c1.whenever", gives, debt("c1", pat("attack", by="Red", target=Variable("player"))), debts=True
    )
    attacked = pat("attack", binds=(("player", "target"),), by="Blue")
    assert formula("if Blue attacks any player, to ally with that player") == Once(
        "c1.if", seen("c1.if.cond", attacked), done("c1", pat("ally", by="Red", with_=Variable("player")))
    )


VOTE: Final = (("vote", "vote"), ("law", "law"))
VOTE_CLOSES: Final = Window(pat("vote_close", vote=Variable("vote")), 1, inclusive=True, at_point=True)


def spent(law: Value) -> Pattern:
    return pat("spend", by="Red", side="con", law=law, vote=Variable("vote"))


def test_in_the_next_vote_waits_for_it_and_lasts_until_it_closes() -> None:
    promised = 'to spend 2 influence against it in the next vote on law "Truce"'
    opens, body = (
        pat("vote_open", binds=VOTE, law="Truce"),
        done("c1", spent(Variable("law")), 2, field="count", window=VOTE_CLOSES),
    )

    assert formula(promised) == Once("c1.in", seen("c1.in", opens), body)
    assert formula(f"{promised} by the end of season 2") == Once(
        "c1.in", seen("c1.in", opens, window=Window(ends(2), 1, inclusive=True, at_point=True, dated=True)), body
    )


def test_in_that_vote_is_the_one_that_the_guard_saw_opening() -> None:
    assert formula(
        "whenever a vote on any law opens, to spend at most 1 influence against it in that vote"
    ) == Whenever(
        "c1.whenever",
        pat("vote_open", binds=VOTE),
        Total("c1", RED, "le", 1, spent(Variable("law")), "count", VOTE_CLOSES),
    )


def test_in_every_battle_means_those_that_both_have_joined() -> None:
    joined = pat("battle_joined", binds=(("battle", "battle"), ("tile", "tile")), by="Red", tile="Mill")
    closes = Window(pat("battle_close", battle=Variable("battle")), 1, inclusive=True, at_point=True)
    allies = done("c1", pat("ally", by="Red", with_="Blue", battle=Variable("battle")), window=closes)
    met = pat("battle_joined", by="Blue", battle=Variable("battle"))
    until = Window(ends(2), 1, inclusive=False, at_point=True, dated=True)
    letter = 'to ally with Blue in every battle on tile "Mill"{} until the end of season 2'

    assert formula(letter.format("")) == Whenever(
        "c1.in", joined, Once("c1.joined", Total("c1.joined.cond", (), "ge", 1, met, "", closes), allies), until
    )
    assert formula(letter.format(" whoever is in it")) == Whenever("c1.in", joined, allies, until)


def test_in_every_vote_everybody_takes_part() -> None:
    assert formula('that law "Truce" is in force in every vote') == Whenever(
        "c1.in", pat("vote_open", binds=VOTE), StateWithin("c1", RED, "G", TRUCE, VOTE_CLOSES)
    )


def test_what_is_to_be_done_in_a_season_is_done_by_its_end() -> None:
    """In every season: in the one that runs, and in each that begins."""
    begins, closes = pat("season_start"), Window(pat("season_end"), 1, inclusive=True)
    idle = done("c1", IDLE, window=closes)

    assert formula("to idle in the next season") == Once("c1.in", Total("c1.in", (), "ge", 1, begins), idle)
    assert formula("to idle in every season") == And(
        (done("c1.now", IDLE, window=closes), Whenever("c1.in", begins, idle))
    )


# Who ------------------------------------------------------------------------------------------------------------


def test_jointly_is_one_pooled_duty() -> None:
    found = agreement("Red and Blue jointly promise Green to idle.")

    assert found.jointly
    assert found.obligors == ("Red", "Blue")
    assert found.formula == Total("c1", RED_AND_BLUE, "ge", 1, pat("idle", by=AnyOf(RED_AND_BLUE)))


def test_each_of_them_is_a_duty_for_each() -> None:
    found = agreement(
        "Red and Blue jointly promise Green: (1) each of them to idle, otherwise to attack Green; (2) Blue to idle."
    )
    per_seat = tuple(
        OrElse(
            f"c1.{seat}.or_else",
            Total(f"c1.{seat}", (Seat(seat),), "ge", 1, pat("idle", by=seat)),
            Total(f"c1.{seat}.otherwise", (Seat(seat),), "ge", 1, pat("attack", by=seat, target="Green")),
        )
        for seat in ("Red", "Blue")
    )

    assert found.formula == And((And(per_seat), Total("c2", BLUE, "ge", 1, BLUE_IDLES)))


def test_each_promises_alone() -> None:
    red, blue = agreements("Red and Blue each promise Green to idle. Green may release Red.")

    assert (red.obligors, blue.obligors) == (("Red",), ("Blue",))
    assert red.formula == done("c1", IDLE)
    assert blue.formula == Total("c1", BLUE, "ge", 1, BLUE_IDLES)
    assert (red.releasers, blue.releasers) == (("Green",), ("Blue", "Green"))
    assert not red.jointly


# Terms ----------------------------------------------------------------------------------------------------------


def test_all_who_signed_release_unless_the_letter_says_who() -> None:
    assert agreement("Red promises Blue to idle.").releasers == ("Red", "Blue")
    assert agreement("Red promises Blue to idle. Blue may release Red.").releasers == ("Blue",)


def test_a_promise_to_nobody_in_particular_is_released_by_everybody() -> None:
    found = agreement("Red promises to idle.")

    assert found.addressees == ()
    assert found.releasers == ("Red", "Blue", "Green")


def test_a_promise_ends_or_is_void_by_its_own_terms() -> None:
    found = agreement(
        "Red promises to idle. This promise ends if Blue idles. This promise is void if Green idles. "
        'This promise ends if law "Truce" is in force. It binds even if the game ends early.'
    )

    assert found.ends_if == Or((seen("ends.1", BLUE_IDLES), StateWithin("ends.2", (), "F", TRUCE)))
    assert found.void_if == seen("void.1", pat("idle", by="Green"))
    assert found.strict


def test_every_path_cites_the_words_it_comes_from() -> None:
    text = (
        "Red promises Blue: (1) to idle; (2) if Blue idles by the end of season 1, to idle and attack Blue, unless "
        "Green idles, otherwise to ally with Blue in every battle. This promise ends if season 2 ends."
    )

    cited = {path: text[start:end] for path, (start, end) in agreement(text).spans}

    assert cited == {
        "c1": "to idle",
        "c2": text[text.index("if Blue") : text.index(". This")],
        "c2.if": "if Blue idles by the end of season 1",
        "c2.if.cond": "Blue idles",
        "c2.1": "idle",
        "c2.2": "attack Blue",
        "c2.unless": ", unless Green idles",
        "c2.unless.cond": "Green idles",
        "c2.or_else": ", otherwise to ally with Blue in every battle",
        "c2.otherwise": "to ally with Blue in every battle",
        "c2.otherwise.in": "in every battle",
        "c2.otherwise.joined": "ally with Blue",
        "ends.1": "season 2 ends",
    }


def test_only_the_read_back_is_lowered() -> None:
    letter = parse_letter("red promises to idle.", SAMPLE, NAMES)

    with pytest.raises(AssertionError, match="signed"):
        compile_letter(letter, SAMPLE, NAMES)
