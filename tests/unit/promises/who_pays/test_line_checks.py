"""Lines of answers verified: what is wrong with one that was changed, in games in which somebody breaks promises."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.line_checks import line_objection
from oathbook.domain.promises.audit.promise_audit import Audit, PartAudit
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.who_pays.answers import AlternativeLine, BlameAnswer, Substitution
from tests.minigame.model import Assign, Components, Leave
from tests.minigame.ruleset import BLUE, RED
from tests.support.promises.blaming import LETTERS, Table, goods, only, random_table
from tests.support.transcribing import read

SEEDS: Final = (0, 1, 5, 15, 21, 26, 28)
HEIRLESS: Final = "oathbook notation/1\nedition heirless/e1\nseats ann Ann, bram Bram, cleo Cleo, dov Dov\n\n"


class Shown(NamedTuple):
    """An answer with its line, in its game."""

    game: PlayedGame
    part: PartAudit
    answer: BlameAnswer
    line: AlternativeLine

    def objection(self, line: AlternativeLine) -> str:
        """What is wrong with a line in place of its own."""
        return line_objection(self.game, self.part.agreement, self.part.proof, replace(self.answer, line=line))


def shown_lines() -> Iterator[Shown]:
    for seed in SEEDS:
        audited = random_table(seed, texts=LETTERS).audit()
        for part in (part for promise in audited.promises for part in promise.parts):
            for each in part.blame.answers:
                if each.line is not None:
                    yield Shown(audited.game, part, each, each.line)


def as_it_is(shown: Shown) -> AlternativeLine:
    return shown.line


def nothing_else(shown: Shown) -> AlternativeLine:
    """What was decided is put in at the first place."""
    first = next(each for each in shown.game.commands if each.at == shown.line.puts_in[0].position)
    same = Substitution(first.at, instead=True, decisions=(first.decision,))
    return replace(shown.line, puts_in=(same,), left_out=(), ends=shown.game.steps[-1].at, again=False, by_chance=False)


def out_of_reach(shown: Shown) -> AlternativeLine:
    """A decision is put in that nobody may take."""
    no_such = Substitution(
        shown.line.puts_in[0].position, instead=False, decisions=(Assign(shown.answer.seat, "Nowhere"),)
    )
    return replace(shown.line, puts_in=(no_such,))


def one_more_left_out(shown: Shown) -> AlternativeLine:
    """It says of one decision more that it became impossible."""
    return replace(shown.line, left_out=(*shown.line.left_out, -1))


@pytest.mark.parametrize(
    ("changed", "objections"),
    [
        (as_it_is, {""}),
        (nothing_else, {"the duty fails on the line too"}),
        (out_of_reach, {"what it puts in at position … is not allowed there"}),
        (one_more_left_out, {"other decisions become impossible on it than it says"}),
    ],
    ids=["as it is", "as recorded", "not allowed", "less left out"],
)
def test_a_line_holds_as_it_is_and_not_otherwise(
    changed: Callable[[Shown], AlternativeLine], objections: set[str]
) -> None:
    found = [(shown, shown.objection(changed(shown))) for shown in shown_lines()]

    said = {
        objection.replace(f"position {shown.line.puts_in[0].position} ", "position … ") for shown, objection in found
    }
    assert said == objections
    assert len(found) > 2 * len(SEEDS)
    assert any(shown.line.again for shown, _ in found)


def test_on_a_line_that_ends_early_time_does_not_come_as_far() -> None:
    """Red idled with 2 wood, and Blue promised something; the line ends before the season does."""
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("red idle")
    table.promises("blue promises green not to attack green.")
    table.plays("blue idle", "green idle")
    shown = only_shown(table.audit())

    assert shown.objection(shown.line) == ""
    quiet = replace(shown.line, puts_in=(replace(shown.line.puts_in[0], decisions=()),))
    assert shown.objection(quiet) == "on the line time does not come as far as it did"
    assert shown.objection(replace(quiet, ends=shown.game.steps[-1].at)) == "the duty fails on the line too"


@pytest.mark.parametrize(
    ("beside", "objection"),
    [
        ("! bram:\n  then turn 2 of Bram ends\n  then turn 3: it is Cleo's\n", ""),
        ("! dov: deploy Thicket\nbram: build Bakery on 1\n", "what the table did at position 7 cannot be done on it"),
    ],
    ids=["a turn passed over", "a turn granted"],
)
def test_a_line_goes_on_over_what_the_table_did_where_that_can_be_done_again(beside: str, objection: str) -> None:
    letter = 'ann promises bram to deploy a knight to tile "Meadow" before cleo deploys a knight to any tile.'
    record = read(
        f"{HEIRLESS}ann: offer promise: {letter}\nann: sign p1\nbram: sign p1\n"
        f"ann: deploy Valley\n{beside}cleo: deploy Thicket\n"
    )
    shown = only_shown(audit(record.ruleset, record.entries()))
    assert shown.objection(shown.line) == ""

    assert shown.objection(replace(shown.line, ends=shown.game.steps[-1].at)) == objection


def test_on_a_line_on_which_the_game_is_over_all_that_follows_is_left_out() -> None:
    """Red could have left instead of giving something away: that is the end of the game, and no way to have more."""
    table = Table(Components(goods={RED: {"corn": 1}}), seats=(RED, BLUE))
    table.promises("red promises blue that red has at least 3 corn by the end of season 1.")
    table.plays("red idle", "red give corn 1 blue", "blue idle")
    audited = table.audit()
    part = only(audited.promises[0])
    (answer,) = part.blame.answers
    _, given, last = audited.game.commands
    leaves = Substitution(given.at, instead=True, decisions=(Leave(RED),))
    line = AlternativeLine((leaves,), left_out=(last.at,), ends=last.at)

    objection = line_objection(audited.game, part.agreement, part.proof, replace(answer, line=line))

    assert (answer.step, answer.line) == ("beyond", None)
    assert objection == "on the line time does not come as far as it did"


def only_shown(audited: Audit) -> Shown:
    """The only answer about the first promise."""
    part = only(audited.promises[0])
    (answer,) = part.blame.answers
    assert answer.line is not None
    return Shown(audited.game, part, answer, answer.line)
