"""A service that has started knows the words of its letters."""

from oathbook.api.schemas.letter_review import (
    EXAMPLE_CONTEXT,
    continuations,
    prepare_letters,
    sample_context,
    suggestions,
)
from oathbook.domain.promises.drafting.everyday_english import english_of
from oathbook.domain.promises.letter.parser_states import parser_states_of
from oathbook.domain.rulesets.registry import load_registry

TANGLED = "Dear Blue, I won't attack you unless you attack me, once in every season, and you'll give me yours. " * 3


def test_no_letter_is_the_first_of_its_edition() -> None:
    rulesets = tuple(load_registry().by_key.values())
    parser_states_of.cache_clear()
    prepare_letters(rulesets)
    made = parser_states_of.cache_info().misses

    for world in (EXAMPLE_CONTEXT, *(sample_context(each, ("ash", "birch")) for each in rulesets)):
        patterns = english_of(world.vocabulary, world.names)._patterns  # what has been compiled
        compiled = len(patterns)
        suggestions(TANGLED, world)
        continuations(TANGLED, world)
        assert len(patterns) == compiled > 100

    assert made == len({id(each.vocabulary) for each in rulesets}) + 1
    assert parser_states_of.cache_info().misses == made
