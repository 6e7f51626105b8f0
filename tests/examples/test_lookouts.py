"""Cards on top of a deck that somebody has looked at, and cards that one player shows another."""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import Misfit
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.kernel import Hidden, Seat, Viewer
from oathbook.domain.recording.format.record import Record, fold_record, record_for
from oathbook.replays.laws import LawBroken
from oathbook.replays.testing.checks import check_ruleset_laws
from oathbook.replays.testing.golden import record_golden_sheet
from oathbook.replays.verification import verify
from tests.examples.loading import EXAMPLES, example, loaded

FILE: Final = EXAMPLES / "lookouts.py"
LOOKOUTS: Final = example("lookouts")
ANN, BRAM, CLEO = Seat("ann"), Seat("bram"), Seat("cleo")
START: Final = """oathbook notation/1
edition lookouts/1
seats ann Ann, bram Bram, cleo Cleo

table: deal
  draw 1
  draw 2
  draw 3
ann: scout
  draw 4, 1
"""


def played(tmp_path: Path, *lines: str) -> Record:
    """The game in which Ann has looked at a 4 and a 1, and what follows then."""
    sheet = tmp_path / "evening.notation"
    sheet.write_text(START + "\n".join(lines) + "\n", "utf-8")
    return record_golden_sheet(sheet, LOOKOUTS.RULESET)


def state_of(record: Record, viewer: Viewer) -> Any:  # noqa: ANN401  # its type is made when the file is loaded
    """The state at the end, as a reader of its own export has it."""
    return fold_record(record_for(record, viewer)).state


def seen(record: Record, viewer: Viewer) -> Any:  # noqa: ANN401  # as above
    """What a viewer is shown of it."""
    return LOOKOUTS.RULESET.view(state_of(record, viewer), viewer)


@pytest.mark.parametrize("event", ["Dealt", "Looked", "Shared"])
def test_what_is_passed_on_and_not_declared_breaks_law_5(event: str, tmp_path: Path) -> None:
    source = FILE.read_text("utf-8")
    told = source.index("tells=", source.index(f"\n{event} = g.event("))

    silent = planted(tmp_path, (source[told - 200 : told + 6], f"{source[told - 200 : told]}tells=() and "))

    with pytest.raises(LawBroken) as broken:
        check_ruleset_laws(silent.RULESET, 25)
    assert broken.value.law == 5


def test_who_looked_at_the_top_sees_it_and_nobody_else(tmp_path: Path) -> None:
    record = played(tmp_path)

    assert [seen(record, each).top for each in (ANN, BRAM)] == [("4", "1"), (None, None)]
    assert [seen(record, each).deck for each in (ANN, BRAM)] == [3, 3]


def test_who_looks_after_another_sees_the_same_cards(tmp_path: Path) -> None:
    """No card is drawn for it: those that were drawn lie there still."""
    record = played(tmp_path, "bram: scout")

    assert [seen(record, each).top for each in (ANN, BRAM, CLEO)] == [("4", "1"), ("4", "1"), (None, None)]


def test_a_card_that_was_looked_at_is_drawn_under_the_digest_that_it_had(tmp_path: Path) -> None:
    """So everybody can tell that it is the one that was drawn when Ann looked."""
    before, record = played(tmp_path), played(tmp_path, "bram: take", "cleo: take", "ann: take", "  draw 2")
    top = [each.digest for each in state_of(before, CLEO).top]

    assert [state_of(record, CLEO).hand[each][1].digest for each in (BRAM, CLEO)] == top
    assert state_of(record, CLEO).hand[ANN][1].digest not in top
    assert [seen(record, each).hand[each][-1] for each in (ANN, BRAM, CLEO)] == ["2", "4", "1"]
    assert verify(record).status == "sound"
    assert verify(record_for(record, BRAM)).discrepancies == ()


def test_a_look_at_more_than_lies_on_top_draws_the_rest(tmp_path: Path) -> None:
    record = played(tmp_path, "bram: take", "cleo: scout", "  draw 3")

    assert [seen(record, each).top for each in (ANN, BRAM, CLEO)] == [("1", None), (None, None), ("1", "3")]


