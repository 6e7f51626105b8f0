"""What players are told of promises in real games: each sentence in plain English, without labels of a program."""

from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.explanation import explanation_of
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2, HeirlessRules
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, QUIET, setup_of


def told(table: Oaths) -> str:
    """The explanation of the only promise, line by line."""
    record = table.scribe.record
    found = audit(record.ruleset, record.entries())
    (promise,) = found.promises
    (part,) = promise.parts
    return "\n".join(explanation_of(promise, part, found.game.trace, record.ruleset.vocabulary))


def test_what_another_player_has_to_decide_is_said_of_that_player() -> None:
    """Ash could have offered two, and birch would have had to accept."""
    table = Oaths()
    table.bound("ash promises birch to give 2 wolf0 to birch by the end of season 1.")
    table.idle(ASH, BIRCH, CEDAR)

    said = told(table)

    assert "had ash decided to offer a trade: ash gives 2 wolf0 to birch, and birch decided to accept offer 1" in said


def test_what_nobody_may_do_is_said_to_be_none() -> None:
    table = Oaths()
    table.bound("ash promises birch: (1) not to give any cat0 to birch; (2) that cedar has at most 0 cat0 by season 9.")

    said = told(table)

    assert "ash gives no cat0 to birch (duty of ash)" in said
    assert "cedar has no cat0, at some point" in said
    assert said.count("at most 0") == 1, "those are the words of the letter"


def test_what_is_open_is_said_to_be_so_once() -> None:
    table = Oaths()
    table.bound("ash promises birch to give 2 wolf0 to birch, otherwise to give 3 wolf0 to birch within 1 season.")

    said = told(table)

    assert "still open, and now lapsed" in said
    assert "still open: still open" not in said


def test_parts_of_a_letter_are_called_what_players_call_them() -> None:
    """The reparation, and the part of one of two, by the words of the letter."""
    table = Oaths()
    table.bound(
        "ash and birch jointly promise cedar: (1) each of them to deploy a knight to any tile by the end of season 1, "
        "otherwise to give 1 wolf0 to cedar within 1 turn of ash."
    )
    table.idle(ASH, BIRCH, CEDAR)

    said = told(table)

    assert "clause 1, birch's part, what is promised otherwise, \"otherwise to give 1 wolf0" in said
    assert "c1" not in said


def never(ruleset: HeirlessRules, letter: str) -> list[str]:
    setup = setup_of((ASH, BIRCH, CEDAR), QUIET, ruleset.wire.switches())
    names = names_in(ruleset.vocabulary, setup)
    remarks = lint(
        parse_letter(letter, ruleset.vocabulary, names), ruleset.vocabulary, names, Circumstances(setup=setup)
    )
    return [each.says for each in remarks]


def test_a_reason_why_something_never_comes_about_is_given_once() -> None:
    """Neither the Battle nor the attack in it; the first edition has both."""
    letter = "ash promises birch to attack cedar in the next battle."

    assert never(HEIRLESS_2, letter) == ["this never comes about: in this edition no Battle is fought (HB-1.1)"]
    assert never(HEIRLESS_1, letter) == []
