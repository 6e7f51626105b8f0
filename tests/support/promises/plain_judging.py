"""The third judge goes through a letter, clause by clause."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from oathbook.domain.promises.letter import clauses as c
from oathbook.domain.promises.letter import syntax as s
from oathbook.domain.promises.logic.moments import Moment
from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.plain_conditions import ABOUT, Conditions, Guards, all_of, any_of, names_of, recurring
from tests.support.promises.plain_reading import NEVER, NOTHING, Begun, Came, Game, Key, Names, Stretch, asked, counts
from tests.support.promises.toy_world import PLAYERS


class Duty(NamedTuple):
    """A duty with whose it is, how it begins, what must be so just before, and the words that say when."""

    says: c.ActDuty | c.StateDuty
    owners: tuple[str, ...]
    begun: Begun
    guards: Guards = ()
    timing: s.Until | s.Within | s.During | None = None
    episode: s.In | None = None

    @property
    def season(self) -> int | None:
        """The season during which it counts."""
        return self.timing.n if isinstance(self.timing, s.During) else None

    @property
    def word(self) -> str:
        """The vote or the battle to which what is done must belong."""
        return "" if self.episode is None else self.episode.episode


def judged_plainly(letter: c.ParsedLetter, moments: Sequence[Moment]) -> tuple[str, int | None]:
    """How the promise stands after the last moment, and in which it was decided; it is signed in the first."""
    game, begun = Game(moments, len(moments) - 1), Begun(0)
    came = _Judge(game, letter).letter(begun)
    void, ends = (_first(game, letter, word, begun) for word in ("is void", "ends"))
    closed = NEVER if game.closed is None else game.closed
    letter_at = NEVER if came.when is None else came.when
    first = min(void, ends, letter_at, closed)
    if first == NEVER:
        return "pending", None
    if first == void:
        return "void", void
    if first == ends:
        left = _Judge(Game(moments, ends - 1, early=True), letter).letter(begun)
        return ("kept" if left.worth == "kept" else "void"), ends
    return {"kept": "kept", "failed": "broken", "lapsed": "void"}[came.worth], first


def _first(game: Game, letter: c.ParsedLetter, word: str, begun: Begun) -> int:
    """When the first of the sentences came true by which the promise ends so."""
    conditions = (each.cond for each in letter.terms if isinstance(each, c.EndingTerm) and each.word == word)
    truths = [Conditions(game).truth(each, begun) for each in conditions]
    return min((each.when for each in truths if each.so), default=NEVER)


class Debts:
    """What was given and has paid a debt, so that it pays no other; debts are asked about the oldest first."""

    def __init__(self) -> None:
        self._paid: dict[tuple[int, Key], int] = {}
        self._open: list[tuple[int, tuple[int, Key], int]] = []

    def mark(self) -> int:
        """How much has been paid for the debt that is asked about."""
        return len(self._open)

    def pay(self, what: tuple[int, Key], when: int, missing: int, given: int) -> int:
        """How much pays a debt in a moment."""
        left = min(missing, given - self._paid.get(what, 0))
        self._open.append((when, what, left))
        return left

    def keep_until(self, mark: int, when: int | None) -> None:
        """Nothing pays a part of a debt any more that is over."""
        self._open[mark:] = [each for each in self._open[mark:] if when is None or each[0] <= when]

    def settle(self) -> None:
        """On to the next debt."""
        for _, what, amount in self._open:
            self._paid[what] = self._paid.get(what, 0) + amount
        self._open.clear()


class _Judge:
    """Judges one letter in one game."""

    def __init__(self, game: Game, letter: c.ParsedLetter) -> None:
        self._game = game
        self._letter = letter
        self._strict = any(isinstance(each, c.StrictTerm) for each in letter.terms)
        self._obligors = tuple(each.text for each in letter.header.obligors)
        self._debts = Debts()
        self._conditions = Conditions(game)

    def letter(self, begun: Begun) -> Came:
        return all_of(self.clause(each, begun, self._obligors) for each in self._letter.clauses)

    # Clauses -----------------------------------------------------------------------------------------------------

    def clause(self, clause: c.LetterClause, begun: Begun, owners: tuple[str, ...]) -> Came:
        guard = clause.guard
        if guard is None:
            return self.core(clause.core, begun, owners)
        if guard.word == "while":
            return self.core(clause.core, begun, owners, (guard.cond,))
        if guard.word == "whenever":
            return self._whenever(guard.cond, clause.core, begun, owners)
        if guard.episode is None:
            conditions = self._of_each(guard, clause.core, owners)
            several = (
                self._if(each, guard.when, clause.core, begun._replace(names={**begun.names, **names}), owners)
                for names, each in conditions
            )
            return all_of(several)
        opened, closes = self._next(guard.episode, begun, None)
        there = (self._if(guard.cond, guard.episode, clause.core, each, owners) for each in opened)
        return all_of(there) if opened else Came("kept", closes)

    def _of_each(
        self, guard: c.Guard, core: c.Core, owners: tuple[str, ...]
    ) -> Iterable[tuple[Names, s.LetterCondition]]:
        """What must be so at a point of each player whom *that player* can mean; else the condition as it stands."""
        cond, when = guard.cond, guard.when
        meant = any(isinstance(each, s.ThatPlayer) for each in s.descendants((core,)))
        if not meant or not isinstance(cond, s.FilledState) or not isinstance(when, s.Until) or when.word != "at":
            return [(NOTHING, cond)]
        if not cond.fill or not isinstance(cond.fill[0], s.AnyPlayer):
            return [(NOTHING, cond)]
        named = {each.text for each in cond.fill if isinstance(each, s.NameRef)}
        return [
            ({"player": player}, replace(cond, fill=(s.NameRef("player", player, span=cond.span), *cond.fill[1:])))
            for player in PLAYERS
            if (player,) != owners and player not in named
        ]

    def _if(
        self, cond: s.LetterCondition, when: s.Timing | None, core: c.Core, begun: Begun, owners: tuple[str, ...]
    ) -> Came:
        truth = self._conditions.truth(cond, begun, when)
        if not truth.so:
            return Came("kept", None if truth.so is None else truth.when)
        skip = frozenset(self._conditions.triggers(cond, begun, when, truth.when))
        names = self._conditions.named(cond, truth.when, begun, when)
        return all_of(self.core(core, self._armed(truth.when, begun, skip, each), owners) for each in names)

    def _armed(
        self,
        at: int,
        within: Begun,
        skip: frozenset[Key] = frozenset(),
        names: Names = NOTHING,
        *,
        repairs: bool = False,
    ) -> Begun:
        same = at == within.at
        repairs = repairs or (same and within.repairs)
        over = at == self._game.closed or self._game.moments[at].ending or (same and within.over)
        skip = skip | within.skip if same else skip
        return Begun(
            at, armed=True, skip=skip, names={**within.names, **names}, over=over, repairs=repairs, anew=within.anew
        )

    def _whenever(self, event: s.LetterCondition, core: c.Core, begun: Begun, owners: tuple[str, ...]) -> Came:
        found: list[Came] = []
        for index, key, fact in self._game.facts(begun.at + 1, self._game.last):
            if self._conditions.is_it(event, fact, index, begun, one=True):
                inner = self._armed(index, Begun(-1, names=begun.names), frozenset({key}), names_of(event, fact))
                found.append(self.core(core, inner._replace(anew=True), owners))
                self._debts.settle()
        return recurring(all_of(found), self._game.end if begun.over and self._game.end != NEVER else None)

    def core(self, core: c.Core, begun: Begun, owners: tuple[str, ...], guards: Guards = ()) -> Came:
        if core.subject is not None and core.subject.player is None:
            return all_of(self._of(core, begun, (each,), guards) for each in self._obligors)
        return self._of(core, begun, owners if core.subject is None else (core.subject.player.text,), guards)  # type: ignore[union-attr]  # the case above

    def _of(self, core: c.Core, begun: Begun, owners: tuple[str, ...], guards: Guards) -> Came:
        mark = self._debts.mark()
        came = self._duty(core, begun, owners, guards)
        if core.exception is not None:
            excused = self._conditions.truth(core.exception.cond, begun)
            if excused.so and (came.when is None or came.when >= excused.when):
                came = Came("kept", excused.when)
                self._debts.keep_until(mark, excused.when - 1)
        if core.reparation is None or came.worth != "failed":
            return came
        clause, closed = core.reparation.clause, self._game.closed
        if came.when is not None:
            return self.clause(clause, self._armed(came.when, begun, repairs=True), owners)
        return came if closed is None else self.clause(clause, self._armed(closed, begun, repairs=True), owners)

    def _duty(self, core: c.Core, begun: Begun, owners: tuple[str, ...], guards: Guards) -> Came:
        if isinstance(core.duty, c.ChoiceDuty):
            mark = self._debts.mark()
            chosen = any_of([self.core(each, begun, owners, guards) for each in core.duty.cores])
            self._debts.keep_until(mark, chosen.when)
            return chosen
        if isinstance(core.duty, c.PlainDuty):
            return Came("kept")
        timing = next((each for each in core.timings if not isinstance(each, s.In)), None)
        episode = next((each for each in core.timings if isinstance(each, s.In)), None)
        duty = Duty(core.duty, owners, begun, guards, timing, episode)
        if episode is None:
            return self._plainly(duty, self._game.stretch(begun, timing))
        if episode.which == "that":
            return self._inside(duty)
        if episode.which == "every":
            return self._every(duty, episode)
        opened, closes = self._next(episode, begun, timing)
        return all_of(self._inside(duty._replace(begun=each)) for each in opened) if opened else Came("kept", closes)

    # In votes and battles ----------------------------------------------------------------------------------------

    def _inside(self, duty: Duty) -> Came:
        """In the vote that is bound: until it closes."""
        return self._plainly(duty, self._game.stretch(duty.begun, duty.episode))

    def _next(self, episode: s.In, begun: Begun, timing: s.Timing | None) -> tuple[list[Begun], int | None]:
        """The next ones: those that open in the first moment in which one does, or when it is too late for that."""
        stretch = self._game.stretch(begun, timing)
        opened = [
            (index, key, fact)
            for index, key, fact in self._game.facts(stretch.first, stretch.last)
            if self._concerns(episode, fact, index, begun) and not (index == begun.at and key in begun.skip)
        ]
        if not opened:
            return [], stretch.closes if stretch.closes <= self._game.last else None
        at = opened[0][0]
        keys = frozenset(key for index, key, _ in opened if index == at)
        each_once = {fact.slots[episode.episode]: _names(episode, fact) for index, _, fact in opened if index == at}
        return [self._armed(at, begun, keys, names) for names in each_once.values()], None

    def _every(self, duty: Duty, episode: s.In) -> Came:
        """In each one that opens by the time that is given; of battles each in which one of them takes part."""
        begun, found = duty.begun, list[Came]()
        stretch = self._game.stretch(begun, duty.timing)
        for index, key, fact in self._game.facts(begun.at + 1, stretch.last):
            if self._concerns(episode, fact, index, begun, duty.owners):
                within = Begun(-1, names=begun.names, anew=begun.anew)
                armed = self._armed(index, within, frozenset({key}), _names(episode, fact))
                found.append(self._inside(duty._replace(begun=armed)))
        return recurring(all_of(found), stretch.closes if stretch.closes <= self._game.last else None)

    def _concerns(self, episode: s.In, fact: Fact, index: int, begun: Begun, owners: tuple[str, ...] = ()) -> bool:
        if episode.episode == "vote" or episode.which == "next":
            before, names = self._game.moments[index].before, begun.names
            by = episode.whose is None or self._game.by(episode.whose, fact, before, names)
            return by and self._game.opens(episode.episode, episode.about, fact)
        about = episode.about is None or fact.slots.get("tile") == episode.about.text
        return fact.kind == "battle_joined" and fact.by in owners and about

    def _is_met(self, act: s.FilledVerb, duty: Duty) -> bool:
        """Whether a player with whom something is done in every battle is in this one beside who promised it."""
        within = duty.episode
        if within is None or within.whoever or (within.which, within.episode) != ("every", "battle") or within.whose:
            return True
        whom = [each for each in act.fill if isinstance(each, s.ThatPlayer | s.DesignatedPlayer) or _is_player(each)]
        if act.verb not in {"attack", "ally"} or not whom:
            return True
        return self._has_joined(whom[0], duty)

    def _has_joined(self, who: s.Filler, duty: Duty) -> bool:
        at = duty.begun.at
        meant = self._game.people(who, self._game.moments[at].before, duty.begun.names)
        return any(
            (each.kind, each.slots.get("battle")) == ("battle_joined", duty.begun.names["battle"]) and each.by in meant
            for _, key, each in self._game.facts(at, at)
            if key not in duty.begun.skip
        )

    # Duties ------------------------------------------------------------------------------------------------------

    def _plainly(self, duty: Duty, stretch: Stretch) -> Came:
        with_whom = duty.episode.whose if duty.episode and duty.episode.episode == "battle" else None
        if with_whom is not None and not self._has_joined(with_whom, duty):
            return Came("kept", stretch.closes if stretch.closes <= self._game.last else None)
        if isinstance(duty.says, c.StateDuty):
            return self._that(duty, duty.says, stretch)
        mark = self._debts.mark()
        found = [
            self._act(each, duty, duty.says, stretch)
            if self._is_met(each, duty)
            else Came("kept", stretch.closes if stretch.closes <= self._game.last else None)
            for each in duty.says.acts
        ]
        came = any_of(found) if duty.says.join == "or" and duty.says.word == "to" else all_of(found)
        self._debts.keep_until(mark, came.when)
        return came

    def _that(self, duty: Duty, that: c.StateDuty, stretch: Stretch) -> Came:
        def so(index: int) -> bool:
            table = self._game.table(index)
            outside = duty.season is not None and table.season != duty.season
            return outside or self._game.so(that.state, table, duty.begun.names)

        if duty.begun.over:
            end = self._game.end
            return self._undone() if end == NEVER else Came("kept" if so(end) else "failed", end)
        closed = stretch.closes <= self._game.last
        timing = None if duty.episode else duty.timing
        if isinstance(timing, s.Until) and timing.word == "at":
            return Came("kept" if so(stretch.closes) else "failed", stretch.closes) if closed else self._undone()
        once = isinstance(timing, s.Within) or (isinstance(timing, s.Until) and timing.word in {"by", "before"})
        for index in range(duty.begun.at, stretch.last + 1):
            if so(index) == once:
                return Came("kept" if once else "failed", index)
        if closed:
            return Came("failed" if once else "kept", stretch.closes)
        return self._undone() if once else Came("kept")

    def _undone(self) -> Came:
        """What a duty comes to that is open when the game ends: it lapses, unless the letter binds even then."""
        return Came("failed" if self._strict else "lapsed")

    def _act(self, act: s.FilledVerb, duty: Duty, says: c.ActDuty, stretch: Stretch) -> Came:
        amounts = [each for each in act.fill if isinstance(each, s.Quantity)]
        quantity = says.times or (None if act.at_once else next(iter(amounts), None))
        n = asked(act) if says.times is None else says.times.n
        measure = "" if quantity is None or says.word != "to" else quantity.measure
        at_most = says.word != "to" or measure == "at most" or bool(act.only)
        limit = n if says.word == "to" and not act.only else n - 1
        total = 0
        is_debt = duty.begun.anew and not at_most and measure != "exactly" and not says.in_all
        for index, key, given in self._counted(act, duty, says, stretch, later=at_most):
            counted = self._debts.pay((id(act), key), index, min(given, limit - total), given) if is_debt else given
            total += counted
            if total > limit and (at_most or measure == "exactly"):
                return Came("failed", index)
            if total >= limit and not at_most and measure != "exactly":
                return Came("kept", index)
        closed = stretch.closes <= self._game.last
        when = stretch.closes if closed else None
        if at_most:
            return Came("kept", when)
        endless = not duty.timing and not duty.episode and not duty.begun.over
        if measure == "exactly" and total == n and (closed or endless or self._strict):
            return Came("kept", when)
        return self._not_done(duty.begun, when)

    def _not_done(self, begun: Begun, when: int | None) -> Came:
        """What an act comes to that was not done: what begins when its time is over is not owed."""
        spared = begun.armed and not begun.repairs
        if when is None or (spared and begun.over):
            return self._undone()
        return Came("kept" if spared and when == begun.at else "failed", when)

    def _counted(
        self, act: s.FilledVerb, duty: Duty, says: c.ActDuty, stretch: Stretch, *, later: bool
    ) -> Iterable[tuple[int, Key, int]]:
        """The moments in which something counts, which, and how much; what is forbidden only counts ``later``."""
        single = act.at_once or says.times is not None
        begun = duty.begun
        for index, key, fact in self._game.facts(max(stretch.first, begun.at + later), stretch.last):
            before = self._game.moments[index].before
            if (
                fact.by in duty.owners
                and self._game.does(act, fact, before, begun.names, one=single)
                and all(self._game.all_so(each, before, begun.names) for each in duty.guards)
                and duty.season in {None, before.season}
                and not (index == begun.at and key in begun.skip)
                and (not duty.word or fact.slots.get(duty.word) in {None, begun.names[duty.word]})
            ):
                yield index, key, 1 if single else counts(act, fact)


def _is_player(place: s.Filler) -> bool:
    return isinstance(place, s.NameRef) and place.sort == "player"


def _names(episode: s.In, fact: Fact) -> Names:
    return {each: fact.slots[each] for each in (episode.episode, ABOUT[episode.episode])}
