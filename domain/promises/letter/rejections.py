"""Rejections of letters, each with the words that it is about."""

from collections.abc import Iterable, Iterator
from typing import Final

from oathbook.domain.games.promise_facts import PROMISE_BROKEN, PROMISE_MADE
from oathbook.domain.promises.letter import ambiguity, clauses, syntax
from oathbook.domain.promises.letter.actions import ONCE
from oathbook.domain.promises.letter.conditions import has_event, is_state, may_be_a_state
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.patterns import THAT_PLAYER, PatternCompiler
from oathbook.domain.promises.letter.phrase_parts import words_of_episode
from oathbook.domain.promises.letter.remarks import Circumstances, Remark, reject
from oathbook.domain.promises.letter.syntax import descendants
from oathbook.domain.rulesets.vocabulary import Vocabulary

PROMISE: Final = "promise"  # the sort of the names of promises, where letters can speak of them
PAST: Final = "past"  # the code of a rejection for a time that is past

AT_LEAST_MEASURES: Final = frozenset({"", "at least"})


def rejections(
    letter: clauses.ParsedLetter, vocabulary: Vocabulary, names: Names, circumstances: Circumstances
) -> Iterator[Remark]:
    """All rejections of a letter: what keeps it from being signed."""
    return _RejectionFinder(letter, PatternCompiler(vocabulary, names), circumstances).all()


