"""The page of a dispute: what was found and why, and what parties and arbiters do there."""

from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from oathbook.api.pages.assets import ASSETS
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.kernel import Line, Operation, Roster, format_line
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.rulesets.protocol import Consequence
from tests.browser.test_access import faults
from tests.browser.walking import TEXT, tab_to
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.service.disputes.test_remedies import correctable, keyed, mistaken_games, stuck
from tests.support.browsing import in_every_look
from tests.support.disputing import Mistaken, mistaken_game
from tests.support.playing import Json, ruleset_of, small_game
from tests.support.serving import Client, Table, await_read_models, bring, key_of
from tests.unit.api.games import DUEL, STRIKE

OPERATIONS: Final[tuple[Operation, ...]] = (
    *("start", "add", "take", "times", "becomes", "halved-down", "halved-up", "at-least", "at-most", "within"),
)
SIDES: Final = f"""() => {{
    {TEXT}
    return [...document.querySelectorAll("#found > .sides > li")].map((row) => [...row.children].map(text));
}}"""


@pytest.fixture(scope="module")
def table(client: Client) -> Table:
    """A duel in which ash and birch have laid their plans, and birch has declared a target."""
    return duelling(client, 3)


def brought(client: Client, game: Mistaken) -> Table:
    """A game with a mistake in it; it may be there already, and be corrected."""
    table = Table(client, game.record.game)
    if table.ask().status_code == 404:
        assert bring(client, record_text(game.record)).status_code == 201
    return table


@cache
def worked() -> Mistaken:
    """A battle whose outcome is wrong, with arithmetic of which not every rule applies."""
    for number in range(100):
        game = mistaken_game(ruleset_of("cube_bag/g1"), "outcome", number)
        if game is not None:
            outcome = game.record.events[game.at - 1].entry.body
            assert isinstance(outcome, OutcomeFollowed)
            consequences: tuple[Consequence[Any], ...] = outcome.consequences
            lines = [line for each in consequences for line in each.working]
            if {line.applied for line in lines} == {True, False}:
                return Mistaken(keyed(game.record), game.at)
    raise LookupError


def opened(page: Page, dispute: Disputes, by: str | None = None) -> Page:
    """The page of a dispute, with somebody's key."""
    page.goto(f"{dispute.path.removeprefix('/v1')}{f'#key={key_of(by)}' if by else ''}")
    expect(page.locator("#case")).to_have_attribute("data-ready", "")
    return page


def form(page: Page, act: str) -> Locator:
    """The form of an act."""
    return page.locator(f"[data-act={act}]")


def offered(page: Page) -> list[str]:
    """The acts that are offered."""
    return [str(each.get_attribute("data-act")) for each in page.locator("[data-act]:visible").all()]


# What is found ----------------------------------------------------------------------------------------------------


def differences(finding: Json) -> list[int]:
    """Where two sides of the same length are not the same."""
    both = list(zip(finding["recorded"], finding["derived"], strict=False))
    is_even = len(finding["recorded"]) == len(finding["derived"])
    return [index for index, (one, other) in enumerate(both) if one["event"] != other["event"]] if is_even else []


def far_apart(client: Client) -> tuple[Disputes, Json]:
    """A dispute whose finding has several differences, and that finding."""
    for game in mistaken_games():
        dispute = Disputes.filed(brought(client, game), claim={"claim": "outcome-wrong", "at": game.at})
        finding: Json = dispute.does("ash", "finding")["findings"][0]["finding"]
        if finding["answer"] == "upheld" and len(differences(finding)) > 1:
            return dispute, finding
    raise LookupError


