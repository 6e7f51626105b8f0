"""What holds for who pays in whole games of Heirless, under random letters that somebody breaks.

Whoever pays has promised it, every line of an answer holds when somebody else plays it, and every duty that failed has
an answer or is left to a judge. It does not matter what players are called, what else is promised, and what is decided
after the breach.
"""

import re
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median, quantiles
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.games.game_events import Entry
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.line_checks import line_objection
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.logic.formulas import Agreement
from oathbook.domain.promises.logic.proofs import Proof
from oathbook.domain.promises.logic.versions import BLAME
from oathbook.domain.promises.who_pays.answers import Blame, BlameAnswer, Referral
from oathbook.domain.promises.who_pays.duties import failed_duties
from oathbook.domain.promises.who_pays.who_pays import READINGS, who_pays
from tests.properties.test_blame import as_it_was
from tests.support.letters_at_random.broken_games import EDITION, LetteredGame, in_words, lettered_game
from tests.support.playing import ruleset_of

HEIRLESS: Final = ruleset_of(EDITION)
FEW: Final = 30
MANY: Final = 1_000
CALLED: Final = {"ash": "zeb", "birch": "yve", "cedar": "xan", "fir": "wim"}
"""Names in the opposite order."""
BESIDE: Final = "{} promises {} to idle at most 90 times."
"""What nobody breaks."""


def breaches(found: Audit) -> Iterator[PartAudit]:
    """What is broken in a game."""
    yield from (part for promise in found.promises for part in promise.parts if part.status == "broken")


# Answers ----------------------------------------------------------------------------------------------------------


def objections(game: PlayedGame, part: PartAudit, blame: Blame) -> Iterator[str]:
    """Yields what is wrong with the answers about something that is broken."""
    for each in blame.answers:
        if each.line is not None and (wrong := line_objection(game, part.agreement, part.proof, each)):
            yield f"{each.seat}: {wrong}"
        if each.line is None and each.step == "could":
            yield f"{each.seat} could have kept it, and no line shows it"
    named = {each.seat for each in blame.answers} | {seat for each in blame.referrals for seat in each.seats}
    yield from (f"{seat} has not promised it" for seat in sorted(named - {*part.agreement.obligors}))
    for duty in failed_duties(part.agreement.formula, part.proof.root):
        paths = {each.path for each in duty.nodes}
        answered = {each.seat for each in blame.answers if each.path in paths}
        answered |= {seat for each in blame.referrals if each.path in paths for seat in each.seats or duty.owners}
        owing = {seat for leaf in duty.links[0].leaves for seat in leaf.owners}
        yield from (f"nothing is said of {seat} about {duty.path}" for seat in sorted(owing - answered))


# What it must not hang on -------------------------------------------------------------------------------------------


def in_numbers(game: PlayedGame, blame: Blame) -> str:
    """The answers with numbers of decisions instead of positions, and without digests."""
    places = [each.at for each in game.commands]

    def number(position: int) -> int:
        return bisect_right(places, position)

    def told(each: BlameAnswer) -> BlameAnswer:
        line = each.line
        if line is None:
            return each
        puts_in = tuple(replace(one, position=number(one.position)) for one in line.puts_in)
        left_out = tuple(map(number, line.left_out))
        return replace(each, line=replace(line, puts_in=puts_in, left_out=left_out, ends=number(line.ends)))

    def left(each: Referral) -> Referral:
        return each if each.position is None else replace(each, position=number(each.position))

    numbered = Blame(tuple(map(told, blame.answers)), tuple(map(left, blame.referrals)))
    return re.sub(r"[0-9a-f]{32,64}", "", repr(numbered))


def differences(game: LetteredGame) -> Iterator[str]:
    """Yields what changes with other names, with a promise more, and without what comes after the breach."""
    entries = game.record().entries()
    found = audit(HEIRLESS, entries)
    renamed = audit(HEIRLESS, game.record(CALLED).entries())
    names = {other: seat for seat, other in CALLED.items()}
    seats = [each.seat for each in game.setup.seats]
    beside = audit(HEIRLESS, replace(game, letters=((0, BESIDE.format(*seats)), *game.letters)).record().entries())
    told = [in_numbers(found.game, each.blame) for each in breaches(found)]
    others = [in_words(in_numbers(renamed.game, each.blame), names) for each in breaches(renamed)]
    more = [in_numbers(beside.game, each.blame) for each in breaches(beside)]
    for what, answers in (("names", others), ("another promise", more)):
        assert len(answers) == len(told), f"{what}: other promises are broken"
        yield from (f"{what}: {one}\n{other}" for one, other in zip(told, answers, strict=True) if one != other)
    for part in breaches(found):
        yield from _without_the_rest(found, part, entries)


