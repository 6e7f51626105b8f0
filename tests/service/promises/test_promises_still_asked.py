"""What a promise that is pending still asks of whom, over HTTP."""

from fastapi.testclient import TestClient

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.heirless.model.decisions import PlaceCard
from tests.service.promises.test_promises_meaning import Game
from tests.support.playing import Json
from tests.support.serving import Table
from tests.unit.rulesets.heirless.promises.test_promises_unseen import KEEP, attacked
from tests.unit.rulesets.heirless.table import CEDAR

BOTH = "in all (gifts and trades both count)"


def asked(table: Table, viewer: str = "public") -> list[list[str]]:
    """What each promise still asks now, as somebody may know it."""
    promises: list[Json] = table.get(f"/promises?as={viewer}")["promises"]
    return [each["asks"] for each in promises]


def test_what_has_been_done_is_counted_until_nothing_is_left(client: TestClient) -> None:
    game = Game.opened(client)
    game.signed("ash promises birch to give 2 wolf0 to birch by the end of season 1.")
    asks = f"Player ash must give at least 2 wolf0 to Player birch, {BOTH}, until season 1 ends"

    before = asked(game.table)
    game.gives("ash", "birch", 1)
    between = asked(game.table)
    game.gives("ash", "birch", 1)

    assert (before, between, asked(game.table)) == ([[asks]], [[f"{asks}: 1 so far"]], [[]])
    assert game.status() == "kept"


def test_what_begins_again_and_again_is_asked_each_time_it_has_begun(client: TestClient) -> None:
    """Cedar has given once: ash owes the cat0 for it, and will for the next time."""
    game = Game.opened(client)
    game.signed("ash promises cedar whenever cedar gives 1 wolf0 to ash, to give 1 cat0 to cedar within 1 season.")
    gift = "Player ash must give at least 1 cat0 to Player cedar "
    gift += "(gifts and trades both count; what is done pays the oldest debt first)"
    rule = (
        f"{gift}, from each moment in which Player cedar gives at least 1 wolf0 to Player ash, for each anew, "
        "until the season running then ends"
    )

    before = asked(game.table)
    game.idle("ash", "birch")
    game.gives("cedar", "ash", 1)

    assert (before, asked(game.table)) == ([[rule]], [[f"{gift}, until season 1 ends", rule]])


def test_a_season_that_is_over_is_not_waited_for_again(client: TestClient) -> None:
    """Of the two seasons of a letter that was signed in the first, the second is left."""
    game = Game.opened(client)
    game.signed("ash promises birch to give 1 wolf0 to birch within 2 seasons.")

    before = asked(game.table)
    game.idle("ash", "birch", "cedar")

    asks = f"Player ash must give at least 1 wolf0 to Player birch, {BOTH}, until season 2 ends"
    assert before == asked(game.table) == [[asks]]


def test_who_cannot_know_of_a_breach_is_told_the_promise_as_it_was(client: TestClient) -> None:
    """Cedar lays the card, face down, that it had promised to keep: it knows that nothing is left to keep."""
    table = attacked(KEEP.format("c1"))
    table.decide(PlaceCard(CEDAR, Hidden.of("c1", CEDAR)))
    here = Table.imported(client, table.scribe.record)
    position = len(table.scribe.record.events)

    seen = here.get(f"/promises?as=public&at={position}")["promises"][0]

    assert (seen["status"], len(seen["asks"])) == ("pending", 1)
