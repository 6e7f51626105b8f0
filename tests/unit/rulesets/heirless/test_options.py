"""What is listed: all that is allowed and no trade too many; nothing that would be refused."""

from collections import Counter

from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Decline,
    Enact,
    Flee,
    Haggle,
    Permit,
    Refine,
    UseCard,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.state import Player
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.presentation.options import LISTED
from tests.unit.rulesets.heirless.table import (
    ASH,
    BIRCH,
    CEDAR,
    Table,
    built,
    fresh,
    having,
    opening,
    placed,
    resources,
    taken_up,
    workers,
)
from tests.unit.rulesets.heirless.test_start_positions import IN_REQUEST
from tests.unit.rulesets.heirless.test_trades import NINE, SWAP


def listed(table: Table, seat: Seat) -> tuple[Decision, ...]:
    options = table.ruleset.options(table.state, seat)
    assert not options.complete
    assert all(table.ruleset.refusal(table.state, each) is None for each in options.listed)
    return options.listed


def kinds(table: Table, seat: Seat) -> Counter[str]:
    return Counter(str(type(each).__struct_config__.tag) for each in listed(table, seat))


def test_the_first_turn_from_the_box() -> None:
    """A Mill on nine places, ten tiles, four Laws; refining takes control, and nothing is built or deployed yet."""
    assert kinds(fresh(), ASH) == {"build": 9, "deploy": 10, "enact": 4, "idle": 1, "haggle": 2}


def test_out_of_turn_there_are_trades() -> None:
    assert kinds(fresh(), BIRCH) == {"haggle": 2}
    assert kinds(fresh(), Seat("yew")) == {}


def test_work_cards_and_flight_are_listed_where_they_are_possible() -> None:
    field = placed(built(opening(), ("Orchard", BIRCH), ("Bakery", ASH)), ash="Meadow Thicket Capital")
    options = listed(taken_up(field), ASH)

    assert [each for each in options if isinstance(each, Assign | UseCard | Flee)] == [
        Assign(ASH, "Orchard", ("Cat", "Fox")),
        Assign(ASH, "Bakery", ("Cat",)),
        UseCard(ASH, "Bakery"),
        Flee(ASH, "Meadow"),
        Flee(ASH, "Thicket"),
    ]
    assert {each for each in options if isinstance(each, Refine)} == {
        Refine(ASH, worker, makes, amount)
        for worker in ("Cat", "Fox")
        for makes in ("wolf1", "cat1", "fox1")
        for amount in (1, 2)
    }


def test_anybody_refines_by_the_switch() -> None:
    """HA-44."""
    table = taken_up(opening(), switches=Switches(control_for_refining="not_needed"))

    assert kinds(table, ASH)["refine"] == 18


def test_with_nine_built_each_of_them_can_make_room() -> None:
    field = built(opening(), *((name, ASH) for name in NINE))
    options = listed(taken_up(having(field, ASH, resources=resources(cat0=2))), ASH)

    assert [each for each in options if isinstance(each, Build)] == [
        Build(ASH, "Mill", cell, name) for cell, name in enumerate(NINE, start=1)
    ]


def test_votes_are_listed_up_to_what_one_has() -> None:
    table = fresh().decide(Enact(ASH, "Tithe"))

    assert kinds(table, CEDAR)["vote"] == 7
    own = table.vote((CEDAR, 0, "for"), (BIRCH, 0, "for"))
    assert [each for each in listed(own, ASH) if isinstance(each, Vote)] == [
        Vote(ASH, "for", influence) for influence in (1, 2, 3)
    ]


def test_very_many_votes_are_not_all_listed() -> None:
    """The first twenty and the most there can be: the list stays short."""
    table = taken_up(having(opening(), CEDAR, influence=1_000_000)).decide(Enact(ASH, "Tithe"))

    votes = [each for each in listed(table, CEDAR) if isinstance(each, Vote)]

    assert len(votes) == 2 * (LISTED + 1) + 1
    assert Vote(CEDAR, "for", 1_000_000) in votes


def test_an_owner_answers_and_allows_only_what_is_possible() -> None:
    assert listed(taken_up(IN_REQUEST), BIRCH)[:2] == (Permit(BIRCH, allow=True), Permit(BIRCH, allow=False))
    poor = having(IN_REQUEST, ASH, unemployed=workers())
    assert listed(taken_up(poor), BIRCH)[0] == Permit(BIRCH, allow=False)


def test_offers_on_the_table_are_answered_by_their_parties() -> None:
    """Whoever has an offer open lists no other one; one that cannot be kept can only be declined."""
    table = fresh().decide(SWAP)

    assert listed(table, BIRCH)[:2] == (Accept(BIRCH, 1), Decline(BIRCH, 1))
    assert [each for each in listed(table, ASH) if isinstance(each, Decline | Haggle)] == [Decline(ASH, 1)]
    assert kinds(table, CEDAR) == {"haggle": 2}
    poor = taken_up(having(table.field, ASH, resources=()))
    assert listed(poor, BIRCH)[0] == Decline(BIRCH, 1)


def test_whoever_has_nothing_offers_nothing() -> None:
    """Nor is anything asked of them: only gifts are offered to them. To whom, changes with every offer."""
    field = replace(opening(), players=(*opening().players[:2], Player(CEDAR)))

    assert kinds(taken_up(field), CEDAR) == {}
    assert kinds(taken_up(field), BIRCH) == {"haggle": 2}
    assert kinds(taken_up(replace(field, offered=1)), BIRCH) == {"haggle": 1}
