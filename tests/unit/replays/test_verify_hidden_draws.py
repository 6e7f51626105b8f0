"""Draws that not everybody may see, verified by those who may and by those who may not."""

import pytest
from msgspec import UNSET

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.errors import CorruptRecord
from oathbook.domain.games.game_events import DrawMade
from oathbook.domain.kernel import HOLDER, PUBLIC, Draw, DrawRequest, Seat, Viewer, make_draw
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.replays.verification import verify
from tests.handgame.forging import Forge, dealt_with, other_cards
from tests.handgame.played import ANNS_HAND, BRAMS_HAND, BURNED, HANDS, OPEN_CARD, hand_game
from tests.handgame.ruleset import ANN, BRAM
from tests.support.checkout import ROOT

BOTH = "what was drawn and its pile are"


def test_a_draw_is_stored_under_its_second_topic_exactly_when_it_hides_something() -> None:
    record = hand_game(40)
    topics = {
        each.topic: each.entry.body.draw.hidden for each in record.events if isinstance(each.entry.body, DrawMade)
    }

    assert topics.keys() == {"game.draw/2"}
    assert whole_record_from(record_text(record), lambda _: HANDS, where="again").head == record.head


def test_a_record_with_hidden_draws_that_was_stored_once_is_read_for_ever() -> None:
    """The bytes beside the game are those of the first version that had hidden draws; nobody writes them again."""
    stored = (ROOT / "tests" / "handgame" / "dealt.jsonl").read_bytes()

    assert stored == record_text(hand_game())
    assert verify(whole_record_from(stored, lambda _: HANDS, where="stored")).status == "sound"


def test_a_game_with_hidden_draws_is_sound_once_all_is_revealed() -> None:
    for viewer in (HOLDER, PUBLIC, ANN):
        verdict = verify(record_for(hand_game(40), viewer))

        assert (verdict.status, verdict.draws > 4) == ("sound", True)


@pytest.mark.parametrize(
    ("viewer", "unseen"),
    [
        (
            PUBLIC,
            {ANNS_HAND: "what was drawn is", BRAMS_HAND: "what was drawn and its pile are", OPEN_CARD: "its pile is"},
        ),
        (ANN, {BRAMS_HAND: "what was drawn and its pile are", OPEN_CARD: "its pile is"}),
        (HOLDER, {}),
    ],
)
def test_verifying_says_which_draws_this_reader_cannot_check(viewer: Viewer, unseen: dict[int, str]) -> None:
    verdict = verify(record_for(hand_game(1), viewer))
    said = {each.position: each.why for each in verdict.unchecked if each.why.startswith("the draw")}

    assert verdict.discrepancies == ()
    assert verdict.status == ("partial" if unseen else "sound")
    assert all(f"{what} hidden from this reader" in said[at] for at, what in unseen.items())
    assert (ANNS_HAND in said) == (ANNS_HAND in unseen)


def test_a_card_that_is_played_is_open_in_the_draw_as_well() -> None:
    """One digest: who sees the card on the table sees that it is the one that was dealt."""
    record = record_for(hand_game(2), PUBLIC)
    shown = [each.body.draw.visible_cards for each in record.entries() if isinstance(each.body, DrawMade)]

    assert [card for seen in shown[:1] for card in seen].count(None) == 1


def _shown(draw: Draw) -> Draw:
    return Draw(draw.label, draw.pile, draw.every_card(), draw.source, (), UNSET)


def _with_pile(draw: Draw) -> Draw:
    pile = draw.visible_pile
    assert pile is not None
    return make_draw(DrawRequest(draw.label, pile, 1), draw.every_card(), "seeded")


def _to_bram(draw: Draw) -> Draw:
    return make_draw(DrawRequest(draw.label, draw.visible_pile or (), to=(BRAM,)), draw.every_card(), "seeded")


def _smaller_pile(draw: Draw) -> Draw:
    return make_draw(DrawRequest(draw.label, draw.every_card(), pile_to=()), draw.every_card(), "seeded")


@pytest.mark.parametrize(
    ("label", "change", "at", "says"),
    [
        ("deal/ann", _shown, ANNS_HAND, "it hides from other eyes"),
        ("turn", _with_pile, OPEN_CARD, "it hides from other eyes"),
        ("deal/ann", _to_bram, ANNS_HAND, "it hides from other eyes"),
        ("turn", _smaller_pile, OPEN_CARD, "it was drawn from another pile"),
    ],
    ids=["drawn in the clear", "the pile in the clear", "for other eyes", "another pile"],
)
def test_a_draw_that_tells_what_it_should_hide_is_found(label: str, change: Forge, at: int, says: str) -> None:
    found = [(each.position, each.kind, each.says) for each in verify(dealt_with(change, label).record).discrepancies]

    assert [each for each in found if each[1] == "draw"] == [(at, "draw", found[0][2])]
    assert says in found[0][2]


def test_what_a_draw_hides_and_should_not_is_found_by_those_who_see_nothing() -> None:
    """That it hides, and from whom, is public."""
    record = record_for(dealt_with(_shown, "deal/ann").record, PUBLIC)

    assert [(each.position, each.kind) for each in verify(record).discrepancies] == [(ANNS_HAND, "draw")]


def test_a_record_in_which_nothing_is_forged_is_sound() -> None:
    """The control of the test above."""
    assert verify(dealt_with(lambda draw: draw, "turn").record).status == "sound"


def test_hidden_cards_that_do_not_follow_from_the_seed_are_found_by_who_has_it() -> None:
    record = dealt_with(other_cards, "burn").record
    found = [(each.position, each.kind) for each in verify(record).discrepancies]

    assert (BURNED, "draw") in found
    assert verify(record_for(record, PUBLIC)).discrepancies == ()


def test_a_hidden_draw_under_the_topic_of_open_draws_is_no_event() -> None:
    """And the other way round: there is one way to write each draw."""
    event = hand_game(1).events[2]
    first = event.line.replace(b"game.draw/2", b"game.draw/1")

    with pytest.raises(CorruptRecord, match=r"belongs under 'game\.draw/2'"):
        hand_game(1).codec.read(first, event.openings)


def test_the_seed_alone_tells_hidden_draws() -> None:
    """So it is revealed only where everything is (docs/record-format.md, section 7)."""
    record = hand_game(1)
    draw = record.entries()[2].body
    assert isinstance(draw, DrawMade)
    request = DrawRequest(draw.draw.label, draw.draw.visible_pile or (), 2)

    assert SeededChance(record.opened.open_seed, record.game, 2).draw(request).drawn == draw.draw.every_card()
    assert not record_for(record, Seat("cleo")).opened.open_seed
