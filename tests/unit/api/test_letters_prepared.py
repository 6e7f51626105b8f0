"""A service that has started knows the grammars of its letters."""

from oathbook.api.schemas.letter_review import EXAMPLE_CONTEXT, continuations, prepare_letters, sample_context
from oathbook.domain.promises.letter.parser_states import parser_states_of
from oathbook.domain.rulesets.registry import load_registry


def test_no_letter_is_the_first_of_its_edition() -> None:
    rulesets = tuple(load_registry().by_key.values())
    parser_states_of.cache_clear()
    prepare_letters(rulesets)
    made = parser_states_of.cache_info().misses

    for world in (EXAMPLE_CONTEXT, *(sample_context(each, ("ash", "birch")) for each in rulesets)):
        assert continuations("", world)

    assert made == len({id(each.vocabulary) for each in rulesets}) + 1
    assert parser_states_of.cache_info().misses == made
