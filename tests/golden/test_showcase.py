"""What the showcase comes to in the end, worked out by hand, through the command that anybody can run."""

from tests.support.checkout import GOLDEN
from tests.unit.api.running import oathbook

SHOWCASE = GOLDEN / "heirless/e1/four-players-and-their-word.jsonl"

PRESTIGE = {
    "ada": 3,  # Tithe in turns 5, 17 and 19
    "bram": 3 - 20,  # Tithe in turns 2, 6 and 26; a Knight in the Valley, which Cleo was promised he would not send
    "cleo": 1,  # Tithe in turn 7
    "dov": 2 - 20,  # Tithe in turns 4 and 12; a Knight on Cordillera, against what he promised together with Bram
}


def test_the_showcase_ends_with_the_scores_worked_out_by_hand() -> None:
    """After what broken promises cost: two of four, one of them made by two and broken by Dov alone."""
    standing = oathbook("replay", SHOWCASE, "--at", "244", "--json").json["frames"][0]["standing"]

    assert {each["seat"]: each["after"] for each in standing["scores"]} == PRESTIGE
    assert {each["seat"]: each["penalty"] for each in standing["scores"]} == {
        "ada": 0,
        "bram": 20,
        "cleo": 0,
        "dov": 20,
    }
    assert standing["ending"]["outcome"] == "last season played"


def test_a_word_costs_nothing_until_it_is_broken() -> None:
    """The step before Bram goes to the Valley ends at 41, and his at 43."""
    before, after = (
        oathbook("replay", SHOWCASE, "--at", str(at), "--json").json["frames"][0]["standing"] for at in (41, 43)
    )

    assert [each["penalty"] for each in before["scores"]] == [0, 0, 0, 0]
    assert [each["penalty"] for each in after["scores"]] == [0, 20, 0, 0]
