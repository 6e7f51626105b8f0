"""What letters come to in real games: time, votes, trades, Battles; and who can release a promise."""

from collections.abc import Iterable
from typing import Final, Literal

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter, NotCovered, NotYourSeat, PromiseRefused
from oathbook.domain.kernel import Hidden, Requirement
from oathbook.domain.promises.audit.incremental_audit import start_incremental_audit
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.rulesets.heirless.model.battle_state import Aim
from oathbook.domain.rulesets.heirless.model.components import Staff
from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Ally,
    Attack,
    Decision,
    Enact,
    Idle,
    PlaceCard,
    Resolve,
    Target,
    Thing,
    Vote,
)
from oathbook.domain.rulesets.heirless.model.state import Built, State
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY
from tests.support.promises.promising import refused
from tests.unit.rulesets.heirless.battles.battle_table import PLAIN, about_to_end, field_of, with_board
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, QUIET, THREE, having, offer, opening, workers

# Time ------------------------------------------------------------------------------------------------------------


def second_season() -> Oaths:
    """Ash has no Cat Worker Unemployed, and takes one back in every Cleanup."""
    field = replace(having(opening(box=QUIET), ASH, unemployed=workers(Wolf=1, Fox=1)), employed=(Staff("Cat", 9),))
    field = having(having(field, BIRCH, unemployed=()), CEDAR, unemployed=())
    return Oaths(field).idle(*THREE)


@pytest.mark.parametrize(
    "until",
    ["by the end of season 2", "before the end of season 2", "before season 2 ends", "by the battles of season 2"],
)
def test_an_idle_that_ends_a_season_is_done_before_its_end(until: str) -> None:
    """It ends the turn, begins the Battles and ends the Season, all in one decision; its markers are moments apart."""
    table = second_season()
    table.bound(f"cedar promises ash to idle {until}.")

    assert table.idle(ASH, BIRCH).status() == "pending"
    assert table.idle(CEDAR).status() == "kept"


def test_one_that_was_due_before_the_last_idle_began_the_next_season_is_too_late() -> None:
    table = second_season()
    table.bound("cedar promises ash to idle before birch idles.")

    assert table.idle(ASH, BIRCH).status() == "broken"


@pytest.mark.parametrize(
    ("amount", "status"),
    [("at least 2 Cat", "broken"), ("at most 1 Cat", "kept"), ("exactly 1 Cat", "kept"), ("at least 3 fox0", "broken")],
)
def test_the_end_of_a_season_is_read_before_it_is_cleaned_up(amount: str, status: str) -> None:
    """Ash took one back after Season 1, and takes another one after Season 2: with it the next one starts."""
    table = second_season()
    table.bound(f"ash promises birch that ash has {amount} at the end of season 2.")
    table.bound("ash promises birch that ash has at least 2 Cat at the start of season 3.")

    table.idle(*THREE)

    assert table.status("p2") == "kept"
    player = next(each for each in table.scribe.game.state.field.players if each.seat == ASH)
    assert [each.count for each in player.unemployed if each.faction == "Cat"] == [2]
    assert table.status() == status


# Votes and trades ------------------------------------------------------------------------------------------------


def test_a_vote_is_one_from_its_opening_to_its_close() -> None:
    table = Oaths()
    table.bound(
        'cedar promises ash to spend at least 3 Influence in favour of law "Tithe" in the next vote on law "Tithe".'
    )
    table.bound(
        "birch promises ash whenever a vote on any law opens, to spend at most 1 Influence against it in that vote."
    )

    voting = table.decide(Enact(ASH, "Tithe"), Vote(CEDAR, "for", 2), Vote(BIRCH, "against", 2))

    assert (voting.status("p1"), voting.status("p2")) == ("pending", "broken")
    assert voting.decide(Vote(ASH, "for", 3)).status("p1") == "broken"


def test_a_law_is_proposed_by_one_and_enacted_or_not() -> None:
    table = Oaths()
    table.bound('ash promises birch to propose law "Tithe" by the end of season 1.')
    table.bound('ash promises birch to enact law "Tithe" by the end of season 1.')
    table.bound('birch promises ash if law "Tithe" is enacted, not to idle until the end of season 1.')
    table.decide(Enact(ASH, "Tithe"))
    assert [table.status(each) for each in ("p1", "p2", "p3")] == ["kept", "pending", "pending"]

    table.decide(Vote(CEDAR, "for", 0), Vote(BIRCH, "for", 0), Vote(ASH, "for", 3), Idle(BIRCH))

    assert [table.status(each) for each in ("p1", "p2", "p3")] == ["kept", "kept", "broken"]