def test_both_sides_stand_beside_each_other_and_one_walks_from_difference_to_difference(
    page: Page, client: Client
) -> None:
    dispute, finding = far_apart(client)

    opened(page, dispute)

    rows: list[list[str]] = page.evaluate(SIDES)
    both = list(zip(finding["recorded"], finding["derived"], strict=True))
    people = (page.locator("body").get_attribute("data-people") or "").splitlines()
    roster = Roster(tuple((seat, name) for seat, _, name in (each.partition(" ") for each in people)))
    told = [
        [sentence_of("recorded, and follows", one)]
        if one["event"] == other["event"]
        else [sentence_of("recorded", one), sentence_of("by the rules", other)]
        for one, other in both
    ]
    assert rows == [[roster.name_seats(cell) for cell in row] for row in told]
    apart = differences(finding)
    tab_to(page, ".steps button:last-of-type")
    for number, index in enumerate((*apart, apart[0])):
        page.get_by_role("button", name="Next difference").press("Enter")
        expect(page.locator(".steps output")).to_have_text(f"Difference {number % len(apart) + 1} of {len(apart)}")
        expect(page.locator(".sides > li").nth(index)).to_be_focused()


def sentence_of(side: str, consequence: Json) -> str:
    """What a cell says of something that follows."""
    sentence = str(consequence["sentences"][0])
    cites = " ".join([*consequence["cites"], *consequence["readings"]])
    return f"{side}: {sentence[0].upper()}{sentence[1:]} {cites}"


def test_the_working_tells_what_did_not_apply(page: Page, client: Client) -> None:
    game = worked()
    table = brought(client, game)
    seat = game.record.opened.seats[0].seat
    dispute = Disputes.filed(table, seat, {"claim": "outcome-wrong", "at": game.at})
    finding = dispute.does(seat, "finding")["findings"][0]["finding"]

    opened(page, dispute)

    rows = [each.inner_text().split("\t") for each in page.locator(".working tr").all()]
    told = [("does not apply" if not each["applied"] else "", each["clause"]) for each in finding["working"]]
    assert [(idle, clause) for _, idle, clause in rows] == told
    expect(page.locator("#found")).to_contain_text("Put right at")
    expect(page.locator("#found")).to_contain_text("Going back")


@pytest.mark.parametrize("applied", [True, False])
@pytest.mark.parametrize("op", OPERATIONS)
def test_a_line_of_a_working_reads_as_it_does_in_the_terminal(
    page: Page,
    op: Operation,
    applied: bool,  # noqa: FBT001  # because a row of the table has it
) -> None:
    line = Line("KD-8.2", "hearts", op, 3, 5, applied)
    page.goto("/rulesets")

    told = page.evaluate(
        "async ([script, line]) => (await import(script)).workingText(JSON.parse(line))",
        [ASSETS.address("disputes/workings.js"), value_text(line).decode()],
    )

    assert told == format_line(line)


def test_what_nobody_may_see_yet_is_sealed_and_told_to_whom_it_belongs(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table, claim=ILLEGAL)
    dispute.does("birch", "finding")

    opened(page, dispute)
    expect(page.locator(".verdict")).to_contain_text("undetermined")
    expect(page.locator("#found .notice")).to_have_text("What else Bo may see says more; that part is sealed.")
    assert "parry" not in page.content()

    opened(page, dispute, "birch")
    expect(page.locator(".verdict")).to_have_text("rejected the decision at 2 is allowed")
    expect(page.locator("#found .notice")).to_contain_text("In public it is undetermined")
    expect(page.locator(".sides")).to_contain_text("slots bow, parry")


# What is done -----------------------------------------------------------------------------------------------------


