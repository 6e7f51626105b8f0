"""Rejections of words that can be read in two ways, and of duties that are shared out twice or too often."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel.limits import LETTER_PARTS
from oathbook.domain.promises.letter import clauses, syntax
from oathbook.domain.promises.letter.actions import ONCE
from oathbook.domain.promises.letter.patterns import PatternCompiler
from oathbook.domain.promises.letter.printer import Printer
from oathbook.domain.promises.letter.remarks import Circumstances, Remark, reject
from oathbook.domain.promises.letter.syntax import descendants
from oathbook.domain.rulesets.comparisons import THAN

EVENTS: Final = (syntax.ActDone, syntax.OccasionHappened, syntax.EpisodeOpened)  # at no time that is known before

LIMITING_MEASURES: Final = frozenset({"at most", "exactly"})
SO_OFTEN_ASKED: Final = "so-often-asked"  # the code of a rejection for a permission that is counted


def rejections_of_ambiguity(letter: clauses.ParsedLetter) -> Iterator[Remark]:
    """Rejections of joined acts that are counted, of limits of one act, and of denials that may end early or late."""
    for node in letter.nodes:
        match node:
            case clauses.ActDuty(join=join, times=times) if join and times is not None:
                yield _so_often(letter.text, node, times)
            case clauses.ActDuty(acts=acts):
                yield from (_at_most_at_once(each) for each in acts if each.at_once and is_limited(each))
            case syntax.Conjunction(parts) | syntax.Disjunction(parts):
                yield from (_reject_denial(letter.text, each, node) for each in _open_denials(letter.text, parts))
            case _:
                pass


def _so_often(text: str, duty: clauses.ActDuty, times: syntax.Quantity) -> Remark:
    """Whether the number goes with each of the acts or with the last."""
    often = _words(text, times.span)
    *others, last = (f"{duty.word} {_words(text, each.span)}" for each in duty.acts)
    written = _join_choices if duty.join == "or" else _number_duties
    each = written(*(f"{other} {often}" for other in others), f"{last} {often}")
    one = written(*others, f"{last} {often}")
    return reject("so-often", f"“{often}” may go with each of these or with the last: say “{each}” or “{one}”", duty)


def _number_duties(*duties: str) -> str:
    return "; ".join(f"({number}) {each}" for number, each in enumerate(duties, 1))


def _join_choices(*duties: str) -> str:
    return "either " + " or ".join(f"({each})" for each in duties)


def is_limited(act: syntax.FilledVerb) -> bool:
    """Whether an act is to be done at most or exactly so much."""
    return any(isinstance(each, syntax.Quantity) and each.measure in LIMITING_MEASURES for each in act.fill)


def _at_most_at_once(act: syntax.FilledVerb) -> Remark:
    ways = "say “not to … more than … at once” or “… at least once”"
    return reject("at-most-at-once", f"“at once” may limit each act, or ask for one so small: {ways}", act)


def _open_denials(text: str, parts: tuple[syntax.LetterCondition, ...]) -> Iterator[syntax.Negation]:
    """The denials that no bracket ends before the next condition."""
    for part in parts[:-1]:
        if text[part.span[1] :].lstrip().startswith(")"):
            continue
        ends = (each for each in (part, *descendants(part)) if isinstance(each, syntax.Negation))
        yield from [each for each in ends if each.span[1] == part.span[1] and text[each.span[1] - 1] != ")"][:1]


def _reject_denial(text: str, denial: syntax.Negation, joined: syntax.Conjunction | syntax.Disjunction) -> Remark:
    """How much of what follows is denied."""
    one, rest = _words(text, denial.span), _words(text, (denial.span[1], joined.span[1]))
    both = _words(text, (denial.part.span[0], joined.span[1]))
    says = f"how much is denied can be read in two ways: say “it is not the case that ({both})” or “({one}) {rest}”"
    return reject("how-much-denied", says, joined)


def _words(text: str, span: syntax.TextSpan) -> str:
    return " ".join(text[slice(*span)].split())


# Since letters have been signed -----------------------------------------------------------------------------------


def rejections_of_offers(letter: clauses.ParsedLetter, patterns: PatternCompiler, printer: Printer) -> Iterator[Remark]:
    """Rejections of what was read in one way while it could be signed, and is read so where it stands in a record."""
    for node in letter.nodes:
        match node:
            case clauses.Core(duty=clauses.ActDuty("to", "or", acts) as duty) if any(map(is_limited, acts)):
                alone = (replace(node, duty=replace(duty, join="", acts=(act,))) for act in acts)
                each = [printer.clause(clauses.LetterClause(None, one, span=node.span)) for one in alone]
                ways = f"“{_number_duties(*each)}” or “{_join_choices(*each)}”"
                says = f"this can limit each of them or only one: say {ways}"
                yield reject("choice-of-limits", says, duty)
            case clauses.Core(duty=clauses.ActDuty("to", _, acts, syntax.Quantity() as times) as duty) if (
                times.measure != "at most" and any(map(patterns.is_permission, acts))
            ):
                plain = clauses.LetterClause(None, replace(node, duty=replace(duty, times=None)), span=node.span)
                says = f"how often depends on who asks: say “{printer.clause(plain)}”, which is whenever they ask"
                yield reject(SO_OFTEN_ASKED, says, times)
            case clauses.Core(timings=timings) if {getattr(each, "which", "") for each in timings} & {"every", "next"}:
                events = (each for each in timings if isinstance(each, syntax.Until) and isinstance(each.to, EVENTS))
                says = "these are two ends: leave one of them out, or say “This promise ends if …”"
                yield from (reject("two-deadlines", says, each) for each in events)
            case syntax.ActNotDone(syntax.AnyPlayer()):
                says = "“any player does not” can mean “nobody does” or “one of them does not”: name the player"
                yield reject("who-does-not", says, node)
            case syntax.AnyPlayer(True):
                says = "“any player” would include the one who promises: name each of the other players"
                yield reject("any-other", says, node)
            case _:
                pass


# Players --------------------------------------------------------------------------------------------------------


def count_open_players(event: syntax.ActDone) -> int:
    """The number of times that an event says *any player*."""
    return sum(isinstance(each, syntax.AnyPlayer) for each in (event.who, *event.act.fill))


def rejections_of_players(guard: clauses.Guard, patterns: PatternCompiler, known: Circumstances) -> Iterator[Remark]:
    """Rejections of events that leave open who *that player* is: one of two players, of several, or nobody."""
    for node in (each for each in descendants(guard) if isinstance(each, syntax.ActDone) and count_open_players(each)):
        if count_open_players(node) > 1:
            yield reject("which-player", "“that player” can be either of its two players; name one of them", node)
        elif guard.word != "whenever" and patterns.count(node.act)[:2] != ONCE[:2] and not known.recorded:
            says = "this adds up what all players do, so “that player” could be nobody or several"
            yield reject("unbound", f"{says}: name the player, or say “whenever” or “at once”", node)


def rejections_of_comparison(places: Mapping[str, syntax.Filler]) -> Iterator[Remark]:
    """Rejections of comparisons with oneself, and with all others of somebody who is not known yet."""
    than, mine = places.get(THAN), next(iter(places.values()), None)
    if isinstance(than, syntax.NameRef) and isinstance(mine, syntax.NameRef) and than.text == mine.text:
        yield reject("with-oneself", f"{than.text} is compared with {than.text}: name another player", than)
    if isinstance(than, syntax.AnyPlayer) and not isinstance(mine, syntax.NameRef | syntax.AnyPlayer):
        says = "who the others are depends on which player is meant: name the player to compare with"
        yield reject("than-whom", says, than)


# Shared out -------------------------------------------------------------------------------------------------------

PARTS = (
    syntax.FilledVerb,
    syntax.FilledState,
    syntax.UnitEnded,
    syntax.GameEnds,
    syntax.OccasionHappened,
    syntax.EpisodeOpened,
    clauses.PlainDuty,
)
"""The parts of a letter that are monitored, or left to a judge, one by one."""


def rejections_of_sharing(letter: clauses.ParsedLetter) -> Iterator[Remark]:
    """Rejections of duties shared out twice, and of the part with which there are too many."""
    cores = (node for node in letter.nodes if isinstance(node, clauses.Core))
    shared = [core for core in cores if _is_of_each(core.subject)]
    for core in shared:
        yield from _nested_sharing(core)
    yield from _too_many(letter, shared)


def _is_of_each(subject: clauses.Subject | None) -> bool:
    return subject is not None and subject.player is None


def _nested_sharing(core: clauses.Core) -> Iterator[Remark]:
    """Rejections of *each of them* inside a duty of one of them: it could mean that one, or all."""
    says = "inside “each of them” this can be read in two ways; leave it out to mean that player, or name a player"
    for node in descendants(core):
        if isinstance(node, clauses.Subject) and _is_of_each(node) and node is not core.subject:
            yield reject("each-again", says, node)


def _too_many(letter: clauses.ParsedLetter, shared: list[clauses.Core]) -> Iterator[Remark]:
    several, count = len(letter.header.obligors), 0
    for node in (each for each in letter.nodes if isinstance(each, PARTS)):
        is_of_each = letter.header.mode == "each" or any(_encloses(core, node) for core in shared)
        count += several if is_of_each else 1
        if count > LETTER_PARTS:
            says = f"with this there are more than {LETTER_PARTS} parts"
            yield reject("too-many", f"{says}; what each of several promises is one for each", node)
            return


def _encloses(core: clauses.Core, node: syntax.LetterNode) -> bool:
    return core.span[0] <= node.span[0] and node.span[1] <= core.span[1]
