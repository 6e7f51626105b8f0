"""A letter that cannot be read: the place, and what could stand there."""

import pytest

from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel.limits import LETTER_BYTES, LETTER_CLAUSES, LETTER_DEPTH, LETTER_NUMBER
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE


def refused(text: str) -> BadLetter:
    with pytest.raises(BadLetter) as bad:
        parse_letter(text, SAMPLE, NAMES)
    return bad.value


def test_an_unknown_verb_is_refused_at_its_place_with_the_likeliest_that_could_stand_there() -> None:
    bad = refused("Red promises Blue to gve 2 wood to Blue.")

    assert (bad.line, bad.column, bad.offset) == (1, 22, 21)
    assert bad.says == "“gve” cannot stand here"
    assert bad.excerpt == ("Red promises Blue to gve 2 wood to Blue.", " " * 21 + "^")
    assert bad.expected[0] == "give"
    assert len(bad.expected) == 5


def test_an_unknown_player_is_refused_with_the_players_there_are() -> None:
    bad = refused("Red promises Purple to idle.")

    assert bad.says == "there is no player “Purple”"
    assert (bad.column, bad.expected[:3]) == (14, ("Blue", "Green", "Red"))


def test_a_name_that_looks_like_another_is_clarifying_question() -> None:
    bad = refused('Red promises to propose law "Corn Tacks".')

    assert bad.says == 'there is no law “Corn Tacks” (is it "Corn Tax"?)'
    assert bad.offset == 28


def test_an_item_that_does_not_exist_is_refused() -> None:
    assert refused("Red promises Blue to give 2 gold to Blue.").says == "there is no item “gold”"


def test_a_name_that_could_be_two_things_is_refused_with_both() -> None:
    """A *wolf* is a Worker, or goods of the wolves; each is read as it is written."""
    names = {**NAMES, "item": ("wolf0", "wood", "Wolf")}

    with pytest.raises(BadLetter) as bad:
        parse_letter("Red promises Blue to give 2 wolf to Blue.", SAMPLE, names)

    assert (bad.value.says, bad.value.offset) == ("“wolf” could be Wolf or wolf0", 28)
    for written in ("Wolf", "wolf0", "WOOD"):
        assert parse_letter(f"Red promises Blue to give 2 {written} to Blue.", SAMPLE, names).clauses


def test_an_amount_that_is_none_is_refused() -> None:
    bad = refused("Red promises Blue to give some wood to Blue.")

    assert bad.column == 27
    assert bad.expected == ("any", "at least", "at most", "exactly", "more than")


@pytest.mark.parametrize(("number", "is_read"), [(LETTER_NUMBER, True), (LETTER_NUMBER + 1, False)])
def test_numbers_have_a_limit(number: int, *, is_read: bool) -> None:
    text = f"Red promises Blue to give {number} wood to Blue."

    if is_read:
        assert parse_letter(text, SAMPLE, NAMES).text == text
    else:
        assert refused(text).says == "numbers go up to 999,999"


def test_a_letter_without_its_act_is_not_finished() -> None:
    bad = refused("Red promises Blue to ")

    assert bad.says == "the letter is not finished"
    assert bad.offset == len("Red promises Blue to")
    assert "attack" in bad.expected


def test_the_first_wrong_word_is_named_even_if_another_comes_after_it() -> None:
    assert refused("Red promises to attack the fox of Purple.").says == "there is no player “the”"


def test_the_place_is_told_by_line_and_column() -> None:
    bad = refused("Red promises Blue\nto give\n  some wood to Blue.")

    assert (bad.line, bad.column) == (3, 3)
    assert bad.excerpt == ("  some wood to Blue.", "  ^")
    assert str(bad).startswith("line 3, column 3: “some” cannot stand here; here could stand: any | ")


def test_of_a_long_line_only_the_words_around_the_place_are_shown() -> None:
    bad = refused(
        "Red promises Blue to give 2 wood to Blue by the end of season 2, otherwise to gve 1 wood to Blue by the end "
        "of season 3."
    )
    shown, caret = bad.excerpt

    assert shown[0] == shown[-1] == "…"
    assert shown[caret.index("^") :].startswith("gve")


def test_of_many_phrases_a_message_lists_five() -> None:
    bad = refused("Red promises Blue to")

    assert len(bad.expected) == 5
    assert str(bad).endswith(f"; here could stand: {' | '.join(bad.expected)}")