def test_what_is_given_is_told_from_what_is_called_the_same() -> None:
    """The Mill is a Workplace here, and a marker in another box."""
    table = Oaths(box=replace(QUIET, markers=("Mill", *QUIET.markers[1:])))
    table.bound('ash promises birch to give marker "Mill" to birch by the end of season 1.')
    table.bound('ash promises birch not to trade away workplace "Mill" until the end of season 1.')
    table.bound("birch promises ash to give 2 wolf0 to ash as a gift by the end of season 1.")

    table.decide(offer(ASH, (ASH, BIRCH, Thing("marker", "Mill"))), Accept(BIRCH, 1))

    assert [table.status(each) for each in ("p1", "p2")] == ["kept", "pending"]
    table.decide(offer(BIRCH, (BIRCH, ASH, Thing("resource", "wolf0", 2)), (ASH, BIRCH, Thing("worker", "Cat"))))
    table.decide(Accept(ASH, 2), *map(Idle, THREE))
    assert table.status("p3") == "broken"


# Battles ---------------------------------------------------------------------------------------------------------


def on_valley(*letters: str) -> Oaths:
    """Ash and birch as allies against cedar; ash attacks first, and whoever is attacked is beaten."""
    field = field_of(PLAIN, ash="Valley", birch="Valley", cedar="Valley")
    for seat in THREE:
        field = with_board(field, seat, delay="1" if seat == ASH else "9", precision=9, health=1)
    table = Oaths(about_to_end(field, *THREE), box=PLAIN)
    for letter in letters:
        table.bound(letter)
    table.decide(Idle(CEDAR), Resolve(ASH, "Valley"), Ally(ASH, BIRCH), Ally(BIRCH, ASH), Ally(CEDAR, None))
    return table


def test_a_battle_is_one_for_whoever_is_in_it() -> None:
    """Every Battle means those that the promiser is in."""
    table = on_valley(
        "ash promises birch to ally with birch in every battle.",
        "ash promises birch not to ally with birch in every battle.",
        "ash promises birch to ally with cedar in every battle.",
        'cedar promises birch to name birch as an ally in the next battle on tile "Valley".',
        'cedar promises birch if a battle on tile "Valley" starts, not to attack birch in that battle.',
    )

    assert [table.status(f"p{each}") for each in range(1, 6)] == ["pending", "broken", *3 * ["pending"]]
    table.decide(Target(ASH, (Aim("ash-1", "cedar-1"),)), PlaceCard(CEDAR, Hidden.of("N", CEDAR)), Attack(ASH, "N"))
    assert table.scribe.game.closed
    assert [table.status(f"p{each}") for each in range(1, 6)] == ["kept", "broken", "broken", "broken", "kept"]


# Consent ---------------------------------------------------------------------------------------------------------

IDLE: Final = "ash promises birch never to idle."


def test_all_who_signed_release_a_promise() -> None:
    """HA-19 (i)."""
    table = Oaths()
    table.bound(IDLE)

    for seat in (ASH, BIRCH):
        table.does(seat, "consent", promise="p1")

    assert table["p1"].stands == "released"
    assert table.status() == "released"


def test_where_the_text_alone_releases_nobody_can_if_it_names_nobody() -> None:
    """HA-19 (ii)."""
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound(IDLE)

    refused(
        table,
        PromiseRefused,
        "nobody can release p1: its letter names nobody who may",
        lambda: table.does(ASH, "consent", promise="p1"),
    )

    assert table["p1"].offer.releasers == ()
    assert table.idle(ASH).status() == "broken"


def test_where_the_text_alone_releases_those_can_whom_it_names() -> None:
    """Of two who each promise, it may name whoever releases one of them."""
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound(f"{IDLE} birch may release ash.")
    table.bound("ash and birch each promise cedar never to idle. cedar may release ash.")

    refused(table, NotYourSeat, "birch releases p1", lambda: table.does(ASH, "consent", promise="p1"))
    table.does(BIRCH, "consent", promise="p1")

    assert table.status() == "released"
    assert table["p2"].offer.releasers == (CEDAR,)


