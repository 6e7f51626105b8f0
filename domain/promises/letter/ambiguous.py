"""Rejections of words that can be read in two ways, with both meanings to choose from."""

from collections.abc import Iterator
from typing import Final

from domain.promises.letter import clauses, syntax
from domain.promises.letter.remarks import Remark, reject
from domain.promises.letter.syntax import inside

LIMITS: Final = frozenset({"at most", "exactly"})


def rejections_of_ambiguity(letter: clauses.ParsedLetter) -> Iterator[Remark]:
    """Rejections of joined acts that are counted, of limits of one act, and of denials that may end early or late."""
    for node in inside((letter.clauses, letter.terms)):
        match node:
            case clauses.Do(join=join, times=times) if join and times is not None:
                yield _so_often(letter.text, node, times)
            case clauses.Do(acts=acts):
                yield from (_at_most_at_once(each) for each in acts if each.at_once and _is_limited(each))
            case syntax.Every(parts) | syntax.Some(parts):
                yield from (_denied(letter.text, each, node) for each in _open_denials(letter.text, parts))
            case _:
                pass


def _so_often(text: str, duty: clauses.Do, times: syntax.Quantity) -> Remark:
    """Whether the number goes with each of the acts or with the last."""
    often = _words(text, times.span)
    *others, last = (f"{duty.word} {_words(text, each.span)}" for each in duty.acts)
    written = _chosen if duty.join == "or" else _numbered
    each, one = (
        written(*(f"{other} {often}" for other in others), f"{last} {often}"),
        written(*others, f"{last} {often}"),
    )
    return reject("so-often", f"“{often}” may go with each of these or with the last: say “{each}” or “{one}”", duty)


def _numbered(*duties: str) -> str:
    return "; ".join(f"({number}) {each}" for number, each in enumerate(duties, 1))


def _chosen(*duties: str) -> str:
    return "either " + " or ".join(f"({each})" for each in duties)


def _is_limited(act: syntax.FilledVerb) -> bool:
    return any(isinstance(each, syntax.Quantity) and each.measure in LIMITS for each in act.fill)


def _at_most_at_once(act: syntax.FilledVerb) -> Remark:
    says = (
        "“at once” may limit each act, or ask for one so small: say “not to … more than … at once” or “… at least once”"
    )
    return reject("at-most-at-once", says, act)


def _open_denials(text: str, parts: tuple[syntax.LetterCondition, ...]) -> Iterator[syntax.NotSo]:
    """The denials that no bracket ends before the next condition."""
    for part in parts[:-1]:
        if text[part.span[1] :].lstrip().startswith(")"):
            continue
        ends = (each for each in (part, *inside(part)) if isinstance(each, syntax.NotSo))
        yield from [each for each in ends if each.span[1] == part.span[1] and text[each.span[1] - 1] != ")"][:1]


def _denied(text: str, denial: syntax.NotSo, joined: syntax.Every | syntax.Some) -> Remark:
    """How much of what follows is denied."""
    one, rest = _words(text, denial.span), _words(text, (denial.span[1], joined.span[1]))
    both = _words(text, (denial.part.span[0], joined.span[1]))
    says = f"how much is denied can be read in two ways: say “it is not the case that ({both})” or “({one}) {rest}”"
    return reject("how-much-denied", says, joined)


def _words(text: str, span: syntax.TextSpan) -> str:
    return " ".join(text[slice(*span)].split())
