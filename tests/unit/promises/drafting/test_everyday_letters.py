"""Letters in everyday English, and the first letter that is suggested for each.

They were written without a look at the grammar. The rules for everyday English were made with them, so
they show that the rules do what they are for, and not how many other letters are understood; for that, see
``test_hundred_letters.py``. Each suggestion was read against what its letter says.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from oathbook.api.schemas.letter_review import sample_context
from oathbook.domain.promises.drafting.everyday_english import EverydayEnglish
from oathbook.domain.promises.drafting.rewording_rules import load_rules
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.suggesting import clarifying_question, suggested_letters
from tests.unit.promises.letter.test_hundred_letters import LETTERS as ASKED
from tests.unit.promises.letter.test_hundred_letters import WORLDS

ASKS = "? "


class Everyday(NamedTuple):
    """A letter as it is typed by the first of the seats, and what is suggested first, or asked before."""

    edition: str
    seats: tuple[str, ...]
    typed: str
    first: str


def listed() -> Iterator[Everyday]:
    edition, seats, typed = "", "", ""
    for line in (Path(__file__).parent / "everyday_letters.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            edition, _, seats = line.strip("[]").partition(": ")
        elif line.startswith("  "):
            yield Everyday(edition, tuple(seats.split()), typed, line.strip())
        else:
            typed = line


LETTERS = tuple(listed())


def test_many_letters_are_listed() -> None:
    assert len(LETTERS) > 200
    assert len({each.typed for each in LETTERS if each.seats[0] == "red"}) > 180


@pytest.mark.parametrize("each", LETTERS, ids=range(len(LETTERS)))
def test_what_is_meant_is_suggested_first(each: Everyday) -> None:
    world = sample_context(load_registry().ruleset(each.edition), each.seats)

    asked = (each.typed, world.vocabulary, world.names)
    if each.first.startswith(ASKS):
        assert suggested_letters(*asked, writer=each.seats[0]) == ()
        assert clarifying_question(*asked, each.seats[0]) == each.first.removeprefix(ASKS)
    else:
        assert suggested_letters(*asked, writer=each.seats[0])[0] == each.first


def test_a_phase_without_a_number_is_that_of_now_where_it_is_known() -> None:
    world = sample_context(load_registry().ruleset("heirless/e1"), ("red", "blue"))
    typed = "I'll give blue 2 cat0 before the battles."

    def first(now: Circumstances) -> str:
        return suggested_letters(typed, world.vocabulary, world.names, now, writer="red")[0]

    assert first(Circumstances()) == "red promises to give 2 cat0 to blue before the end of this season."
    known = Circumstances(now={"season": 2})
    assert first(known) == "red promises to give 2 cat0 to blue before the battles of season 2."


BINDING_NOBODY = (
    "I could give Blue 2 wood",
    "I cannot give Blue 2 wood",
    "I never said I would attack Blue",
    "I don't have to attack Blue",
    "Nobody has to attack Blue",
    "I am not obliged to attack Blue",
    "I will try to give Blue 2 wood",
    "I would help Blue",
    "I gave Blue 2 wood",
    "I attacked Blue",
    "Green is attacking Blue",
    "I will give Blue 2 wood?",
    "I will give Blue 2 wood " + "and 2 wood " * 40,
)
"""Letters in the words of the sample game."""

OTHERWISE = (
    "I will neither attack blue nor attack green.",
    "I'll give blue 2 cat0 if he needs it and gives me the Ring.",
    "Blue and green get 2 cat0 from me.",
    "I'll get the Ring from blue and give him 2 cat0.",
    "I'll give blue 2 cat0 so he can build the Mill, if he gives me the Ring.",
    "Truce with blue: he gives me 2 cat0.",
    "If blue attacks green, I will attack him.",
    "If someone attacks blue, I will attack him.",
    "Blue gives green 2 cat0 if he gives him the Ring.",
    "Blue won't attack anyone but green.",
    "Blue gives each other player 1 cat0.",
    "Blue will give me 2 cat0 next turn.",
    "I don't own the Mill.",
    "I'll give blue 2 cat0 for green's Ring.",
    "Blue can use green's Mill.",
    "I will not just attack blue.",
)
"""Letters in which a rule could take one player, act or part for another."""


@pytest.mark.parametrize("typed", BINDING_NOBODY)
def test_what_binds_nobody_is_made_no_promise(typed: str) -> None:
    assert suggested_letters(typed, SAMPLE, NAMES, writer="Red") == ()


@pytest.mark.parametrize("typed", OTHERWISE)
def test_what_could_become_another_promise_is_none(typed: str) -> None:
    world = sample_context(load_registry().ruleset("heirless/e1"), ("red", "blue", "green", "purple"))

    assert suggested_letters(typed, world.vocabulary, world.names, writer="red") == ()


class Noting(NamedTuple):
    """A pattern that is noted when it changes something."""

    used: set[str]
    pattern: str
    filled: re.Pattern[str]

    def sub(self, put: str, said: str) -> str:
        new = self.filled.sub(put, said)
        self.used.update({self.pattern} if new != said else ())
        return new

    def __getattr__(self, name: str) -> object:
        return getattr(self.filled, name)


def suggest_for_all() -> None:
    for each in LETTERS:
        world = sample_context(load_registry().ruleset(each.edition), each.seats)
        suggested_letters(each.typed, world.vocabulary, world.names, writer=each.seats[0])
    for game, typed in (*ASKED, *(("heirless", each) for each in OTHERWISE)):
        suggested_letters(typed, WORLDS[game].vocabulary, WORLDS[game].names, writer="red")
    for typed in BINDING_NOBODY:
        suggested_letters(typed, SAMPLE, NAMES, writer="Red")


@pytest.mark.gate
def test_every_rule_rewords_one_of_these_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What none of them needs would be a guess that nobody has tried."""
    used, filled = set[str](), EverydayEnglish.pattern

    def noting(self: EverydayEnglish, pattern: str) -> Noting:
        return Noting(used, pattern, filled(self, pattern))

    monkeypatch.setattr(EverydayEnglish, "pattern", noting)
    suggest_for_all()

    every = {pattern for section, each in load_rules().items() if section != "acts" for pattern, _ in each}
    assert every - used == set()
