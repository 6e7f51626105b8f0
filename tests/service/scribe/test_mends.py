"""Lines that a scribe writes and mends: all of them or none, each with its reason where it is not followed."""

from collections.abc import Sequence

import pytest
from fastapi.testclient import TestClient

from oathbook.replays.verification import verify
from tests.service.scribe.writing_down import BATTLE, Scribe, golden
from tests.support.playing import Json
from tests.support.serving import HOST, Table, problem_of

ATTACK, FORGO = "laura: attack 1,0 with A", "alex: forgo"
PREPARE = ["laura: prepare bonus spearman of A"], ["alex: prepare bonus cavalryman of B"]
DRAW = ["laura: draw 3", "draw green, green, purple"]


@pytest.fixture
def battle(client: TestClient) -> Scribe:
    """A battle that is written down up to the draw of cubes."""
    battle = Scribe.begun(client, golden(BATTLE))
    assert battle.mend(None, [ATTACK], [FORGO], *PREPARE, DRAW).status_code == 201
    return battle


def start_of(battle: Scribe, line: str) -> int:
    """Where a line stands."""
    return next(int(each["at"]) for each in battle.rows if each["lines"][0] == line and "taken_back" not in each)


def tried(battle: Scribe, start: int, *steps: Sequence[str]) -> list[Json]:
    """What would become of these steps."""
    answered = battle.post("/mend?dry_run=true", {"from": start, "lines": [list(each) for each in steps]})
    assert answered.status_code == 200, answered.text
    rows: list[Json] = answered.json()["rows"]
    return rows


def test_a_trial_says_what_would_become_of_each_line_and_stores_nothing(battle: Scribe) -> None:
    before, start = battle.position, start_of(battle, FORGO)

    rows = tried(
        battle,
        start,
        [FORGO],
        *PREPARE,
        ["laura: draw 3"],
        ["laura: draw 3", "draw white, white, white"],
        ["laura: draw 3", "draw green, purple, purple"],
        [ATTACK],
        ["laura: dance"],
    )

    assert [each["fate"] for each in rows] == [
        "same",
        "same",
        "same",
        "draw-missing",
        "refused",
        "otherwise",
        "refused",
        "unreadable",
    ]
    assert (rows[4]["says"] != "", rows[6]["clause"] != "", rows[7]["says"] != "") == (True, True, True)
    assert battle.position == before


def test_the_first_line_that_is_not_followed_stores_nothing(battle: Scribe) -> None:
    """It is named with its clause."""
    before = battle.position
    refused = battle.mend(start_of(battle, FORGO), [FORGO], [ATTACK])

    assert problem_of(refused) == (422, "line-refused")
    assert (refused.json()["number"], refused.json()["clause"] != "") == (1, True)
    assert battle.position == before


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["forgo"], "a step begins with its seat and a colon"),
        ([FORGO, "alex: forgo"], "below the line of a step stands"),
        ([FORGO, "draw green"], "nothing is to be drawn for this decision"),
        (["laura: dance"], "line 1, column 8"),
        (["laura: take back"], "name the first position that goes back in `from`"),
        (["laura: offer promise: nonsense."], "line 1"),
        (["! laura:", "edit stage = over"], "a position is edited on a sheet that is imported, or by an arbiter"),
        (["! laura: draw 3"], "write below it what came of it"),
    ],
)
def test_what_cannot_be_read_is_said(lines: list[str], says: str, battle: Scribe) -> None:
    refused = battle.mend(start_of(battle, FORGO), lines)

    assert problem_of(refused) == (422, "line-refused")
    assert says in refused.json()["detail"]


def test_what_the_table_did_otherwise_is_kept_with_its_line(battle: Scribe) -> None:
    """The rules say something else, and the record says so."""
    before = battle.position
    assert battle.mend(None, ["laura: assign 2 to B/cavalryman", "then nothing"]).status_code == 201

    assert battle.rows[-1]["lines"] == ["laura: assign 2 to B/cavalryman", "  then nothing"]
    assert battle.position == before + 2


def test_what_the_table_did_beside_the_rules_is_a_step_of_the_sheet(battle: Scribe) -> None:
    """It is mended and struck out like any other, and the record names it."""
    before = battle.position
    assert battle.mend(None, ["! laura: draw 3", "says she drew twice", "then nothing"]).status_code == 201

    assert battle.rows[-1]["lines"] == ["! laura: draw 3", "  says she drew twice", "  then nothing"]
    assert (battle.rows[-1]["kind"], battle.position) == ("table", before + 1)
    assert [each.kind for each in verify(battle.record).discrepancies] == ["table"]
    assert battle.mend(before + 1, ["! alex:", "then nothing"]).status_code == 201
    taken_back = [each["at"] for each in battle.rows if "taken_back" in each]
    assert taken_back == [before + 1]