def test_the_first_word_that_fits_no_phrase_is_marked_and_not_the_one_before_it() -> None:
    bad = refused("Red promises to ally for Blue.")

    assert (bad.says, bad.offset) == ("“for” cannot stand here", 21)
    assert bad.expected == ("only with", "with")
    assert refused("Red promises to ally").says == "the letter is not finished"
    assert refused("Red promises to ally").expected == ("only with", "with")


@pytest.mark.parametrize("character", ["\x00", "\u202e", "\ud800", "\u200b"])
def test_a_character_that_nobody_sees_is_refused(character: str) -> None:
    bad = refused(f'Red promises Blue in plain words "be{character}kind".')

    assert bad.offset == 36
    assert bad.says == f"the character U+{ord(character):04X} cannot be read"


def in_plain_words(size: int) -> str:
    around = 'Red promises in plain words "" judged by the table.'
    return around.replace('""', f'"{"ä" * ((size - len(around)) // 2)}"')


def test_a_letter_may_be_as_long_as_the_limit() -> None:
    text = in_plain_words(LETTER_BYTES - 1) + " "

    assert len(text.encode()) == LETTER_BYTES
    assert parse_letter(text, SAMPLE, NAMES).text == text


def test_a_longer_letter_is_refused_where_the_limit_is_reached() -> None:
    text = in_plain_words(LETTER_BYTES - 1) + "  "

    bad = refused(text)

    assert bad.says == "the letter is longer than 4,096 bytes"
    assert len(text[: bad.offset].encode()) == LETTER_BYTES


def test_a_letter_whose_read_back_would_be_longer_is_refused() -> None:
    text = in_plain_words(LETTER_BYTES + 4).replace(" judged by the table", "")

    assert refused(text).says == "the read-back of the letter is longer than 4,096 bytes"


def clauses(number: int) -> str:
    return "Red promises: " + "; ".join(f"({each}) to idle" for each in range(1, number + 1)) + "."


def test_a_letter_has_as_many_clauses_as_the_limit() -> None:
    assert len(parse_letter(clauses(LETTER_CLAUSES), SAMPLE, NAMES).clauses) == LETTER_CLAUSES


def test_one_more_clause_is_refused() -> None:
    text = clauses(LETTER_CLAUSES + 1)

    bad = refused(text)

    assert bad.says == "a letter has at most 20 clauses"
    assert text[bad.offset :].startswith("(21)")


def test_clauses_out_of_order_are_refused() -> None:
    bad = refused("Red promises: (1) to idle; (3) to idle.")

    assert (bad.says, bad.column, bad.expected) == ("clauses are numbered one after another", 28, ("(2)",))


def denied(times: int) -> str:
    return f"Red promises if {'it is not the case that ' * times}Red idles by the end of season 1, to idle."


def test_conditions_stand_as_deep_as_the_limit() -> None:
    assert parse_letter(denied(LETTER_DEPTH), SAMPLE, NAMES).clauses


def test_one_deeper_is_refused() -> None:
    text = denied(LETTER_DEPTH + 1)

    bad = refused(text)

    assert bad.says == "conditions, choices and reparations stand at most 8 deep in one another"
    assert text[bad.offset :].startswith("it is not the case that Red idles")


@pytest.mark.parametrize(
    "text",
    [
        f"Red promises if {'(' * 1500}Red idles{')' * 1500}, to idle.",
        f"Red promises to idle{', otherwise to idle' * 200}.",
        f"Red promises {'either (' * 200}to idle",
        denied(150),
        "(" * 4000,
        '"' * 4001,
        "at least " * 400,
        "“" * 1300,
    ],
)
def test_however_deep_it_nests_it_is_a_letter_or_a_bad_letter(text: str) -> None:
    try:
        parse_letter(text, SAMPLE, NAMES)
    except BadLetter as bad:
        found = bad
    else:
        return
    assert found.says


def test_brackets_that_only_enclose_are_taken_away() -> None:
    text = f"Red promises if {'(' * 1500}Red idles{')' * 1500} by the end of season 1, to idle."

    assert parse_letter(text, SAMPLE, NAMES).canonical == "Red promises if Red idles by the end of season 1, to idle."


def test_a_wrong_name_at_the_very_start_is_refused_there() -> None:
    bad = refused("Purple promises Blue to idle.")

    assert bad.says == "there is no player “Purple”"
    assert (bad.line, bad.column, bad.offset) == (1, 1, 0)
