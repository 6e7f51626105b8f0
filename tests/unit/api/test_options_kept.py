"""Options whose texts are kept: the oldest make room for new ones, and every list stays right."""

from collections import OrderedDict

import pytest

from oathbook.api.schemas import answers
from oathbook.domain.games.game_sentences import decision_sentence
from oathbook.domain.kernel.rosters import EMPTY_ROSTER
from tests.support.playing import RULESET, SAMPLES


def test_the_oldest_options_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts that are kept are the newest, and the sentences those of the rules."""
    monkeypatch.setattr(answers, "MOST_KEPT", 2)
    caches = {name: OrderedDict[object, object]() for name in ("_OPTIONS", "_SENTENCES")}
    for name, cache in caches.items():
        monkeypatch.setattr(answers, name, cache)
    state = RULESET.initial(SAMPLES[0])
    found = RULESET.options(state, RULESET.to_act(state)[0])

    for _ in range(2):
        shown, sentences = answers.present_options_in_words(RULESET, found, EMPTY_ROSTER)
        assert sentences == tuple(decision_sentence(RULESET, each, EMPTY_ROSTER) for each in found.listed)
        assert shown.count == len(found.listed) > 2
        assert [len(each) for each in caches.values()] == [2, 2]
