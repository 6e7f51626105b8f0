"""What timelines, letters and the table say of a declared game: its vocabulary."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.comparisons import with_comparisons
from oathbook.domain.rulesets.forms import Notation
from oathbook.domain.rulesets.kit.decides import Decisions
from oathbook.domain.rulesets.kit.declarations import Declarations
from oathbook.domain.rulesets.kit.rows import kinds_of
from oathbook.domain.rulesets.kit.specs import AMOUNT, Spec, sorts_in
from oathbook.domain.rulesets.kit.zones import Counter
from oathbook.domain.rulesets.vocabulary import Args, Span, StatePhrase, Unit, Verb, Vocabulary

MOST_PERFORMED: Final = 1_000  # decisions by which a seat could do what a letter says


def vocabulary_of(game: Declarations, decisions: Decisions) -> Vocabulary:
    """The kinds of fact, a verb of each decision that letters can speak of, and a phrase of each counter."""
    return Vocabulary(
        kinds_of(each.row for each in game.events),
        tuple(_verb(each, game.counters) for each in game.specs if each.letter),
        states=with_comparisons(tuple(_has(each.name) for each in game.counters)),
        units=(Unit("turn", "turn_ends", "turn_ends", "", whose=True),),
        names=lambda _setup: game.names,
        penalty=game.penalty,
        decided=decisions.phrase,
        deed=decisions.deed,
        notation=Notation(decisions.forms()),
    )


def _verb(spec: Spec, counters: tuple[Counter, ...]) -> Verb:
    amounts = [place for place, sort in sorts_in(spec.letter).items() if sort == AMOUNT]
    shows = spec.third.partition(" ")[0]
    return Verb(
        spec.name.replace("_", "-"),
        spec.letter,
        spec.third,
        shows,
        total=amounts[0] if amounts else "",
        performed=_performed(spec),
        also=tuple(also for each in counters for also in _of_one(spec.letter, each.name)),
    )


def _performed(spec: Spec) -> Callable[[Any, Seat, Args], Iterable[Any]]:
    """The decisions with what the letter says held fixed."""
    return lambda state, by, args: islice(spec.candidates(state, by, args), MOST_PERFORMED)


def _has(counter: str) -> StatePhrase:
    thing = counter.replace("_", " ")
    phrase = f"{{who:player}} has {{amount}} {thing}"
    return StatePhrase(counter, phrase, partial(_held, counter), also=tuple(_of_one(phrase, thing)))


def _of_one(phrase: str, counter: str) -> Iterator[str]:
    """The phrase with one of what a counter counts: *1 coin* beside *2 coins*."""
    of_one = re.sub(rf"\b{re.escape(counter)}\b", counter.removesuffix("s"), phrase)
    if of_one != phrase:
        yield of_one


def _held(counter: str, state: Any, args: Args) -> Span:
    return Span.of(getattr(state, counter).get(args["who"], 0))