def _without_the_rest(found: Audit, part: PartAudit, entries: tuple[Entry, ...]) -> Iterator[str]:
    moment = part.proof.last if part.proof.moment is None else part.proof.moment
    until = found.game.steps[found.game.step_at(moment)].last
    short = audit(HEIRLESS, (each for each in entries if each.position <= until), only=part.proof.promise)
    (same,) = (each for each in breaches(short) if each.agreement == part.agreement)
    of_the_first = replace(part.blame, answers=part.blame.answers[: len(same.blame.answers)])
    if same.blame != (of_the_first if part.agreement.jointly else part.blame):  # what each breaks later comes last
        yield f"further decisions: {part.blame}\n{same.blame}"


# The tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "many", [FEW, pytest.param(MANY, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])], ids=str
)
def test_who_pays_is_founded_and_hangs_on_nothing_else(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The long one prints what the answers were, and what finding them costs."""
    seen: Counter[str] = Counter()
    seconds: list[float] = []

    def timed(game: PlayedGame, agreement: Agreement, proof: Proof) -> Blame:
        began = time.process_time()
        found = who_pays(game, agreement, proof)
        seconds.append(time.process_time() - began)
        return found

    seed = -1
    while len(seconds) < many:
        seed += 1
        game = lettered_game(seed)
        with monkeypatch.context() as patched:
            patched.setitem(READINGS, BLAME, timed)
            found = audit(HEIRLESS, game.record().entries())
        wrong = [each for part in breaches(found) for each in objections(found.game, part, part.blame)]
        assert [*wrong, *differences(game)] == [], seed
        for part in breaches(found):
            seen.update(each.step for each in part.blame.answers)
            seen.update(each.code for each in part.blame.referrals)
            seen["lines"] += sum(each.line is not None for each in part.blame.answers)

    spent = f"median {median(seconds):.4f}, 95 % {quantiles(seconds, n=20)[-1]:.4f}, most {max(seconds):.4f} s of CPU"
    print(len(seconds), "breaches of", seed + 1, "games:", dict(seen), spent)  # noqa: T201  # for whoever runs the long one
    assert {"could", "part", "beyond"} <= {*seen}


# Controls ---------------------------------------------------------------------------------------------------------


def a_breach() -> tuple[PlayedGame, PartAudit]:
    """One of which a line shows who pays."""
    found = audit(HEIRLESS, lettered_game(0).record().entries())
    return found.game, next(each for each in breaches(found) if any(one.line for one in each.blame.answers))


def test_a_wrong_line_a_stranger_and_a_missing_answer_are_found() -> None:
    game, part = a_breach()
    answers = part.blame.answers
    shown = next(each for each in answers if each.line)
    stranger = next(each.seat for each in game.setup.seats if each.seat not in part.agreement.obligors)

    assert list(objections(game, part, part.blame)) == []
    assert list(objections(game, part, Blame((as_it_was(game, shown), *answers)))) == [
        f"{shown.seat}: the duty fails on the line too"
    ]
    assert list(objections(game, part, Blame((*answers, replace(shown, seat=stranger, line=None))))) != []
    assert list(objections(game, part, Blame())) != []


Reading = Callable[[PlayedGame, Agreement, Proof], Blame]


def by_name(game: PlayedGame, agreement: Agreement, proof: Proof) -> Blame:
    """Who pays, if they come early in the alphabet."""
    found = who_pays(game, agreement, proof)
    return replace(found, answers=tuple(each for each in found.answers if each.seat < "m"))


def by_promises(game: PlayedGame, agreement: Agreement, proof: Proof) -> Blame:
    """Who pays, in a game of few promises."""
    return who_pays(game, agreement, proof) if len(game.promises) % 2 else Blame()


def by_length(game: PlayedGame, agreement: Agreement, proof: Proof) -> Blame:
    """Who pays, if the game went on after it."""
    is_last = game.step_at(proof.last if proof.moment is None else proof.moment) == len(game.steps) - 1
    return Blame() if is_last else who_pays(game, agreement, proof)


@pytest.mark.parametrize(
    ("reading", "what"), [(by_name, "names"), (by_promises, "another promise"), (by_length, "further decisions")]
)
def test_what_it_must_not_hang_on_is_found(reading: Reading, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READINGS, BLAME, reading)

    assert what in {each.partition(":")[0] for each in differences(lettered_game(0))}
