"""Events and decisions as rows: what facts, kinds and forms follow from them, and which rows are refused."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.errors import IllegalDecision
from oathbook.domain.kernel import Hidden, Opened, Requirement, Seat
from oathbook.domain.rulesets.cube_bag.ruleset import CUBE_BAG
from oathbook.domain.rulesets.defaults import no_items
from oathbook.domain.rulesets.forms import Form
from oathbook.domain.rulesets.kit.decides import Decides, Decisions
from oathbook.domain.rulesets.kit.play import DecisionBase
from oathbook.domain.rulesets.kit.rows import Row, facts_by, kinds_of
from oathbook.domain.rulesets.protocol import Scene
from oathbook.domain.rulesets.vocabulary import Fact, FactKind

ASH, BIRCH = Seat("ash"), Seat("birch")
SILK: Final = Opened("silk")


class Gave(Struct, frozen=True):
    """A present of one player to others."""

    seat: Seat
    count: int = 2
    to: tuple[Seat, ...] = (BIRCH,)
    is_late: bool = False
    card: Opened[str] | None = None
    costs: Mapping[str, int] = {}


class Item(Struct, frozen=True):
    """One of several things in an event."""

    seat: Seat
    thing: str


class Listed(Struct, frozen=True):
    """Several things at once."""

    season: int
    items: tuple[Item, ...]


def facts(event: Struct, *rows: Row) -> tuple[Fact, ...]:
    return facts_by(rows)(event)


def fact(event: Struct, row: Row) -> Fact:
    (told,) = facts(event, row)
    return told


row: Final = partial(Row, Gave, "kind")


@pytest.mark.parametrize(
    ("event", "field", "slot", "word"),
    [
        (Gave(ASH, 2), "count", 2, "2"),
        (Gave(ASH, is_late=True), "is_late", "yes", "yes"),
        (Gave(ASH), "is_late", "no", "no"),
        (Gave(ASH, to=(ASH, BIRCH)), "to", 2, "ash and birch"),
        (Gave(ASH, to=()), "to", 0, "nobody"),
        (Gave(ASH), "card", "nobody", "nobody"),
        (Gave(ASH, card=SILK), "card", "silk", "silk"),
    ],
)
def test_a_field_stands_in_slots_and_sentences(event: Gave, field: str, slot: str | int, word: str) -> None:
    told = fact(event, row(f"it is {{{field}}}", field))

    assert (told.by, told.slots, told.sentence) == (ASH, {field: slot}, f"it is {word}")


def test_an_empty_computed_word_is_no_word() -> None:
    assert fact(Gave(ASH), row("{seat} gives{rest}", computed={"rest": lambda _: ""})).sentence == "ash gives"


def test_a_row_renames_slots_and_says_fields_otherwise() -> None:
    told = row(
        "{seat} gives {twice} {count}",
        "number=count double=twice to",
        by="to",
        words={"count": "{} times".format},
        slot_values={"to": " ".join},
        computed={"twice": lambda gave: gave.count * 2},
    )

    assert fact(Gave(ASH), told) == Fact(
        "kind", BIRCH, {"number": 2, "double": 4, "to": "birch"}, "ash gives 4 2 times"
    )
    assert fact(Gave(ASH, to=()), row("nobody gets it", by="to")).by is None
    assert fact(Gave(ASH), row("it is late", by="")).by is None
    assert fact(Gave(ASH), row(lambda event: f"by {event.seat}")).sentence == "by ash"


def test_each_item_is_a_fact_of_the_first_row_that_is_for_it() -> None:
    items = (Item(ASH, "silk"), Item(BIRCH, "tea"), Item(ASH, "salt"))
    rows = (
        Row(Listed, "listed", "season {season}", "season", by=""),
        Row(Listed, "silk", "{seat} has silk", each="items", when=lambda item: item.thing == "silk"),
        Row(
            Listed,
            "other",
            "{seat} has {thing} in {season}",
            "thing",
            each="items",
            when=lambda item: item.thing != "salt",
        ),
    )

    assert [each.sentence for each in facts(Listed(3, items), *rows)] == [
        "season 3",
        "ash has silk",
        "birch has tea in 3",
    ]


def test_items_are_seats_entries_or_what_a_function_gives() -> None:
    several = Gave(ASH, to=(ASH, BIRCH), costs={"wood": 1})

    assert [each.by for each in facts(several, Row(Gave, "gets", "{seat} gets {count}", each="to"))] == [ASH, BIRCH]
    assert fact(several, row("{value} {key}", "of=key", each="costs")).slots == {"of": "wood"}
    assert fact(several, row("{of}", each=lambda event: [{"of": event.count}])).sentence == "2"


def test_kinds_are_those_of_the_rows_in_their_order() -> None:
    rows = (
        Row(Listed, "b", "", "season", begins="round", marker=True),
        Row(Gave, "a", "", "count back=to"),
        Row(Listed, "a", "", "season"),
    )

    assert kinds_of(rows) == (FactKind("b", ("season",), marker=True, begins="round"), FactKind("a", ("count", "back")))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (Row(Gave, "gives", "{seat} gives {what}"), "Gave, gives: there is no what"),
        (Row(Gave, "gives", "", "what=thing"), "there is no thing"),
        (Row(Gave, "gives", "", by="giver"), "there is no giver"),
        (Row(Gave, "gives", "{seat}", each="things"), "there is no things"),
    ],
)
def test_a_row_about_a_field_that_is_not_there_is_refused(wrong: Row, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        facts_by([wrong])


class Draw(Struct, frozen=True):
    """A decision."""

    by: Seat
    cubes: int


class Keep(Struct, frozen=True):
    """Another."""

    by: Seat
    card: Hidden[str] | None = None


class Play(list[object]):
    """What was taken, in order."""


def needs(state: int, decision: Draw) -> tuple[Requirement, ...]:
    return (Requirement("too-many", "X-1", asks="?", holds=decision.cubes <= state, says="too many"),)


def draw(play: Play, decision: Draw) -> None:
    play.append(decision.cubes)


def keep(play: Play, _decision: Keep, chance: Chance) -> None:
    play.append(chance)


def finish(play: Play) -> None:
    play.append("finished")


def say_keep(decision: Keep) -> str:
    return "keeps it" if decision.card is None else "keeps a card"


DRAW: Final = Decides(Draw, needs, draw, "draw {cubes}", "draws {cubes}")
KEEP: Final = Decides(Keep, no_items, keep, (("keep it", {"card": None}), "keep {card}"), say_keep, phrase="keep")


def test_decisions_are_taken_said_and_written_by_their_rows() -> None:
    play, chance, decisions = Play(), WitnessedChance(()), Decisions(DRAW, KEEP, then=finish)

    decisions.take(play, Draw(ASH, 2), chance)
    decisions.take(play, Keep(ASH), chance)

    assert play == [2, "finished", chance, "finished"]
    assert [each.holds for each in decisions.needs(1, Draw(ASH, 2))] == [False]
    assert [decisions.deed(Draw(ASH, 2)), decisions.deed(Keep(ASH))] == ["draws 2", "keeps it"]
    assert decisions.phrase(Keep(ASH)) == "keep"
    assert decisions.forms() == (
        Form(Draw, "draw {cubes}"),
        Form(Keep, "keep it", {"card": None}),
        Form(Keep, "keep {card}"),
    )


def test_two_rows_for_one_decision_are_refused() -> None:
    with pytest.raises(ValueError, match="more than one row for Draw"):
        Decisions(DRAW, KEEP, DRAW)


def no_scene(_view: object) -> Scene:
    return Scene((), ())


def forbid(_state: object, decision: DecisionBase) -> tuple[Requirement, ...]:
    return needs(0, Draw(decision.by, 1))


def test_a_ruleset_is_a_value_whose_answers_can_be_replaced() -> None:
    """Refusal and decide follow from what a decision needs; the original stays as it was."""
    strict = replace(CUBE_BAG, scene=no_scene, needs=forbid)
    state = CUBE_BAG.initial(CUBE_BAG.samples()[0])
    decision = CUBE_BAG.options(state, CUBE_BAG.to_act(state)[0]).listed[0]

    assert CUBE_BAG.refusal(state, decision) is None
    refusal = strict.refusal(state, decision)
    assert refusal is not None
    assert refusal.code == "too-many"
    with pytest.raises(IllegalDecision):
        strict.decide(state, decision, WitnessedChance(()))
    assert strict.scene(CUBE_BAG.view(state, ASH)) == no_scene(None)
