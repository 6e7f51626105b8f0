"""The laws of a ruleset (docs/laws.md), over every registered one, and a planted fault for each of them."""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec
import pytest

from oathbook.domain.games.switch_settings import switches_of
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.coverage import Coverage, Tally, coverage_of
from oathbook.replays.playouts import play_out
from tests.contract.faulty import LEAKS
from tests.contract.faulty_anywhere import ANYWHERE, Around, Loses, ShowsAll
from tests.contract.finding import OWED, must_break

RULESETS = tuple(load_registry().by_key.values())
FEW = 2
SOME = 60
MANY = 300
LONG = 10_000
AT_ONCE = 50
SEARCHED = 150
LAW_OF_SECRECY = 5
HIDING_NOTHING = ("gloomhaven_attack/", "heirless/e2")
"""Battlecards are hidden in Battles, which the later draft of Heirless does not have."""


def played(ruleset: AnyRuleset, games: int) -> Coverage:
    """Play so many games in this process, each under every law."""
    return coverage_of(ruleset, (play_out(ruleset, seed).tally for seed in range(games)))


def tally_of(key: str, seeds: range) -> Tally:
    """What a process of its own reached with these seeds."""
    ruleset = load_registry().ruleset(key)
    total: Tally = Counter()
    for seed in seeds:
        total.update(play_out(ruleset, seed).tally)
    return total


def played_on_all_cores(ruleset: AnyRuleset, games: int) -> Coverage:
    """The same some seeds at a time on every core."""
    parts = [range(first, min(first + AT_ONCE, games)) for first in range(0, games, AT_ONCE)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return coverage_of(ruleset, pool.map(tally_of, [ruleset.edition.key] * len(parts), parts))


def told(coverage: Coverage, capsys: pytest.CaptureFixture[str]) -> None:
    """Print how often everything was reached."""
    with capsys.disabled():
        for group, counts in coverage.counts.items():
            sys.stdout.write(f"\n{group}: " + ", ".join(f"{name} {times:,}" for name, times in counts.items()))
        sys.stdout.write("\n")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_a_few_random_games_keep_every_law(ruleset: AnyRuleset) -> None:
    """Laws 1 to 7 and 9, asked at every decision of two games, which end or stall; a law that is broken raises."""
    coverage = played(ruleset, FEW)

    assert sum(coverage.counts["endings"].values()) <= FEW
    assert sum(coverage.counts["events"].values()) > FEW


@pytest.mark.gate
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_random_games_keep_every_law(ruleset: AnyRuleset) -> None:
    """The same over more games."""
    coverage = played(ruleset, SOME)

    assert sum(coverage.counts["events"].values()) > SOME


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_random_games_keep_every_law_and_reach_everything(
    ruleset: AnyRuleset, capsys: pytest.CaptureFixture[str]
) -> None:
    """Laws 1 to 7 and 9: 300 games end or stall, and no event type, refusal, clause or setting is never reached."""
    coverage = played_on_all_cores(ruleset, MANY)

    told(coverage, capsys)
    assert coverage.missing == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_ten_thousand_random_games_keep_every_law(ruleset: AnyRuleset, capsys: pytest.CaptureFixture[str]) -> None:
    """The same over 10,000 games."""
    coverage = played_on_all_cores(ruleset, LONG)

    told(coverage, capsys)
    assert coverage.missing == {}


PLANTED = {
    f"{ruleset.edition.key}-{faulty.__name__}": (faulty(ruleset), law)
    for ruleset in RULESETS
    for faulty, law in ANYWHERE.items()
    if law != LAW_OF_SECRECY or not ruleset.edition.key.startswith(HIDING_NOTHING)
}
"""Every general fault in every ruleset; where nothing is hidden, there is nothing to leak."""

ONE_A_LAW = {law: name for name, (_, law) in reversed(PLANTED.items())}
"""The faults planted in the quick run."""

ONE_A_KIND = {type(faulty).__name__: name for name, (faulty, _) in PLANTED.items()}
"""Those that the gate plants besides: each kind in one ruleset. The others are planted in the long run."""

OFTEN = {
    **dict.fromkeys(PLANTED, (pytest.mark.slow,)),
    **dict.fromkeys(ONE_A_KIND.values(), (pytest.mark.gate,)),
    **dict.fromkeys(ONE_A_LAW.values(), ()),
}


@pytest.mark.parametrize(
    ("faulty", "law"), [pytest.param(*planted, id=name, marks=OFTEN[name]) for name, planted in PLANTED.items()]
)
def test_a_planted_fault_breaks_its_law(faulty: Around, law: int) -> None:
    """The control: with a fault of that kind planted, some game among a few breaks exactly that law."""
    with must_break(law, faulty, type(faulty).__name__, games=SEARCHED):
        played(faulty, SEARCHED)


@pytest.mark.gate
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_breaks_the_law_of_secrecy(leak: str) -> None:
    """Each place of a match where something could be told that is hidden."""
    with must_break(LAW_OF_SECRECY, LEAKS[leak], leak, games=SEARCHED):
        played(LEAKS[leak], SEARCHED)


def test_a_fault_that_is_not_found_says_what_its_ruleset_has_to_have() -> None:
    (ruleset, law), *_ = ((each, law) for each, law in PLANTED.values() if isinstance(each, Loses))

    with pytest.raises(pytest.fail.Exception, match=r"1 random games of .* kept law 6 .*: add one of its events to"):  # noqa: SIM117  # the one says what the other does
        with must_break(law, ruleset, "Loses", games=1):
            pass


def test_every_planted_fault_says_what_it_needs() -> None:
    assert {each.__name__ for each in ANYWHERE} == OWED.keys()


@pytest.mark.gate
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_a_ruleset_that_only_passes_questions_on_breaks_no_law(ruleset: AnyRuleset) -> None:
    """The control: what faults are planted in is the game itself; and where nothing is hidden, nothing can leak."""
    right = played(ruleset, 1)

    assert played(Around(ruleset), 1) == right
    assert not ruleset.edition.key.startswith(HIDING_NOTHING) or played(ShowsAll(ruleset), 1) == right


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_every_switch_of_the_rulings_is_a_switch_of_the_edition(ruleset: AnyRuleset) -> None:
    """The settings that ``rulings.md`` names are those that a game can have, the default first.

    A switch that came later is left out where it is not set: records from before stay as they are.
    """
    kind = ruleset.wire.switches
    settings = switches_of(ruleset)
    defaults = msgspec.to_builtins(kind())

    assert defaults == {reading: named[0] for reading, named in settings.items() if reading in defaults}
    assert settings.keys() - defaults.keys() <= {"FA-37", "HA-71"}
    for reading, named in settings.items():
        for setting in named:
            assert msgspec.to_builtins(msgspec.convert({reading: setting}, kind))[reading] == setting
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({reading: "unheard_of"}, kind)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.edition.key)
def test_every_reading_has_a_switch_or_a_reason(ruleset: AnyRuleset) -> None:
    """A reading without a switch says why (system design, decision 5), and stands where clauses are."""
    clauses = {clause.id for clause in ruleset.edition.rulebook.clauses}

    for reading in ruleset.edition.rulebook.readings:
        assert bool(reading.settings) != bool(reading.no_switch), reading.id
        assert set(reading.where) <= clauses, reading.id
