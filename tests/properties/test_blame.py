"""What holds for blame in every game: random ones of the mini-game, under random letters that somebody breaks."""

from collections import Counter
from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.blame.blame import blamed
from tests.minigame.ruleset import MINIGAME
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
    """Nobody is blamed without a witness, nobody excused who is blamed, nothing broken without a word about it."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        found = random_table(seed).audit()
        for promise in found.promises:
            for part in promise.parts:
                seen[part.status] += 1
                if part.status == "broken":
                    seen.update(witness.kind for witness in part.blame.witnesses)
                    _is_founded(part, found)
    assert seen["broken"] > len(seeds) // 4
    assert {"act", "chance"} <= {*seen}


def _is_founded(part: PartAudit, found: Audit) -> None:
    blame = part.blame
    assert {*blame.blamed} <= {*part.agreement.obligors}
    assert {each.seat for each in blame.witnesses} == {*blame.blamed}
    for witness in blame.witnesses:
        assert witness.moves or witness.kind in {"beyond", "ruling"}
    assert not {*blame.blamed} & {each.seat for each in blame.excused}
    assert blame.blamed or blame.excused or blame.referrals
    assert [each.seat for each in part.penalties] == [*blame.blamed]
    held = {seat for each in part.referrals for seat in each.seats or blame.blamed}
    assert all(each.applies == (each.seat not in held) for each in part.penalties)
    assert blamed(found.game, part.agreement, part.proof) == blame


@cases(SOME // 3, LONG // 3)
def test_every_move_of_a_witness_was_allowed_where_it_stands(seeds: range) -> None:
    """Of a chance, the rules are asked about each move in the state of its position."""
    asked = 0
    ruleset = MINIGAME
    for seed in seeds:
        found = random_table(seed).audit()
        before = {each.at: each.state for each in found.game.commands}
        for part in (part for promise in found.promises for part in promise.parts):
            for witness in part.blame.witnesses:
                if witness.kind in {"chance", "nearer"}:
                    first = witness.moves[0]
                    assert ruleset.refusal(before[first.position], first.decision) is None
                    asked += 1
    assert asked > 0


@cases(SOME // 6, LONG // 6)
def test_blame_does_not_hang_on_what_players_are_called(seeds: range) -> None:
    names = {seat: Seat(f"x{seat}") for seat in SEATS}

    for seed in seeds:
        plain, renamed = (random_table(seed, called).audit() for called in ({}, names))

        for one, other in zip(plain.promises, renamed.promises, strict=True):
            for part, twin in zip(one.parts, other.parts, strict=True):
                assert [names[seat] for seat in part.blame.blamed] == [*twin.blame.blamed]
                assert [each.code for each in part.referrals] == [each.code for each in twin.referrals]