def test_a_party_has_the_record_answer_and_adds_evidence(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    opened(page, dispute, "ash")
    expect(page.locator("#you")).to_have_text("You see this as Ann.")
    assert "key" not in page.url
    assert offered(page) == ["finding", "evidence", "withdrawal"]

    page.get_by_role("button", name="Check the claim").click()
    expect(page.locator(".verdict")).to_have_text("rejected what is recorded at 7 is what follows")
    expect(page.locator(".heads")).to_have_text("Recorded, and what follows by the rules")
    form(page, "evidence").locator("textarea").fill("It was dark 😀")
    form(page, "evidence").get_by_label("about positions").fill("3, 2")
    page.get_by_role("button", name="Add it").click()

    expect(page.locator("#heard")).to_contain_text("Ann about position 2, position 3")
    expect(page.locator("#heard blockquote")).to_have_text("It was dark 😀")
    expect(form(page, "evidence").locator("textarea")).to_have_value("")
    assert dispute.get()["evidence"][0]["about"] == [2, 3]


@pytest.mark.journey
def test_an_arbiter_rules_against_the_record_and_says_why(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    dispute.does("ash", "finding")
    opened(page, dispute, "Ada")
    expect(page.locator("#you")).to_have_text("You see this as the arbiter Ada.")
    assert offered(page) == ["finding", "evidence", "unsealing", "ruling"]

    ruling = form(page, "ruling")
    expect(ruling.get_by_label("The record says otherwise")).to_be_hidden()
    ruling.get_by_label("The claim is").select_option("upheld")
    ruling.get_by_label("The record says otherwise").fill("Nobody could have seen it.")
    ruling.get_by_label("Reasons").fill("It was dark.")
    ruling.get_by_label("and so").select_option("penalise")
    ruling.get_by_label("which seat").select_option("birch")
    ruling.locator("[name=points]").fill("1")
    page.get_by_role("button", name="Enter the ruling").click()

    expect(page.locator("#how")).to_have_text("ruled anyone at the table may appeal once")
    expect(page.locator("#ruled li")).to_contain_text("upheld by Ada")
    expect(page.locator("#ruled li")).to_contain_text("Against the finding: Nobody could have seen it.")
    expect(page.locator("#ruled .remedy")).to_have_text("Bo loses 1")
    expect(page.locator("#nothing")).to_be_visible()


def test_an_arbiter_is_known_in_the_docket_until_the_key_is_forgotten(page: Page, table: Table) -> None:
    """So that nobody has to type their name to find what they have ruled on."""
    dispute = Disputes.filed(table)
    dispute.does("ash", "finding")
    dispute.ruled()
    await_read_models(table.client)
    page.goto("/disputes")
    expect(page.locator("#own")).to_be_hidden()
    opened(page, dispute, "Ada")

    page.goto("/disputes")
    expect(page.locator("#own")).to_contain_text("You are the arbiter Ada")
    tab_to(page, "#own a[href='/disputes?arbiter=Ada']")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Arbiter")).to_have_value("Ada")
    assert page.locator(f"ol.games a[href='{dispute.path.removeprefix('/v1')}']").count()
    assert faults(page) == []

    opened(page, dispute).get_by_role("button", name="Forget my key").click()
    page.goto("/disputes")
    expect(page.locator("#own")).to_be_hidden()


def test_the_key_of_a_seat_takes_the_place_of_that_of_an_arbiter(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    opened(page, dispute, "Ada")
    page.goto("about:blank")
    opened(page, dispute, "birch")
    expect(page.locator("#you")).to_have_text("You see this as Bo.")

    page.goto("/disputes")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#own")).to_be_hidden()


def test_a_key_that_is_entered_is_used_and_a_ruling_appealed_with_it(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    dispute.does("ash", "finding")
    dispute.ruled()
    opened(page, dispute, "Ada").get_by_role("button", name="Forget my key").click()
    expect(page.locator("#you")).to_have_text("You see this as the public.")

    page.get_by_label("Key of a seat or of an arbiter").fill(key_of("birch"))
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#you")).to_have_text("You see this as Bo.")
    assert offered(page) == ["appeal"]
    form(page, "appeal").locator("textarea").fill("KD-5.2 was not asked.")
    page.locator("[data-act=appeal] button").click()

    expect(page.locator("#how")).to_have_text("on appeal waiting for another arbiter")
    expect(page.locator("#ruled li").nth(1)).to_contain_text("Bo appeals")
    assert dispute.get()["appeal"]["grounds"] == "KD-5.2 was not asked."


def test_a_claim_is_taken_back_by_who_filed_it(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    opened(page, dispute, "birch")
    assert "withdrawal" not in offered(page)

    opened(page, dispute, "ash").get_by_role("button", name="Withdraw the claim").click()

    expect(page.locator("#how")).to_have_text("withdrawn the claim was withdrawn")
    assert dispute.get()["state"] == "withdrawn"


def test_an_arbiter_unseals_what_the_ruling_needs_and_finds_again(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table, claim={"claim": "standing", "at": 7})
    dispute.does("ash", "finding")
    opened(page, dispute, "Ada")
    unsealing = form(page, "unsealing")
    expect(unsealing.get_by_label("What is hidden at position")).to_have_value("2")
    expect(unsealing.get_by_role("checkbox")).to_have_count(2)
    expect(unsealing.locator("fieldset")).to_contain_text("hidden by Bo")

    for each in unsealing.get_by_role("checkbox").all():
        each.check()
    unsealing.get_by_label("Why the ruling needs it").fill("The claim is about this plan.")
    page.get_by_role("button", name="Unseal it").click()
    expect(page.locator("#heard li").first).to_contain_text("Ada unseals what Bo hid at position 2")
    expect(page.locator("#heard li li")).to_have_text(["of Bo: bow", "of Bo: parry"])
    page.get_by_label("What is hidden at position").fill("3")
    page.get_by_label("What is hidden at position").fill("2")
    page.get_by_label("What is hidden at position").press("Tab")
    expect(unsealing.locator("fieldset")).to_contain_text("Nothing here can be unsealed.")
    expect(page.get_by_role("button", name="Unseal it")).to_be_disabled()
    page.get_by_role("button", name="Check the claim").click()

    earlier = page.locator("#found details", has_text="Earlier, from the first 7 events: undetermined")
    expect(earlier.first).to_be_visible()


def test_what_an_event_shows_needs_no_unsealing(page: Page, client: Client) -> None:
    """There the seed is shown, which was hidden before; the control is in the test above."""
    table = brought(client, Mistaken(keyed(small_game()), 2))
    dispute = Disputes.filed(table, claim={"claim": "standing", "at": 7})

    unsealing = form(opened(page, dispute, "Ada"), "unsealing")
    unsealing.get_by_label("What is hidden at position").fill("13")
    unsealing.get_by_label("What is hidden at position").press("Tab")

    expect(unsealing.locator("fieldset")).to_contain_text("Nothing here can be unsealed.")


def test_readings_that_were_not_examined_for_one_reason_are_one_line(page: Page, client: Client) -> None:
    """All of a standing are, for the same reason: its readings are turned for one outcome at a time."""
    dispute = Disputes.filed(duelling(client, 3), claim={"claim": "standing", "at": 7})
    aside = dispute.does("ash", "finding")["findings"][0]["finding"]["readings"]["not_examined"]
    assert len(aside) > 1
    assert len({each["why"] for each in aside}) == 1

    opened(page, dispute)

    summary = page.locator("#found summary", has_text="not examined")
    expect(summary).to_have_text(f"{len(aside)} readings not examined, {aside[0]['why']}")
    expect(page.locator("#found").get_by_text("not examined")).to_have_count(1)
    summary.click()
    for each in aside:
        expect(page.locator("#found details li").filter(has_text=each["reading"])).to_contain_text(each["title"])


def test_a_ruling_corrects_the_game_and_leads_to_where(page: Page, client: Client) -> None:
    game = correctable()
    dispute = Disputes.filed(brought(client, game), claim={"claim": "outcome-wrong", "at": game.at})
    dispute.does("ash", "finding")
    opened(page, dispute, "Cy")

    form(page, "ruling").get_by_label("The claim is").select_option("upheld")
    form(page, "ruling").get_by_label("and so").select_option("correct")
    form(page, "ruling").get_by_label("Reasons").fill("So it follows.")
    page.get_by_role("button", name="Enter the ruling").click()

    expect(page.locator("#ruled .remedy")).to_contain_text("The outcome is corrected at position")


# What is refused --------------------------------------------------------------------------------------------------


def test_what_is_refused_is_said_at_its_field_and_nothing_is_lost(
    page: Page, table: Table, troubles: list[str]
) -> None:
    dispute = Disputes.filed(table)
    evidence = form(opened(page, dispute, "ash"), "evidence")
    evidence.locator("textarea").fill("It was dark.")
    evidence.get_by_label("about positions").fill("99")
    page.get_by_role("button", name="Add it").click()

    about = evidence.get_by_label("about positions")
    expect(about).to_be_focused()
    expect(about).to_have_attribute("aria-invalid", "true")
    expect(about).to_have_accessible_description("about: position 99: the positions of this game are 1 to 7")
    expect(evidence.locator("textarea")).to_have_value("It was dark.")
    assert len(troubles) == 1
    troubles.clear()
    about.fill("7")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#heard")).to_contain_text("Ann about position 7")
    expect(evidence.locator(".refused")).to_have_count(0)


def test_a_remedy_that_cannot_be_made_is_said_in_the_ruling(page: Page, client: Client, troubles: list[str]) -> None:
    game = stuck()
    dispute = Disputes.filed(brought(client, game), claim={"claim": "outcome-wrong", "at": game.at})
    dispute.does("ash", "finding")
    ruling = form(opened(page, dispute, "Ada"), "ruling")
    ruling.get_by_label("The claim is").select_option("upheld")
    ruling.get_by_label("and so").select_option("correct")
    ruling.get_by_label("Reasons").fill("So it follows.")

    page.get_by_role("button", name="Enter the ruling").click()

    expect(ruling.locator(".refused")).to_be_visible()
    expect(ruling.get_by_label("Reasons")).to_have_value("So it follows.")
    assert dispute.get()["rulings"] == []
    assert len(troubles) == 1
    troubles.clear()


def test_nobody_rules_on_what_they_have_not_seen(page: Page, table: Table, troubles: list[str]) -> None:
    dispute = Disputes.filed(table)
    dispute.does("ash", "finding")
    page.clock.install()
    ruling = form(opened(page, dispute, "Ada"), "ruling")
    ruling.get_by_label("The claim is").select_option("rejected")
    ruling.get_by_label("Reasons").fill("It follows.")
    dispute.does("birch", "evidence", {"says": "Look at this first."})

    page.get_by_role("button", name="Enter the ruling").click()

    expect(ruling.locator(".refused")).to_be_visible()
    expect(page.locator("#heard")).to_contain_text("Look at this first.")
    assert dispute.get()["rulings"] == []
    assert len(troubles) == 1
    troubles.clear()
    page.get_by_role("button", name="Enter the ruling").click()
    expect(page.locator("#how")).to_contain_text("ruled")


def test_a_key_of_nobody_here_is_refused_and_forgotten(page: Page, table: Table, troubles: list[str]) -> None:
    dispute = Disputes.filed(table)

    opened(page, dispute, "oak")

    expect(page.locator("#trouble")).to_contain_text("neither to this game nor to an arbiter")
    expect(page.locator("#you")).to_have_text("You see this as the public.")
    assert len(troubles) == 1
    troubles.clear()
    page.reload()
    expect(page.locator("#you")).to_have_text("You see this as the public.")


def test_what_others_do_comes_by_itself_and_what_is_being_written_stays(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    page.clock.install()
    field = form(opened(page, dispute, "ash"), "evidence").locator("textarea")
    field.fill("It was d")

    dispute.does("birch", "evidence", {"says": "It was not."})
    page.clock.run_for(10_000)

    expect(page.locator("#heard")).to_contain_text("It was not.")
    expect(field).to_have_value("It was d")
    expect(field).to_be_focused()


# Everybody --------------------------------------------------------------------------------------------------------


@in_every_look
def test_nobody_is_kept_out_of_a_case(page: Page, client: Client) -> None:
    game = correctable()
    dispute = Disputes.filed(brought(client, game), claim={"claim": "outcome-wrong", "at": game.at, "clause": "KD-1.2"})
    dispute.does("ash", "evidence", {"says": "x" * 300, "about": [1, 2]})
    dispute.does("ash", "finding")
    opened(page, dispute, "Ada")
    page.locator(".steps button").first.click()

    assert faults(page) == []


@pytest.mark.parametrize("scripts", [False])
def test_without_scripts_a_case_still_tells_the_claim(page: Page, table: Table) -> None:
    dispute = Disputes.filed(table)
    page.goto(dispute.path.removeprefix("/v1"))

    expect(page.locator(".claimed")).to_have_text("What is recorded at position 7 is not what follows.")
    expect(page.locator("noscript .notice")).to_be_visible()


def upholding(page: Page, dispute: Disputes) -> Locator:
    """The form of a ruling in which an arbiter upholds a claim against the record; its remedy is still open."""
    dispute.does("ash", "finding")
    opened(page, dispute, "Ada")
    ruling = form(page, "ruling")
    ruling.get_by_label("The claim is").select_option("upheld")
    ruling.get_by_label("The record says otherwise").fill("There is a photograph.")
    ruling.get_by_label("Reasons").fill("It was dark.")
    return ruling


def test_an_arbiter_puts_several_remedies_together(page: Page, table: Table) -> None:
    ruling = upholding(page, Disputes.filed(table))
    ruling.get_by_label("and so").select_option("penalise")
    ruling.get_by_label("which seat").select_option("birch")
    ruling.get_by_label("with this warning").fill("Wait.")
    ruling.get_by_role("button", name="Add another remedy").click()
    ruling.get_by_label("and so").select_option("loss")
    ruling.get_by_role("button", name="Add another remedy").click()
    expect(ruling.locator("#remedies li")).to_have_count(2)
    ruling.get_by_role("button", name="Leave it out").last.click()
    ruling.get_by_label("and so").select_option("assign-result")
    ruling.get_by_label("Ann wins, parts").fill("60")
    ruling.get_by_label("Bo wins, parts").fill("40")
    ruling.get_by_role("button", name="Enter the ruling").click()

    expect(page.locator("#ruled .remedy")).to_have_text(["Bo is warned: Wait.", "Ann wins 60 : Bo wins 40"])
    page.goto(table.path.removeprefix("/v1"))
    expect(page.get_by_text("by ruling: Ann wins 3/5, Bo wins 2/5 (dispute)")).to_be_visible()


def test_an_arbiter_sees_what_an_edit_changes_before_ruling_so(page: Page, table: Table, troubles: list[str]) -> None:
    ruling = upholding(page, Disputes.filed(table))
    ruling.get_by_label("and so").select_option("edit-state")
    ruling.get_by_label("What there is now").fill("edit knights oak inspiration = face_down")
    ruling.get_by_role("button", name="Show what it changes").click()
    expect(ruling.locator("#tried")).to_contain_text("there is no oak there")
    troubles.clear()  # the browser's own note of the refusal
    ruling.get_by_label("What there is now").fill("edit knights birch inspiration = face_down")
    ruling.get_by_role("button", name="Show what it changes").click()
    expect(ruling.locator("#tried")).to_contain_text("face_up → face_down")
    page.get_by_role("button", name="Enter the ruling").click()

    expect(page.locator("#ruled .remedy")).to_contain_text("edit knights birch inspiration = face_down")


def test_an_arbiter_has_draws_of_a_real_table_made_again(page: Page, client: Client) -> None:
    table = duelling(client, 4, chance="witnessed")
    table.decide("ash", DUEL[4], {"label": STRIKE, "drawn": ["shield"]})
    ruling = upholding(page, Disputes.filed(table, claim={"claim": "draw-wrong", "at": 11}))

    ruling.get_by_label("and so").select_option("redraw")
    ruling.get_by_label("What was drawn, one draw per line").fill("heart")
    page.get_by_role("button", name="Enter the ruling").click()

    expect(page.locator("#ruled .remedy")).to_have_text("The draws are made again at position 13: heart")
