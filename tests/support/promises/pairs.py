"""Every act and every state with every time and every guard: letters that random games keep and break.

Each game is played once and judges all letters. A letter takes its names from what happens in the game that judges it,
so that little is tried in vain; the names and amounts of what is kept and what is broken may differ.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.letter.clauses import ParsedLetter
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.feasibility import rejections_of_the_impossible
from oathbook.domain.promises.letter.letter_warnings import warnings
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.rejections import PAST, rejections
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.logic.proofs import is_vacuous
from oathbook.domain.promises.monitor.monitor import start, step
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.vocabulary import Vocabulary
from tests.support.promises.pair_forms import Forms
from tests.support.promises.pair_games import PlayedGame, known_in
from tests.support.promises.pair_words import Said, Words

ACTOR: Final = 0.7
"""How often a letter is given by who acts so in the game: the others may well break it."""
SHOWN: Final = 0.8
"""How often the game is one in which somebody does what the letter is about."""
LATE: Final = 0.25
"""How often it is the last turn, vote and the like that a letter is about."""
RUNNING: Final = 0.5
"""How often what is promised for every turn is signed within the last one, where one time is enough."""
BOTH: Final = "kept and broken"
WARNED: Final = "kept by nobody, and said to be impossible"
LAPSES: Final = "broken by nobody, and said to have no deadline"
TOLD_BY: Final = {"broken": "impossible", "void": "no-deadline"}
"""The remark that says to those who sign that it comes to nothing else."""
STATUSES: Final = frozenset({"kept", "broken", "pending", "void", "undetermined", "never due"})
ENOUGH: Final = 60
"""After so many letters that are all refused the pair is."""
ALIKE: Final = 20
"""So many are enough where all are refused for one reason: it lies in the form, which they share."""
UNLESS: Final = "unless {event}", "unless {state}"
ENDING: Final = "this promise ends if {event}", "this promise ends if {state}"
VOID: Final = "this promise is void if {event}", "this promise is void if {state}"
OTHERWISE: Final = "otherwise"


class Pair(NamedTuple):
    """The forms of what is promised, until when, and of the guard; and what the guard speaks of. Empty: anything."""

    duty: str = ""
    when: str = ""
    guard: str = ""
    asked: str = ""

    def acts(self, verb: str) -> bool:
        """Whether it is about this act."""
        return self.duty in {f"to {verb}", f"not to {verb}"} or self.asked.endswith(f": {verb}")


class Try(NamedTuple):
    """A letter in a game, and the moment it is signed in."""

    letter: str
    game: PlayedGame
    signed: int


class Pairs:
    """All pairs of one ruleset, and letters for each."""

    def __init__(self, edition: str, games: Sequence[PlayedGame], seed: int = 0) -> None:
        """With these games."""
        ruleset = load_registry().ruleset(edition)
        self.vocabulary: Vocabulary = ruleset.vocabulary
        self.forms = Forms(ruleset.vocabulary)
        self._games = games
        self._units = {each.word for each in self.vocabulary.units}
        self._reader = StateReader.of(ruleset.vocabulary)
        self._dice = Random(seed)  # noqa: S311  # a choice of a test, not a secret

    def outcome(self, pair: Pair, most: int) -> str:
        """``BOTH``, or the codes by which all its letters are refused, or else what it came to: a finding.

        ``WARNED`` where games break it and none keeps it, and that was said of every letter that is broken. ``LAPSES``
        where games keep it and none breaks it, and of every letter that lapsed it was said that it has no deadline.
        """
        seen: set[str] = set()
        untold: set[str] = set()
        for number, each in enumerate(self.tries(pair, most), 1):
            status = self.status(each)
            seen.add(status)
            if status in TOLD_BY and TOLD_BY[status] not in self._warnings_of(each):
                untold.add(status)
            if {"kept", "broken"} <= seen:
                return BOTH
            if number == (ALIKE if len(seen) == 1 else ENOUGH) and seen.isdisjoint(STATUSES):
                return f"refused: {' or '.join(sorted(seen - {PAST}))}"
        for status, other, outcome in (("broken", "kept", WARNED), ("void", "broken", LAPSES)):
            if status in seen and other not in seen and status not in untold:
                return outcome
        return f"only {', '.join(sorted(seen))}"

    def all(self) -> Iterator[Pair]:
        """Acts and prohibitions with times and with guards, states with times and guards, what guards speak of."""
        rows, times = self.vocabulary, ("", *self.forms.timings())
        guards = (*self.forms.guards(), *UNLESS, OTHERWISE)
        acts = [f"{word} {verb.name}" for verb, word in product(rows.verbs, ("to", "not to"))]
        yield from (Pair(duty, when) for duty, when in product(acts, times))
        yield from (Pair(duty, "", guard) for duty, guard in product(acts, guards))
        yield from (
            Pair(f"that {state.name}", when, guard)
            for state, when, guard in product(rows.states, times, ("", *guards))
            if not when or not re.search(r"\} (?!by|before \{point)\w", guard)
        )
        events = [f"{{player}} {{done}}: {verb.name}" for verb in rows.verbs]
        events += [each for each in self.forms.events() if "{done}" not in each]
        speaking = (*guards, *ENDING, *VOID, *(each for each in times if "{event}" in each))
        for guard, event in product((each for each in speaking if re.search(r"^[^{]*\{event\}", each)), events):
            yield Pair("", "", guard, event)
        for guard, state in product((each for each in speaking if "{state}" in each), rows.states):
            yield Pair("", "", guard, state.name)

    # Letters -----------------------------------------------------------------------------------------------------

    def tries(self, pair: Pair, most: int) -> Iterator[Try]:
        """So many letters of a pair, each in a game."""
        word = self._word_in(pair.when) or self._word_in(pair.guard)
        able = [each for each in self._games if not word or each.stretches[word]] or list(self._games)
        kind = next((each.kind for each in self.vocabulary.verbs if pair.acts(each.name)), "")
        shown = [each for each in able if not kind or kind in each.trace.by_kind]
        for _ in range(most):
            found = self._tried(pair, self._dice.choice(shown if shown and self._dice.random() < SHOWN else able), word)
            if found is not None:
                yield found

    def _word_in(self, when: str) -> str:
        """The unit or episode that a time speaks of."""
        rows = self.vocabulary
        words = [*(each.word for each in rows.units), *(each.word for each in rows.episodes)]
        return next((each for each in words if re.search(rf"\b{each}s?\b", when)), "")

    def _tried(self, pair: Pair, game: PlayedGame, word: str) -> Try | None:
        words, dice = Words(self.vocabulary, game, self._dice), self._dice
        among, first = range(len(game.moments)), len(game.moments)
        if word and game.stretches[word]:
            stretches = game.stretches[word]
            running = pair.when.startswith("in every") and word in self._units and dice.random() < RUNNING
            among = stretches[-1] if running or dice.random() < LATE else dice.choice(stretches)
            ahead = re.search(r"\b(next|every)\b", pair.when or pair.guard)
            first = among.start if ahead and not running else first
        if pair.asked:
            asked = words.state(pair.asked, among) if "{state}" in pair.guard else words.event(pair.asked)
            duty = words.any_duty(asked.near) if asked else None
        else:
            duty = words.duty(pair.duty, among)
            first = min(first, duty.near) if duty else first
            near = first if pair.when or not word else among[-1]
            asked = self._asked(pair, words, near)
        if duty is None or (asked is None and re.search(r"\{event\}|\{state\}", pair.guard)):
            return None
        first = min(first, duty.near, asked.near if asked and not pair.guard.startswith("unless") else duty.near)
        at = self._signed(first, game)
        by = duty.by if dice.random() < ACTOR else dice.choice(game.seats)
        says = asked.says if asked else ""
        guard = re.sub(r"\{event\}|\{state\}", lambda _: says, pair.guard, count=1)
        guard = self._until(words.omitted(guard, among[-1] if word else first), words, first)
        when, guard = (words.filled(each, at) for each in (self._until(pair.when, words, first), guard))
        return Try(self._letter(by, guard, f"{duty.says} {when}".strip(), words, duty.near), game, at)

    def _asked(self, pair: Pair, words: Words, near: int) -> Said | None:
        """Something that happens or is so near a moment, for a guard that speaks of it."""
        if "{state}" in pair.guard:
            return words.any_state(near)
        return words.any_event(near, self._wanted(pair.when)) if "{event}" in pair.guard else None

    def _until(self, when: str, words: Words, near: int) -> str:
        event = words.any_event(near, "") if "{event}" in when else None
        return when.replace("{event}", event.says if event else "the game ends")

    def _wanted(self, when: str) -> str:
        """The word of the episode that a guard has to open."""
        return when.removeprefix("in that ") if when.startswith("in that ") else ""

    def _signed(self, first: int, game: PlayedGame) -> int:
        """The moment in which a letter is signed, mostly some time before what it is about."""
        dice = self._dice
        anywhere = dice.randrange(max(1, len(game.moments) - 2))
        return dice.choice(
            (max(0, first - 1), max(0, first - dice.randint(1, 12)), dice.randrange(max(1, first)), anywhere)
        )

    def _letter(self, by: str, guard: str, duty: str, words: Words, near: int) -> str:
        whom = [each for each in words.game.seats if each != by][:1]
        head = " ".join((by, "promises", *whom))
        if guard.startswith("this promise"):
            return f"{head} {duty}. {guard[0].upper()}{guard[1:]}."
        if guard.startswith("unless"):
            return f"{head} {duty}, {guard}."
        if guard.startswith(("until", "before")):
            return f"{head} {duty} {guard}."
        if guard == OTHERWISE:
            repair = words.any_duty(near)
            return f"{head} {duty}, otherwise {repair.says if repair else duty}."
        return f"{head} {guard}, {duty}." if guard else f"{head} {duty}."

    # Judging -----------------------------------------------------------------------------------------------------

    def status(self, attempt: Try) -> str:
        """What comes of a letter in its game: ``kept`` only if a duty arose; or the code of why nobody can sign it.

        ``broken`` where each promises alone and one of them breaks it.

        A word that the grammar does not take is a mistake of this test.
        """
        letter, game, at = attempt
        typed = parse_letter(letter, self.vocabulary, game.names)
        code = self._refused(typed, game, at)
        if code:
            return code
        read_back = typed if typed.canonical == letter else parse_letter(typed.canonical, self.vocabulary, game.names)
        found = [self._status(each, game, at) for each in compile_letter(read_back, self.vocabulary, game.names)]
        return "broken" if "broken" in found else found[0]

    def _status(self, agreement: Agreement, game: PlayedGame, at: int) -> str:
        state = start("P", agreement, game.moments[at], self._reader)
        for moment in game.moments[at + 1 :]:
            if state.status != "pending":
                break
            state = step(state, moment, self._reader)
        if state.status == "kept" and is_vacuous(prove_verdict("P", agreement, at, game.trace).root):
            return "never due"
        return state.status

    def _warnings_of(self, attempt: Try) -> set[str]:
        """The codes of what those who sign a letter are told."""
        typed = parse_letter(attempt.letter, self.vocabulary, attempt.game.names)
        known = known_in(self.vocabulary, attempt.game, attempt.signed)
        return {each.code for each in warnings(typed, self.vocabulary, attempt.game.names, known)}

    def _refused(self, typed: ParsedLetter, game: PlayedGame, at: int) -> str:
        """Why nobody can sign a letter, if so; that a time is past says nothing about its form."""
        told = typed, self.vocabulary, game.names, known_in(self.vocabulary, game, at)
        codes = {each.code for remarks in (rejections, rejections_of_the_impossible) for each in remarks(*told)}
        return min(codes - {PAST} or codes, default="")
