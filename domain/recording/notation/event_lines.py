"""What happened, in the sentences that a replay prints: which events of the game a sheet speaks of."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, product
from typing import Any, Final, NoReturn

from oathbook.domain.chance import Chance
from oathbook.domain.chance.witnessed_chance import WitnessedChance
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.decision_results import try_decision
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_sentences import facts_with_display_names
from oathbook.domain.kernel import Concealed, Hidden, Roster
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.recording.notation.game_notation import SheetEvent
from oathbook.domain.recording.notation.sentence_reader import events_by_sentence, plain_sentence
from oathbook.domain.recording.writing.table_outcomes import GivenConsequence, given_from
from oathbook.domain.rulesets.protocol import AnyRuleset

MOST_SUGGESTED: Final = 6  # of the sentences that a refusal names

Given = tuple[GivenConsequence[Any], ...]


def find_events(
    ruleset: AnyRuleset, game: Game, lines: tuple[SheetEvent, ...], meant: Any, chance: Chance, states: tuple[Any, ...]
) -> Given:
    """The events that these lines say, in order.

    A sentence is looked for among what follows from the decision that was ``meant`` in any of these states, then among
    what could be decided by now, as far as that hides nothing. A line that is no such sentence is read exactly, or by
    the table that prints sentences. ``BadRecord`` names the line.
    """
    roster, state = game.opened.roster, game.state
    expected = [_events_of(ruleset, before, meant, chance) for before in states]
    found: list[GivenConsequence[Any]] = []
    rest: list[str] = []  # the sentences of the last event that no line has said yet
    for line in lines:
        words = plain_sentence(line.text)
        if words in rest:
            rest.remove(words)
            continue
        if line.value is None and line.problem is None:
            continue  # nothing followed
        possible = chain(expected, map(_without_hidden, _possible_outcomes(ruleset, state)))
        matches = (
            (event, following, number)
            for following in possible
            for number, event in enumerate(following)
            if words in _all_sentences(ruleset, event, roster)
        )
        if match := next(matches, None):
            event, following, number = match
            expected = [following[number + 1 :], *(each for each in expected if each is not following)]
            found.append(GivenConsequence(event))
            rest = _remaining_sentences(words, _sentences(ruleset, event, roster)) or _remaining_sentences(
                words, _sentences(ruleset, event)
            )
        else:
            found.append(_read_or_refuse(ruleset, game, state, line, meant=meant, expected=expected, found=found))
            rest = []
        with suppress(BadRecord):
            state = ruleset.evolve(state, found[-1].event)
    return tuple(found)


def sentence_of(ruleset: AnyRuleset, event: Any, roster: Roster) -> str:
    """All that an event says, in one sentence; nothing if it says nothing."""
    return ", and ".join(fact.sentence for fact in facts_with_display_names(ruleset, event, roster))


def _sentences(ruleset: AnyRuleset, event: Any, roster: Roster | None = None) -> list[str]:
    facts = ruleset.facts(event) if roster is None else facts_with_display_names(ruleset, event, roster)
    return [plain_sentence(fact.sentence) for fact in facts]


def _remaining_sentences(words: str, sentences: list[str]) -> list[str]:
    """The sentences that are still to be said; none where ``words`` is not one of them."""
    return [each for each in sentences if each != words] if words in sentences else []


def _all_sentences(ruleset: AnyRuleset, event: Any, roster: Roster) -> set[str]:
    """All texts that say an event: the sentence of each of its facts, and all of them joined by ", and ".

    Each is there twice, with the display names of players and with their seats.
    """
    both = (_sentences(ruleset, event, roster), _sentences(ruleset, event))
    return {sentence for each in both for sentence in (*each, ", and ".join(each))}


def _events_of(ruleset: AnyRuleset, state: Any, decision: Any, chance: Chance) -> list[Any]:
    """What follows from a decision in a state, as far as it does without a draw that is not there."""
    if decision is None:
        return []
    return [each.event for each in try_decision(ruleset, state, decision, chance).consequences]


def _possible_outcomes(ruleset: AnyRuleset, state: Any) -> Iterator[list[Any]]:
    """What follows from each thing that can be decided in a state, as far as it does without a draw."""
    with suppress(Concealed):
        for seat in ruleset.to_act(state):
            for decision in ruleset.options(state, seat).listed:
                yield _events_of(ruleset, state, decision, WitnessedChance(()))


def _without_hidden(following: list[Any]) -> list[Any]:
    """The events that hide nothing: another decision would hide another value."""
    return [each for each in following if not any(isinstance(value, Hidden) for value in hidden_values_in(each))]


def _read_or_refuse(  # noqa: PLR0913  # all that may settle what a sentence leaves open
    ruleset: AnyRuleset,
    game: Game,
    state: Any,
    line: SheetEvent,
    *,
    meant: Any,
    expected: list[list[Any]],
    found: list[Any],
) -> GivenConsequence[Any]:
    """The event that a line says exactly, or by a sentence; ``BadRecord`` if it says none, or one of several.

    What the sentence leaves open is as in an event of the kind that is expected, or as in one that a line above says.
    """
    if line.value is not None:
        given = given_from(ruleset, (line.value,), line.place)
        assert given is not None, "what is there is read"
        return given[0]
    read = events_by_sentence(ruleset, game, state, plain_sentence(line.text), meant)
    if not read:
        _refuse(ruleset, state, line, expected, game.opened.roster)
    fields = read[0].__struct_fields__
    apart = [name for name in fields if any(getattr(each, name) != getattr(read[0], name) for each in read)]
    alike = (each for each in chain(*expected) if type(each) is type(read[0]))
    above = (each.event for each in reversed(found))
    for other, each in product(chain(alike, above) if apart else read, read):
        if all(getattr(each, name) == getattr(other, name, ...) for name in apart):
            return GivenConsequence(each)
    names = " and ".join(name.replace("_", " ") for name in apart)
    raise BadRecord(f"{line.place}: this sentence does not say which {names}; write the event exactly")


def _refuse(ruleset: AnyRuleset, state: Any, line: SheetEvent, expected: list[list[Any]], roster: Roster) -> NoReturn:
    """Refuse a line that says no event, with what could have happened."""
    possible = (*expected, *_possible_outcomes(ruleset, state))
    sentences = (sentence_of(ruleset, each, roster) for following in possible for each in following)
    could = list(dict.fromkeys(filter(None, sentences)))
    if plain_sentence(line.text) in map(plain_sentence, could):
        raise BadRecord(
            f"{line.place}: this sentence does not say what is hidden; write the decision in the line above"
        )
    more = f"; what could have happened: {'; '.join(could[:MOST_SUGGESTED])}" if could else ""
    raise BadRecord(f"{line.problem}{more}")