@pytest.mark.parametrize(
    ("timing", "words"),
    [
        ("by the end of season 1", "the end of season 1"),
        ("during season 1", "during season 1"),
        ("by the start of season 2", "the start of season 2"),
        ("by the battles of season 1", "the battles of season 1"),
    ],
)
def test_what_is_late_by_the_last_signature_is_not_signed(timing: str, words: str) -> None:
    """It would be for the next Season. What is offered is still declined or withdrawn."""
    table = Oaths()
    letters = [f"ash promises birch: (1) never to attack birch; (2) to idle {timing}." for _ in range(2)]
    declined, withdrawn = (table.offered(each) for each in letters)
    for promise in (declined, withdrawn):
        table.does(ASH, "sign", promise=promise)
    table.idle(ASH, BIRCH, CEDAR)

    says = f"promise: p1 cannot be signed any more: c2, “{words}”: that is past: it is season 2"
    refused(table, PromiseRefused, says, lambda: table.does(BIRCH, "sign", promise=declined))
    table.does(BIRCH, "decline", promise=declined)
    table.does(ASH, "withdraw", promise=withdrawn)

    assert [table[each].stands for each in (declined, withdrawn)] == ["declined", "withdrawn"]


def test_battles_that_have_begun_are_past() -> None:
    """For what is offered then, and for what is signed then; those of the next Season are not."""
    field = field_of(PLAIN, ash="Valley", birch="Valley")
    table = Oaths(about_to_end(field, *THREE), box=replace(PLAIN, seasons=2))
    letter = "ash promises birch never to attack birch until the battles of season 1."
    table.offered(letter)
    table.does(ASH, "sign", promise="p1")
    table.idle(CEDAR)
    assert (field_now := table.scribe.game.state.field).season == 1
    assert field_now.stage not in {"turns", "over"}

    refused(table, BadLetter, "that is past: it has begun in season 1", lambda: table.offered(letter))
    says = "c1, “the battles of season 1”: that is past: it has begun in season 1"
    refused(table, PromiseRefused, says, lambda: table.does(BIRCH, "sign", promise="p1"))
    assert table.bound(letter.replace("season 1", "season 2")) == "p2"


def test_terms_that_are_late_are_not_signed_either() -> None:
    table = Oaths()
    table.offered("ash promises birch never to attack birch. This promise ends if season 1 ends.")
    table.does(ASH, "sign", promise="p1")
    table.idle(ASH, BIRCH, CEDAR)

    says = "p1 cannot be signed any more: its terms, “season 1 ends”: that is past"
    refused(table, PromiseRefused, says, lambda: table.does(BIRCH, "sign", promise="p1"))


def test_where_the_text_alone_releases_a_promise_to_all_is_still_amended_by_all() -> None:
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound("ash promises never to idle.")

    amended = table.offered("ash promises to idle at most 99 times.", replaces="p1")

    assert table[amended].offer.signers == (ASH, BIRCH, CEDAR)


def test_who_is_not_released_of_several_who_each_promise_is_bound_on() -> None:
    """As long as it binds one of them it is open to all that a promise is open to."""
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound("ash and birch each promise cedar never to idle. cedar may release ash.")

    table.does(CEDAR, "consent", promise="p1")

    assert table["p1"].stands == "binding"
    assert [part.status for part in table.audited().parts] == ["released", "pending"]
    assert table.bound("ash and birch each promise cedar never to idle.", by=CEDAR, replaces="p1") == "p2"
    assert [part.status for part in table.audited().parts] == ["released", "void"]


def test_what_each_promises_is_released_once_all_are() -> None:
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound("ash and birch each promise cedar never to idle. cedar may release ash and birch.")

    table.does(CEDAR, "consent", promise="p1")

    assert table["p1"].stands == "released"
    assert [part.status for part in table.audited().parts] == ["released", "released"]


@pytest.mark.parametrize(
    ("release", "statuses"), [("by_consent", ["released", "released"]), ("by_text_only", ["released", "pending"])]
)
def test_of_several_who_each_promise_nobody_releases_whom_the_text_does_not_name(
    release: Literal["by_consent", "by_text_only"], statuses: list[str]
) -> None:
    """Also where those whom it names for another are all to whom this one is bound (HA-19)."""
    table = Oaths(switches=Switches(release=release))
    table.bound("ash and birch each promise cedar never to idle. birch and cedar may release ash.")

    for seat in (BIRCH, CEDAR):
        table.does(seat, "consent", promise="p1")

    assert [part.status for part in table.audited().parts] == statuses
    record = table.scribe.record
    assert [
        each.status for each in start_incremental_audit(record.ruleset, record.entries()).promises["p1"].parts
    ] == statuses
    assert table["p1"].stands == ("released" if release == "by_consent" else "binding")
    table.idle(ASH, BIRCH)
    assert [part.status for part in table.audited().parts] == [
        "released",
        "released" if release == "by_consent" else "broken",
    ]


