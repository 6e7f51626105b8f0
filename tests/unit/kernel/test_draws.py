"""Draws that not everybody may see: what they show to whom, and that they say nothing twice."""

from itertools import count

import msgspec
import pytest
from msgspec import UNSET

from oathbook.domain.kernel import TABLE, Concealed, Draw, DrawRequest, Hidden, HiddenParts, Seat, make_draw

ANN, BRAM = Seat("ann"), Seat("bram")
PILE = ("ace", "king", "king")
OPEN = DrawRequest("deal", PILE, 2)
TO_ANN = DrawRequest("deal", PILE, 2, to=(ANN,))
NO_PILE = DrawRequest("deal", PILE, 2, pile_to=())
BOTH = DrawRequest("deal", PILE, 2, to=(ANN,), pile_to=(ANN,))
CARDS = ("king", "ace")


def salts() -> str:
    return f"{next(_NUMBERS):032x}"


_NUMBERS = count()


def closed(draw: Draw) -> Draw:
    """The draw as a reader has it who may see none of what it hides."""
    sealed = draw.seal(salts)
    pile = sealed.hidden_pile
    parts = HiddenParts(
        tuple(Hidden(each.to, digest=each.digest) for each in sealed.hidden_cards),
        None if pile is None else Hidden(pile.to, digest=pile.digest),
    )
    return Draw(draw.label, sealed.pile, sealed.drawn, draw.source, draw.witnesses, parts)


def test_a_request_without_a_word_about_eyes_is_answered_for_everybody() -> None:
    """Byte for byte as it was before there were hidden draws."""
    draw = make_draw(OPEN, CARDS, "seeded")

    assert draw == Draw("deal", PILE, CARDS, "seeded")
    assert msgspec.json.encode(draw) == (
        b'{"label":"deal","pile":["ace","king","king"],"drawn":["king","ace"],"source":"seeded","witnesses":[]}'
    )
    assert msgspec.json.encode(OPEN) == b'{"label":"deal","pile":["ace","king","king"],"count":2}'


@pytest.mark.parametrize("request_", [TO_ANN, NO_PILE, BOTH])
def test_what_a_request_hides_is_in_no_field_that_everybody_reads(request_: DrawRequest) -> None:
    draw = make_draw(request_, CARDS, "seeded")

    assert (draw.drawn == ()) == (request_.to is not UNSET) == bool(draw.hidden_cards)
    assert (draw.pile == ()) == (request_.pile_to is not UNSET) == (draw.hidden_pile is not None)
    assert (draw.every_card(), draw.visible_cards, draw.visible_pile) == (CARDS, CARDS, PILE)
    assert draw.is_hidden_like(request_)
    assert draw.hidden_like(request_) is draw


def test_what_is_drawn_face_down_is_hidden_card_by_card() -> None:
    """Their number is told, and of the pile not even that."""
    draw = make_draw(BOTH, CARDS, "seeded")

    assert [(each.to, each.look()) for each in draw.hidden_cards] == [((ANN,), "king"), ((ANN,), "ace")]
    assert draw.hidden_pile == Hidden((ANN,), known=(PILE,))


def test_a_reader_who_may_not_see_a_draw_has_the_number_of_its_cards() -> None:
    draw = closed(make_draw(BOTH, CARDS, "seeded"))

    assert (draw.visible_cards, draw.visible_pile) == ((None, None), None)
    with pytest.raises(Concealed):
        draw.every_card()


def test_sealing_seals_each_hidden_value_once() -> None:
    """Each under a salt of its own; what is sealed stays as it is, and so does what everybody may see."""
    sealed = make_draw(BOTH, ("king", "king"), "seeded").seal(salts)
    pile = sealed.hidden_pile
    assert pile is not None

    assert len({pile.digest, *(each.digest for each in sealed.hidden_cards)}) == 3
    assert [each.digest for each in sealed.seal(salts).hidden_cards] == [each.digest for each in sealed.hidden_cards]
    assert make_draw(OPEN, CARDS, "seeded").seal(salts) == make_draw(OPEN, CARDS, "seeded")
    assert make_draw(TO_ANN, CARDS, "seeded").seal(salts).hidden_pile is None


