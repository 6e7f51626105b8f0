"""Letters of several obligors: duties of each of them, and the number of parts that this gives a letter."""

from collections.abc import Iterator

from domain.kernel.limits import LETTER_PARTS
from domain.promises.letter import clauses, syntax
from domain.promises.letter.remarks import Remark, reject
from domain.promises.letter.syntax import inside

PARTS = (
    syntax.FilledVerb,
    syntax.FilledState,
    syntax.UnitEnded,
    syntax.GameEnds,
    syntax.OccasionHappened,
    syntax.EpisodeOpened,
    clauses.Plain,
)
"""The parts of a letter that are monitored, or left to a judge, one by one."""


def rejections_of_sharing(letter: clauses.ParsedLetter) -> Iterator[Remark]:
    """Rejections of duties shared out twice, and of the part with which there are too many."""
    shared = [node for node in inside(letter.clauses) if isinstance(node, clauses.Core) and _is_of_each(node.subject)]
    for core in shared:
        yield from _shared_again(core)
    yield from _too_many(letter, shared)


def _is_of_each(subject: clauses.Subject | None) -> bool:
    return subject is not None and subject.player is None


def _shared_again(core: clauses.Core) -> Iterator[Remark]:
    """Rejections of *each of them* inside a duty of one of them: it could mean that one, or all."""
    for node in inside(core):
        if isinstance(node, clauses.Subject) and _is_of_each(node) and node is not core.subject:
            says = "inside “each of them” this can be read in two ways; leave it out and it is that one, or name who"
            yield reject("each-again", says, node)


def _too_many(letter: clauses.ParsedLetter, shared: list[clauses.Core]) -> Iterator[Remark]:
    several, count = len(letter.header.obligors), 0
    for node in inside((letter.clauses, letter.terms)):
        if isinstance(node, PARTS):
            is_of_each = letter.header.mode == "each" or any(_holds(core, node) for core in shared)
            count += several if is_of_each else 1
            if count > LETTER_PARTS:
                says = (
                    f"with this there are more than {LETTER_PARTS} parts; what each of several promises is one for each"
                )
                yield reject("too-many", says, node)
                return


def _holds(core: clauses.Core, node: syntax.LetterNode) -> bool:
    return core.span[0] <= node.span[0] and node.span[1] <= core.span[1]