def test_a_breach_is_heard_of_though_another_part_was_released_by_its_text() -> None:
    """HA-19 (ii), as promises about promises hear of it."""
    table = Oaths(switches=Switches(release="by_text_only"))
    table.bound("ash and birch each promise cedar never to idle. birch and cedar may release ash.")
    table.bound("cedar promises ash once birch breaks a promise, to idle within 1 season.", by=CEDAR)
    for seat in (BIRCH, CEDAR):
        table.does(seat, "consent", promise="p1")

    table.idle(ASH, BIRCH)
    triggered = table.status("p2")
    table.idle(CEDAR)

    assert (triggered, table.status("p2")) == ("pending", "kept")
    assert not table.audited("p2").parts[0].vacuous


def test_an_edition_without_the_switch_lets_all_who_signed_release() -> None:
    table = Oaths(ruleset=HEIRLESS_2)
    table.bound(IDLE)

    assert table["p1"].offer.releasers == (ASH, BIRCH)
    assert HEIRLESS_2.vocabulary is VOCABULARY


WARNED: Final = ["beyond-power", "no-deadline"]


def test_who_promises_more_than_they_have_is_warned_in_the_words_in_which_they_would_answer_for_it() -> None:
    """HA-73."""
    table = Oaths()
    letter = "ash promises birch to give 50 wolf0 to birch by the end of season 1."

    (warned,) = LetterReader(HEIRLESS_1).warnings(table.scribe.game, letter)
    table.bound(letter)
    table.idle(ASH, BIRCH, CEDAR)

    assert (
        warned.says
        == "clause 1: as things stand, ash has 2 wolf0 (HT-11.2); a player who has promised what was not in their "
        "power answers for it, whatever they try"
    )
    assert table.pays() == {ASH: 20}


SHORT: Final = "; a player who has promised what was not in their power answers for it, whatever they try"
MEANS: Final = {
    'assign workers to workplace "Bakery" by the end of season 1': "ash has not built Bakery (HT-4.5)",
    'build workplace "Bakery" by the end of season 1': "ash does not have Bakery in Hand (HT-5.1)",
    'give workplace "Bakery" to birch by the end of season 1': "ash does not have Bakery (HT-11.2)",
    'give marker "Shield" to birch by the end of season 1': "ash does not hold marker Shield (HT-11.2)",
    'spend at least 4 Influence in favour of law "Tithe" by the end of season 1': "ash has 3 Influence (HT-8.6)",
    'spend at least 4 Influence against law "Tithe" in the next vote on law "Tithe"': "ash has 3 Influence (HT-8.6)",
    "give 2 Wolf to birch by the end of season 1": "ash has 1 Wolf (HT-11.2)",
    "give 1 wolf1 to birch by the end of season 1": "ash has no wolf1 (HT-11.2)",
    "give 9 wolf0 to birch at once by the end of season 1": "ash has 2 wolf0 (HT-11.2)",
    "give 2 wolf0 to birch at least twice by the end of season 1": "ash has 2 wolf0 (HT-11.2)",
    "deploy a knight to any tile at least 4 times by the end of season 2": "ash has 3 Knights left to deploy (HT-7.1)",
}
"""Each starts with 3 Influence, 2 of each first good, 1 Worker of each Faction, 3 Knights, 3 Workplaces in Hand."""
AT_HAND: Final = (
    "ash promises birch to give 2 wolf0 to birch at once by the end of season 1.",
    "ash promises birch to give 1 wolf0 to birch at least twice by the end of season 1.",
    'ash promises birch to build workplace "Forge" by the end of season 1.',
    'ash promises birch to give workplace "Forge" to birch by the end of season 1.',
    'ash promises birch to give marker "Bond" to birch by the end of season 1.',
    "ash promises birch to give any items to birch by the end of season 1.",
    'ash promises birch to spend at least 3 Influence in favour of law "Tithe" by the end of season 1.',
    "ash promises birch to deploy a knight to any tile at least 3 times by the end of season 2.",
    "ash promises birch to build any workplace by the end of season 1.",
    "ash promises birch that ash has at least 6 wolf0 by the end of season 1.",
    "ash promises birch that ash has at least 5 Influence by the end of season 1.",
    "ash promises birch that ash has at most 1 wolf0 by the end of season 1.",
)


