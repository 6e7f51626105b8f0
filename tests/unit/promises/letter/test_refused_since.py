"""Letters that were accepted once and are refused now: nobody offers one any more, and a record that has one holds."""

from functools import partial

import pytest

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.recording.writing import game_head
from oathbook.replays.verification import verify
from tests.minigame.ruleset import MIXED
from tests.support.promises.blaming import ALL_IDLE, Table

PAY = "to give 1 stone to that player within 2 seasons"
NOBODY_OR_SEVERAL = "“that player” could be nobody or several"
REFUSED = {
    f"if any player gives exactly 1 wood to red by the end of season 1, {PAY}": NOBODY_OR_SEVERAL,
    f"if any player gives at most 1 wood to red by the end of season 1, {PAY}": NOBODY_OR_SEVERAL,
    f"if any player gives 2 wood to red by the end of season 1, {PAY}": NOBODY_OR_SEVERAL,
    f"once red gives more than 1 wood to any player, {PAY}": NOBODY_OR_SEVERAL,
    f"to idle, otherwise if any player gives 2 wood to red, {PAY}": NOBODY_OR_SEVERAL,
    "to give at most 1 wood to blue or green by the end of season 1": "each of them or only one",
    "to give exactly 1 wood or 1 stone to green by the end of season 1": "each of them or only one",
    "not to attack blue in every season until blue idles": "leave one of them out",
    "to idle in the next season before a vote on any law opens": "leave one of them out",
    "to spend any influence against any law in every vote until blue idles": "leave one of them out",
    "if any player does not give 1 wood to red by the end of season 1, to idle": "name the player",
    "if blue gives 1 wood to red, to give 1 stone to blue by the end of season 1": "by when must “blue gives 1 wood",
}
"""What red promises, and why that cannot be meant."""


@pytest.mark.parametrize("promised", REFUSED)
def test_what_has_come_to_be_refused_is_not_offered(promised: str) -> None:
    table = Table(MIXED)

    with pytest.raises(BadLetter, match=REFUSED[promised]):
        table.promises(f"red promises {promised}.")

    assert not table.scribe.game.promises


@pytest.mark.parametrize("promised", REFUSED)
def test_where_it_was_accepted_before_it_is_still_read_and_judged(
    promised: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ADR 36: what the parties signed keeps its meaning. The record is written as it was by those who accepted it."""
    table = Table(MIXED)
    with monkeypatch.context() as before:
        before.setattr(game_head, "LetterReader", partial(LetterReader, recorded=True))
        table.promises(f"red promises {promised}.")

    table.plays("blue give wood 1 red", *ALL_IDLE)

    assert verify(table.scribe.record).status == "sound"
    assert table.audit().promises[0].status != "undetermined"


@pytest.mark.parametrize(
    "promised",
    [
        f"if any player gives 1 wood to red by the end of season 1, {PAY}",
        f"if any player gives any wood to red, {PAY}",
        f"if any player gives 2 wood to red at once, {PAY}",
        f"whenever any player gives exactly 2 wood to red, {PAY}",
        f"whenever any player gives 2 wood to red, {PAY}",
        "if any player gives 2 wood to red, to give 1 stone to blue within 2 seasons",
        "to give 1 wood to blue or green by the end of season 1",
        "not to give 1 wood to blue or green",
        "not to attack blue in every season until season 2 ends",
        "to idle in the next season before the end of the game",
        "not to attack blue until blue idles",
        "if blue does not give 1 wood to any player by the end of season 1, to idle",
    ],
)
def test_what_can_be_meant_in_one_way_only_is_offered(promised: str) -> None:
    """The controls."""
    table = Table(MIXED)

    assert table.promises(f"red promises {promised}.") == "p1"