class _RejectionFinder:
    """Checks one letter. A word is bound if a guard gives it a meaning."""

    def __init__(self, letter: clauses.ParsedLetter, patterns: PatternCompiler, circumstances: Circumstances) -> None:
        self._letter = letter
        self._patterns = patterns
        self._circumstances = circumstances
        self._obligors = {each.text for each in letter.header.obligors}
        self._closed = set[str]() if circumstances.open is None else {*patterns.episodes} - circumstances.open

    def all(self) -> Iterator[Remark]:
        """Every rejection."""
        yield from self._of_header()
        for clause in self._letter.clauses:
            yield from self._of_clause(clause, frozenset())
        yield from self._of_terms()
        yield from ambiguity.rejections_of_sharing(self._letter)
        yield from ambiguity.rejections_of_ambiguity(self._letter)
        for node in self._letter.nodes:
            yield from self._of_node(node)

    # The frame ---------------------------------------------------------------------------------------------------

    def _of_header(self) -> Iterator[Remark]:
        header = self._letter.header
        if len(header.obligors) > 1 and not header.mode:
            says = "say whether they promise “jointly” (one promise of all) or “each” (one promise of each)"
            yield reject("jointly-or-each", says, header)
        if len(header.obligors) == 1 and header.mode:
            yield reject("alone", f"one player alone cannot promise “{header.mode}”", header)
        for number, player in enumerate(everybody := (*header.obligors, *header.addressees)):
            if player.text in {each.text for each in everybody[:number]}:
                yield reject("named-twice", f"{player.text} is named twice", player)

    def _of_terms(self) -> Iterator[Remark]:
        releases = [each for each in self._letter.terms if isinstance(each, clauses.ReleaseTerm)]
        for release in releases[1:]:
            yield reject("one-release", "say once who may release", release)
        for release in releases:
            whom = {each.text for each in release.whom}
            if not whom <= self._obligors or (whom < self._obligors and self._letter.header.mode != "each"):
                yield reject("release-all", "only the players who promise can be released, all together", release)
        for term in self._letter.terms:
            if isinstance(term, clauses.EndingTerm):
                yield from self._of_condition(term.cond, frozenset())

    # Clauses -----------------------------------------------------------------------------------------------------

    def _of_clause(self, clause: clauses.LetterClause, bound: frozenset[str]) -> Iterator[Remark]:
        guard = clause.guard
        if guard is not None:
            yield from self._of_guard(guard, clause.core, bound)
            if self._speaks_of_that_player(clause.core):
                yield from ambiguity.rejections_of_players(guard, self._patterns, self._circumstances)
            bound = bound | self._binds(guard)
        yield from self._of_core(clause.core, bound)

    def _of_guard(self, guard: clauses.Guard, core: clauses.Core, bound: frozenset[str]) -> Iterator[Remark]:
        within = guard.episode
        yield from self._unbound((guard.cond, guard.when), bound | self._bound_in(within))
        if guard.word == "whenever" and isinstance(guard.cond, syntax.ActNotDone):
            yield reject("no-moment", "“whenever” needs something that happens at a moment", guard.cond)
        if guard.word == "while" and not self._is_limiting(core):
            yield reject("while-not", "“while” only goes with something that is forbidden or limited", guard)
        match guard.when:
            case None if guard.word == "if" and may_be_a_state(guard.cond):
                yield reject("if-by-when", "“if” with a state needs “by” and a point of time; or say “once”", guard)
            case syntax.Until("at") if not is_state(guard.cond):
                yield reject("at-what", "“at” goes with something that is so: say “by”", guard.when)
            case syntax.Until("at", syntax.GameEnd()) if not isinstance(core.duty, clauses.StateDuty):
                yield reject("at-the-end", "nobody can do anything after the end of the game: say “by”", guard.when)
            case _:
                pass
        if guard.word in {"if", "once"} and guard.when is None:
            yield from _reject_never_sure(guard.cond)
        if within is not None and not within.of_unit:
            said = descendants((guard.cond,))
            yield from self._never_in(within, [each for each in said if isinstance(each, syntax.FilledVerb)])

    def _binds(self, guard: clauses.Guard) -> frozenset[str]:
        there = frozenset({THAT_PLAYER} if self._patterns.states_of_whoever(guard) else ())
        return there if guard.word == "while" else there | self._bound_in(guard.episode) | self._bound_by(guard.cond)

    def _bound_by(self, condition: syntax.LetterCondition) -> frozenset[str]:
        """The words that are bound in whatever way the condition comes true."""
        match condition:
            case syntax.Conjunction(parts):
                return frozenset[str]().union(*map(self._bound_by, parts))
            case syntax.Disjunction(parts):
                first, *others = map(self._bound_by, parts)
                return first.intersection(*others)
            case syntax.EpisodeOpened() | syntax.OccasionHappened() | syntax.ActDone():
                begun = self._patterns.episode_of(condition)
                named = words_of_episode(begun) if begun else frozenset[str]()
                is_open = isinstance(condition, syntax.ActDone) and ambiguity.count_open_players(condition)
                return named | {THAT_PLAYER} if is_open else named
            case _:
                return frozenset()

    def _speaks_of_that_player(self, core: clauses.Core) -> bool:
        """Whether a duty says *that player* and means the player of its own guard."""
        repair = None if core.reparation is None else core.reparation.clause
        guard = None if repair is None else repair.guard
        said = descendants((core.duty, core.timings, core.exception, guard))
        if any(isinstance(each, syntax.ThatPlayer) for each in said):
            return True
        is_bound_anew = guard is not None and THAT_PLAYER in self._binds(guard)
        return repair is not None and not is_bound_anew and self._speaks_of_that_player(repair.core)

    def _bound_in(self, there: syntax.In | None) -> frozenset[str]:
        """The words that an episode binds: those of one that lies ahead, and not of a season."""
        is_ahead = there is not None and not there.of_unit and there.which not in {"that", "this"}
        return words_of_episode(self._patterns.episodes[there.episode]) if there and is_ahead else frozenset()

    def _of_core(self, core: clauses.Core, bound: frozenset[str]) -> Iterator[Remark]:
        if core.subject and core.subject.player:
            yield from self._of_subject(core.subject.player)
        for timing in core.timings:
            if isinstance(timing, syntax.In):
                bound = bound | self._bound_in(timing)
        yield from self._of_timings(core)
        if isinstance(core.duty, clauses.ChoiceDuty):
            for each in core.duty.cores:
                yield from self._of_core(each, bound)
        else:
            yield from self._of_duty(core, bound)
        if core.exception:
            yield from self._of_condition(core.exception.cond, bound)
        if core.reparation:
            yield from self._of_clause(core.reparation.clause, bound)

    def _of_subject(self, player: syntax.NameRef) -> Iterator[Remark]:
        if player.text not in self._obligors:
            yield reject("not-an-obligor", f"{player.text} promises nothing in this letter", player)
        elif self._letter.header.mode == "each":
            yield reject("each-alone", "put what only one of them promises in a letter of its own", player)

    def _is_limiting(self, core: clauses.Core) -> bool:
        duty = core.duty
        if not isinstance(duty, clauses.ActDuty):
            return False
        return duty.word != "to" or all(self._patterns.is_limit(each, duty.times) for each in duty.acts)

    def _is_lasting(self, core: clauses.Core) -> bool:
        """Whether a duty is about a stretch of time: a state, or what is forbidden or has a limit."""
        return isinstance(core.duty, clauses.StateDuty) or self._is_limiting(core)

    def _of_timings(self, core: clauses.Core) -> Iterator[Remark]:
        deadlines = [each for each in core.timings if not isinstance(each, syntax.In)]
        episodes = [each for each in core.timings if isinstance(each, syntax.In)]
        is_open = any(each.which in {"that", "this"} for each in episodes)
        for timing in (*(deadlines if is_open else deadlines[1:]), *episodes[1:]):
            yield reject("two-deadlines", "one clause cannot have two deadlines; make it two clauses", timing)
        for timing in deadlines:
            at = timing.to if isinstance(timing, syntax.Until) and timing.word == "at" else None
            if at and isinstance(core.duty, clauses.ActDuty) and not isinstance(at, syntax.NextDecision):
                yield reject("at-what", "“at” goes with “that”: say “by”, or say what must be true then", timing)
            if isinstance(timing, syntax.Within) and timing.word == "for" and not self._is_lasting(core):
                says = f"to do it “for {timing.n} {timing.unit}s” can be read in two ways: say “within”, or “in every”"
                yield reject("for-how-long", says, timing)
        acts = core.duty.acts if isinstance(core.duty, clauses.ActDuty) else ()
        yield from (remark for each in episodes if not each.of_unit for remark in self._never_in(each, acts))
        if isinstance(core.duty, clauses.PlainDuty) and core.timings:
            yield reject("plain-when", "plain words must say for themselves how long they hold", core.timings[0])

    def _never_in(self, within: syntax.In, acts: Iterable[syntax.FilledVerb]) -> Iterator[Remark]:
        """Rejections of acts that nobody can do in a vote or a battle: nothing could keep or break them there."""
        there = self._patterns.episodes[within.episode].acts
        possible = {*there, PROMISE_MADE.kind, PROMISE_BROKEN.kind}
        for act in acts if there else ():
            if self._patterns.verbs[act.verb].kind not in possible:
                said = " ".join(self._letter.text[slice(*act.span)].split())
                yield reject(
                    "not-then", f"nobody can do this in a {within.episode}: “{said}”. Make it by or until a time", act
                )

    def _of_duty(self, core: clauses.Core, bound: frozenset[str]) -> Iterator[Remark]:
        duty = core.duty
        yield from self._unbound((duty, core.timings), bound)
        if not isinstance(duty, clauses.ActDuty) or duty.word == "to":
            return
        for node in descendants(duty):
            if isinstance(node, syntax.Quantity) and node.measure in ambiguity.LIMITING_MEASURES:
                says = f"“{duty.word} … {node.measure}” can be read in two ways; say “to … at most” or “more than”"
                yield reject("not-at-most", says, node)
        if duty.join == "and":
            says = f"“{duty.word}” one “and” the other can be read in two ways; say “either … or”"
            yield reject("not-and", says, duty)

    # Conditions --------------------------------------------------------------------------------------------------

    def _of_condition(self, condition: syntax.LetterCondition, bound: frozenset[str]) -> Iterator[Remark]:
        yield from self._unbound(condition, bound)
        yield from _reject_never_sure(condition)

    def _unbound(self, part: syntax.LetterNode | tuple[object, ...], bound: frozenset[str]) -> Iterator[Remark]:
        for node in (part, *descendants(part)):
            match node:
                case syntax.ThatPlayer() if THAT_PLAYER not in bound:
                    yield reject("unbound", "no “any player” before it says who “that player” is", node)
                case syntax.In("this", episode) if episode in self._closed:
                    says = f"no {episode} is open: “this {episode}” is the one during which the letter is signed"
                    yield reject(PAST, says, node)
                case syntax.In("that", episode) if episode not in bound:
                    yield reject("unbound", f"nothing before it says which {episode} “that {episode}” is", node)
                case syntax.FilledVerb() if self._it_slots(node) - bound:
                    yield reject("unbound", "nothing before it says what “it” is", node)
                case _:
                    pass

    def _it_slots(self, act: syntax.FilledVerb) -> set[str]:
        """The slots of an act that say *it*."""
        return {slot for slot, place in self._patterns.act_fillers(act) if isinstance(place, syntax.EpisodeSubject)}

    # Wherever it stands ------------------------------------------------------------------------------------------

    def _of_node(self, node: syntax.LetterNode) -> Iterator[Remark]:  # noqa: C901  # one case a node
        match node:
            case syntax.FilledVerb(verb):
                barred = self._patterns.verbs[verb].barred
                for place in node.fill:
                    if isinstance(place, syntax.NameRef) and place.text in barred:
                        yield reject("barred", f"{place.text} cannot be given away", place)
            case syntax.ActDone(syntax.AnyPlayer(among=some), act) if (
                some and self._patterns.count(act)[:2] != ONCE[:2]
            ):
                says = "this adds up what they do together, and nobody comes first: say “at once”"
                yield reject("first-of-all", says, node)
            case syntax.FilledState():
                yield from ambiguity.rejections_of_comparison(dict(self._patterns.state_fillers(node)))
            case syntax.Quantity(measure, 0) if measure in AT_LEAST_MEASURES:
                yield reject("nothing", "that is zero, so it promises nothing", node)
            case syntax.NameRef(sort, text) if sort == PROMISE and text == self._circumstances.itself:
                yield reject("itself", "a promise cannot refer to itself", node)
            case syntax.NumberedUnit() | syntax.PhaseStart():
                yield from self._too_late(node, self._patterns.unit_of(node))
            case syntax.Until() | syntax.Within(n=0):
                yield from _reject_limit(node)
            case _:
                pass

    def _too_late(self, node: syntax.NumberedUnit | syntax.PhaseStart, unit: str) -> Iterator[Remark]:
        """Rejections of times that are past; of the current unit, its start and the phases that have begun."""
        now = self._circumstances.now.get(unit, 0)
        if node.n < now or (node.n == now and isinstance(node, syntax.UnitStart)):
            yield reject(PAST, f"that is past: it is {unit} {now}", node)
        elif node.n == now and isinstance(node, syntax.PhaseStart) and node.phase in self._circumstances.begun:
            yield reject(PAST, f"that is past: it has begun in {unit} {now}", node)


def _reject_limit(limit: syntax.Until | syntax.Within) -> Iterator[Remark]:
    """Rejections of a time that nothing ends, or that has none."""
    match limit:
        case syntax.Within():
            yield reject("nothing", "“within 0” leaves no time at all", limit)
        case syntax.Until(word, syntax.ActNotDone()):
            yield reject("no-moment", f"“{word}” needs something that happens at a moment", limit)
        case syntax.Until(to=syntax.ActDone() as event):
            yield from _reject_never_sure(event)
        case syntax.Until():
            return


def _reject_never_sure(condition: syntax.LetterCondition) -> Iterator[Remark]:
    """Rejections of what is certain only at the end of the game: that something does not happen, or not more often."""
    for node in (condition, *descendants(condition)):
        if isinstance(node, syntax.Negation) and has_event(node.part):
            yield reject("never-sure", "only the end of the game can show that this does not happen", node)
        if isinstance(node, syntax.ActDone) and not node.act.at_once and ambiguity.is_limited(node.act):
            says = "only the end of the game can show that it is no more than this in all; “at once” means one act"
            yield reject("never-sure", says, node)