def warned_of(letter: str) -> list[str]:
    return [each.says for each in LetterReader(HEIRLESS_1).warnings(Oaths().scribe.game, letter)]


@pytest.mark.parametrize(("act", "why"), MEANS.items())
def test_who_signs_is_warned_of_what_they_do_not_have(act: str, why: str) -> None:
    assert warned_of(f"ash promises birch to {act}.") == [f"clause 1: as things stand, {why}{SHORT}"]


def test_who_signs_is_warned_of_a_state_that_cannot_be_had_from_what_is_there() -> None:
    """Three players with 2 each have 6; more than 6 takes 7."""
    six = "clause 1: as things stand, all players together have 6 wolf0 (HT-11.2)"

    assert warned_of("ash promises birch that ash has at least 50 wolf0 by the end of season 1.") == [six + SHORT]
    assert warned_of("ash promises birch that ash has more than 6 wolf0 at the end of season 1.") == [six + SHORT]


@pytest.mark.parametrize("letter", AT_HAND)
def test_who_signs_is_not_warned_of_what_is_at_hand_or_may_come(letter: str) -> None:
    assert warned_of(letter) == []


def test_a_workplace_that_is_built_can_be_used_and_given() -> None:
    """Bakery is built by birch, who has it no longer in Hand."""
    without = having(opening(box=QUIET), BIRCH, hand=("Tannery", "Library"))
    built = Oaths(replace(without, built=(Built("Bakery", BIRCH, 1),)))
    use, give = (
        f"to {act} by the end of season 1"
        for act in ('assign workers to workplace "Bakery"', 'give workplace "Bakery" to ash')
    )

    found = [
        LetterReader(HEIRLESS_1).warnings(built.scribe.game, f"birch promises ash {each}.") for each in (use, give)
    ]

    assert found == [(), ()]


def unwritten_text(state: State, decision: Decision) -> Iterable[Requirement]:
    """Rules of which the text about trades is missing."""
    clause = "HT-8.1"
    raise NotCovered(clause, f"its text is missing in season {state.field.season}, in which {decision.by} would trade")


def test_what_the_rules_cannot_say_warns_of_nothing() -> None:
    """The same letter is warned of where they can."""
    unwritten = replace(HEIRLESS_1, needs=unwritten_text)
    letter = "ash promises birch to give 50 wolf0 to birch by the end of season 1."
    game = Oaths().scribe.game

    assert [each.code for each in LetterReader(HEIRLESS_1).warnings(game, letter)] == ["beyond-power"]
    assert LetterReader(unwritten).warnings(game, letter) == ()


# Warnings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "codes"),
    [
        ("ash promises birch to idle by the end of season 4.", ["beyond-last"]),
        ("ash promises birch to idle by the end of season 3.", []),
        ("ash promises birch to attack ash by the end of season 1.", ["impossible"]),
        ("ash promises birch to give 1 Cat to ash by the end of season 1.", ["impossible"]),
        ("ash promises birch to trade away 1 Cat by the end of season 1.", []),
        ("ash promises birch to give 50 wolf0 to birch by the end of season 1.", ["beyond-power"]),
        ("ash promises birch to give 2 wolf0 to birch by the end of season 1.", []),
        ("ash promises birch: (1) to give 3 wolf0 to birch by the end of season 1; (2) to idle.", WARNED),
        ("ash promises birch to give 3 cat0 to birch by the end of season 1, otherwise to idle.", WARNED),
        ("ash and birch jointly promise cedar to give 3 cat0 to cedar by the end of season 1.", ["no-shares"]),
    ],
)
def test_who_signs_is_warned_of_what_no_game_brings(letter: str, codes: list[str]) -> None:
    """The box says how many Seasons there are; what is done to others cannot be done to oneself."""
    table = Oaths()

    found = LetterReader(HEIRLESS_1).warnings(table.scribe.game, letter)

    assert [each.code for each in found] == codes