def test_what_is_shuffled_in_takes_the_top_with_it(tmp_path: Path) -> None:
    record = played(tmp_path, "bram: land 1", "cleo: shuffle")

    assert (seen(record, ANN).deck, seen(record, ANN).top) == (6, ())


def test_a_card_is_shown_under_the_digest_that_it_has(tmp_path: Path) -> None:
    """Cleo can tell that it is the one that Bram was dealt; Ann learns nothing but its place."""
    record = played(tmp_path, "bram: show cleo 1")
    own = record_for(record, CLEO)
    outcomes = (each.body for each in own.entries() if isinstance(each.body, OutcomeFollowed))
    (shown,) = (each.event.card for told in outcomes for each in told.consequences if hasattr(each.event, "card"))

    assert (shown.look(), shown.digest) == ("2", state_of(own, CLEO).hand[BRAM][0].digest)
    assert not state_of(record, ANN).hand[BRAM][0].is_open
    assert verify(own).discrepancies == ()


# What does not fit ---------------------------------------------------------------------------------------------------


def test_cards_that_are_not_those_on_top_are_a_misfit(tmp_path: Path) -> None:
    state = state_of(played(tmp_path), ANN)
    other = (Hidden((BRAM,), known=("4",), digest="d" * 64),)

    with pytest.raises(Misfit, match="other cards lie on deck"):
        LOOKOUTS.RULESET.evolve(state, LOOKOUTS.Dealt(BRAM, other))
    assert (
        LOOKOUTS.RULESET.evolve(state, LOOKOUTS.Dealt(BRAM, (state.top[0].with_audience((BRAM,)),))).top
        == state.top[1:]
    )


def planted(tmp_path: Path, *changes: tuple[str, str]) -> Any:  # noqa: ANN401  # as above
    """The game with something else in its file."""
    source = FILE.read_text("utf-8")
    for before, after in changes:
        assert source.count(before) == 1, before
        source = source.replace(before, after)
    file = tmp_path / f"planted_{sha256(source.encode()).hexdigest()}.py"
    file.write_text(source, "utf-8")
    return loaded(file)


TOP, DECK = 'g.zone(Aside("top", "top of the deck"))', 'Deck("deck", top=top)'
LOOKING = 'tells=("cards",), do=[Move("cards", deck, deck)]'


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((TOP, 'Aside("top")'), "'top', the top of 'deck', is no part of this game"),
        ((DECK, 'Deck("deck")'), "Looked: no card comes to 'deck' in 'cards', by its type"),
    ],
)
def test_a_deck_is_looked_at_only_where_its_top_is_declared(change: tuple[str, str], says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says):
        planted(tmp_path, change)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([(DECK, 'Deck("deck")'), (LOOKING, 'tells=("cards",)')], "deck has no top"),
        ([("t.peek(deck, min(2, left(t)), by)", "t.turn_up(deck, 1)")], "somebody has looked at deck"),
    ],
)
def test_what_cannot_be_done_with_a_deck_is_said(changes: list[tuple[str, str]], says: str, tmp_path: Path) -> None:
    game = planted(tmp_path, *changes)
    state = state_of(played(tmp_path), ANN)

    with pytest.raises(AssertionError, match=says):
        game.RULESET.decide(state, game.scout(BRAM), SeededChance("0" * 64, "a-game", 1))


def test_an_open_card_does_not_come_from_where_a_hidden_one_lies(tmp_path: Path) -> None:
    """The control comes from a deck that nobody has looked at."""
    flipped = 'Flipped = g.event("Flipped", "{cards} flips", cards=tuple[str, ...], do=[Move("cards", deck, bay)])\n'
    game = planted(tmp_path, ("g.deal(", f"{flipped}g.deal("))
    state = state_of(played(tmp_path), ANN)

    with pytest.raises(Misfit, match="other cards lie on deck"):
        game.RULESET.evolve(state, game.Flipped(("4",)))
    assert game.RULESET.evolve(replace(state, top=()), game.Flipped(("4",))).deck == 2