@pytest.mark.parametrize("request_", [OPEN, TO_ANN, NO_PILE, BOTH])
@pytest.mark.parametrize("recorded", [OPEN, TO_ANN, NO_PILE, BOTH])
def test_a_recorded_draw_is_answered_as_hidden_as_it_is_asked_for(recorded: DrawRequest, request_: DrawRequest) -> None:
    """However it was recorded: the rules get what they ask for."""
    draw = make_draw(recorded, CARDS, "seeded").seal(salts)

    asked = draw.hidden_like(request_)

    assert asked.is_hidden_like(request_)
    assert (asked.every_card(), asked.visible_pile) == (CARDS, PILE)
    if recorded.to is not UNSET and request_.to is not UNSET:
        assert [each.digest for each in asked.hidden_cards] == [each.digest for each in draw.hidden_cards]


def test_cards_that_were_hidden_for_others_keep_their_digests() -> None:
    """A reader who has no opening can still follow which card is which."""
    draw = closed(make_draw(TO_ANN, CARDS, "seeded"))
    to_bram = DrawRequest("deal", PILE, 2, to=(BRAM,))

    assert not draw.is_hidden_like(to_bram)
    assert [(each.to, each.digest) for each in draw.hidden_like(to_bram).hidden_cards] == [
        ((BRAM,), each.digest) for each in draw.hidden_cards
    ]
    with pytest.raises(Concealed):
        draw.hidden_like(OPEN)


def test_of_cards_that_are_hidden_from_a_reader_only_the_number_is_possible_or_not() -> None:
    assert make_draw(TO_ANN, CARDS, "seeded").is_possible(TO_ANN)
    assert not make_draw(TO_ANN, ("ace", "ace"), "seeded").is_possible(TO_ANN)
    assert closed(make_draw(TO_ANN, ("ace", "ace"), "seeded")).is_possible(TO_ANN)
    assert not closed(make_draw(TO_ANN, ("ace",), "seeded")).is_possible(TO_ANN)


@pytest.mark.parametrize("request_", [OPEN, TO_ANN, NO_PILE, BOTH])
def test_a_draw_from_another_pile_is_as_hidden_as_before(request_: DrawRequest) -> None:
    other = DrawRequest("deal", ("ace", "king", "king", "jack"), 2, to=request_.to, pile_to=request_.pile_to)

    moved = make_draw(request_, CARDS, "seeded").with_pile_of(other)

    assert moved == make_draw(other, CARDS, "seeded")


def test_a_hidden_draw_of_no_cards_hides_nothing() -> None:
    """There is nothing to see, and it is written as other draws are."""
    assert make_draw(DrawRequest("deal", PILE, 0, to=(ANN,)), (), "seeded") == Draw("deal", PILE, (), "seeded")


@pytest.mark.parametrize(
    "draw",
    [
        b'{"label":"d","pile":[],"drawn":[],"source":"seeded","hidden":{}}',
        b'{"label":"d","pile":[],"drawn":["ace"],"source":"seeded","hidden":{"drawn":["king"]}}',
        b'{"label":"d","pile":["ace"],"drawn":[],"source":"seeded","hidden":{"pile":["ace"]}}',
    ],
    ids=["nothing is hidden", "cards are shown as well", "the pile is shown as well"],
)
def test_a_draw_that_hides_nothing_or_shows_what_it_hides_is_refused(draw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match="a hidden draw hides"):
        msgspec.json.decode(draw, type=Draw, dec_hook=lambda _, value: Hidden((), known=(value,)))


def test_what_is_hidden_is_witnessed_by_those_who_may_see_it_and_by_the_table() -> None:
    witnesses = [each for each in (ANN, BRAM, TABLE) if TO_ANN.may_be_witnessed_by(each)]

    assert witnesses == [ANN, TABLE]
    assert all(OPEN.may_be_witnessed_by(each) for each in (ANN, BRAM, TABLE))


def test_a_request_is_told_without_a_pile_that_not_everybody_may_see() -> None:
    assert BOTH.without_hidden_pile() == DrawRequest("deal", (), 2, to=(ANN,), pile_to=(ANN,))
    assert TO_ANN.without_hidden_pile() == TO_ANN