def test_a_table_with_keys_does_nothing_beside_the_rules(client: TestClient) -> None:
    """Who has a key gives their word alone; the control: a decision of the others is written."""
    keyed = Scribe.begun(client, golden(BATTLE), "alex")

    refused = keyed.mend(None, ["! laura:", "then nothing"])
    assert problem_of(refused) == (422, "line-refused")
    assert "somebody here has a key" in refused.json()["detail"]
    assert keyed.mend(None, [ATTACK]).status_code == 201


def test_a_mend_sent_again_is_one_and_one_on_another_position_is_refused(battle: Scribe) -> None:
    start, on = start_of(battle, DRAW[0]), f'"{battle.position}"'
    first = battle.mend(start, DRAW, on=on, name="mend")
    again = battle.mend(start, DRAW, on=on, name="mend")
    late = battle.mend(start, DRAW, on=on, name="another")

    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert problem_of(late) == (412, "position-conflict")
    assert battle.position == first.json()["position"]


def test_what_is_in_the_way_of_mending_is_said(client: TestClient, battle: Scribe) -> None:
    """More than 40 steps, a game that no scribe enters, a seat that is not the host's."""
    start, before = start_of(battle, FORGO), battle.position
    too_many = battle.mend(start, *([FORGO] for _ in range(41)))
    seats = Scribe.begun(client, golden(BATTLE), "laura", "alex", entry="seats")

    assert problem_of(too_many) == (422, "invalid-request")
    assert problem_of(seats.mend(None, [ATTACK])) == (403, "not-your-seat")
    assert problem_of(battle.post("/mend", {"lines": [[FORGO]]}, key="laura")) == (401, "key-unknown")
    assert problem_of(battle.mend(1, [ATTACK])) == (404, "not-found")
    assert battle.position == before


def test_a_trial_describes_a_missing_draw_like_the_reading_of_its_line(battle: Scribe) -> None:
    """The control: a draw in the lines is not asked for, and a second draw is from the rest of the pile."""
    start = start_of(battle, DRAW[0])

    missing, whole = (tried(battle, start, lines)[0] for lines in (["laura: draw 3"], list(DRAW)))

    assert (missing["fate"], "request" in whole) == ("draw-missing", False)
    assert battle.mend(start, ["laura: draw 3", "draw green, purple, purple"]).status_code == 201
    assert battle.post("/takeback", {"from": battle.rows[-1]["at"]}).status_code == 201
    read = battle.post("/lines", {"line": "laura: draw 3"}).json()
    assert read["answer"] == "draw-missing"
    assert missing["request"] == read["request"]
    assert missing["request"]["count"] == 3 <= sum(missing["request"]["pile"].values())


def test_who_has_a_key_is_asked_before_what_they_saw_is_mended(client: TestClient) -> None:
    """Nor is anything tried out before them, who have secrets."""
    mixed = Scribe.begun(client, golden(BATTLE), "alex")
    start = mixed.write_down(ATTACK) and 2
    assert mixed.post("/decisions", {"line": "forgo"}, key="alex").status_code == 201

    refused = mixed.mend(start, [ATTACK])
    assert problem_of(refused) == (409, "takeback-refused")
    assert "Alex would have to agree" in refused.json()["detail"]
    tried_out = mixed.post("/mend?dry_run=true", {"from": start, "lines": [[ATTACK]]})
    assert problem_of(tried_out) == (409, "takeback-refused")


@pytest.mark.parametrize("keyed", [(), ("alex",)], ids=["without a key", "with a key"])
def test_a_scribe_can_go_back_past_signatures_without_a_key(client: TestClient, keyed: tuple[str, ...]) -> None:
    """The signature stays. The control is a seat that signed with a key."""
    game = Scribe.begun(client, golden(BATTLE), *keyed)
    game.write_down(ATTACK)
    letter = 'laura promises alex in plain words "to be friendly".'
    assert game.post("/promises?by=laura", {"letter": letter}).status_code == 201
    key, by = (keyed[0], "") if keyed else (HOST, "?by=alex")
    assert game.post(f"/promises/p1/signatures{by}", {}, key=key).status_code == 201

    mended = game.mend(2, [ATTACK])

    if keyed:
        assert problem_of(mended) == (409, "takeback-refused")
        return
    assert mended.status_code == 201, mended.text
    assert [(each["kind"], "taken_back" in each) for each in game.rows] == [
        *(("decision", True), ("act", False), ("act", False)),
        *(("takeback", False), ("decision", False)),
    ]
    assert [each["promise"] for each in game.get("/promises", HOST)["promises"]] == ["p1"]
    assert verify(game.record).status == "sound"


def test_the_sheet_shows_each_what_it_may_see(battle: Scribe, client: TestClient) -> None:
    """A plan that lies face down has lines for its scribe, and for nobody else; the control."""
    duel = Table.opened(client)
    duel.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})

    assert [each["lines"] for each in duel.get("/lines", "ash")["rows"]] == [["ash: plan bow"]]
    assert "bow" not in str(duel.get("/lines")) + str(duel.get("/lines", "birch")) + str(duel.get("/lines", HOST))
    assert [each["lines"] for each in battle.get(f"/lines?from={battle.position}", HOST)["rows"]] == []
    assert battle.get("/lines")["rows"] == battle.rows
