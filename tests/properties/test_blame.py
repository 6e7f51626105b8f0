"""What holds for blame in every game: random ones of the mini-game, under random letters that somebody breaks."""

from collections import Counter
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.line_checks import line_objection
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.who_pays.answers import BlameAnswer
from oathbook.domain.promises.who_pays.who_pays import who_pays
from tests.support.promises.blaming import SEATS, random_table

SOME: Final = 24
LONG: Final = 2_400


def cases(many: int, long: int) -> pytest.MarkDecorator:
    """A quarter of some seeds in the quick tests, the others in the gate, and many more in the long profile."""
    first, *parts = [range(start, start + many) for start in range(0, long, many)]
    parted = [
        range(many // 4),
        pytest.param(range(many // 4, first.stop), marks=pytest.mark.gate),
        *(pytest.param(part, marks=pytest.mark.slow) for part in parts),
    ]
    return pytest.mark.parametrize("seeds", parted, ids=lambda seeds: f"{seeds.start}..{seeds.stop}")


@cases(SOME, LONG)
def test_who_is_blamed_has_promised_it_and_is_shown_to_have_caused_it(seeds: range) -> None:
    """Nobody pays without an answer, nobody is excused who pays, nothing is broken without a word about it."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        found = random_table(seed).audit()
        for promise in found.promises:
            for part in promise.parts:
                seen[part.status] += 1
                if part.status == "broken":
                    seen.update(each.step for each in part.blame.answers)
                    _is_founded(part, found)
    assert seen["broken"] > len(seeds) // 4
    assert {"could", "prevented", "beyond"} <= {*seen}


def _is_founded(part: PartAudit, found: Audit) -> None:
    blame = part.blame
    assert {*blame.blamed} <= {*part.agreement.obligors}
    for each in blame.answers:
        assert each.line is not None or each.step != "could"
    assert not {*blame.blamed} & {each.seat for each in blame.excused}
    assert blame.blamed or blame.excused or blame.referrals
    assert [each.seat for each in part.penalties] == [*blame.blamed]
    held = {seat for each in part.referrals for seat in each.seats or blame.blamed}
    assert all(each.applies == (each.seat not in held) for each in part.penalties)
    assert who_pays(found.game, part.agreement, part.proof) == blame


@cases(SOME // 3, LONG // 3)
def test_every_line_of_an_answer_holds_when_somebody_else_plays_it(seeds: range) -> None:
    """The control: without what it puts in, the duty fails on it."""
    checked = 0
    for seed in seeds:
        found = random_table(seed).audit()
        for part in (part for promise in found.promises for part in promise.parts):
            for answer in (each for each in part.blame.answers if each.line is not None):
                assert line_objection(found.game, part.agreement, part.proof, answer) == "", (seed, answer)
                assert line_objection(found.game, part.agreement, part.proof, as_it_was(found.game, answer))
                checked += 1
    assert checked > 0


def as_it_was(game: PlayedGame, answer: BlameAnswer) -> BlameAnswer:
    """The same answer with a line that puts in what was decided there anyway."""
    assert answer.line is not None
    decided = {each.at: each.decision for each in game.commands}
    puts_in = tuple(replace(each, instead=True, decisions=(decided[each.position],)) for each in answer.line.puts_in)
    return replace(answer, line=replace(answer.line, puts_in=puts_in, left_out=(), by_chance=False))


@cases(SOME // 6, LONG // 6)
def test_blame_does_not_hang_on_what_players_are_called(seeds: range) -> None:
    names = {seat: Seat(f"x{seat}") for seat in SEATS}

    for seed in seeds:
        plain, renamed = (random_table(seed, called).audit() for called in ({}, names))

        for one, other in zip(plain.promises, renamed.promises, strict=True):
            for part, twin in zip(one.parts, other.parts, strict=True):
                assert [names[seat] for seat in part.blame.blamed] == [*twin.blame.blamed]
                assert [each.code for each in part.referrals] == [each.code for each in twin.referrals]
