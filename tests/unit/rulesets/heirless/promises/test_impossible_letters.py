"""What a letter is warned of because no game of Heirless can bring it, each beside something close that can be."""

import re
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.api.schemas.letter_review import game_context, review_letter
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.promises.lifecycle.letter_reader import LetterReader
from oathbook.domain.rulesets.heirless.model.components import Tile
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2, HeirlessRules
from oathbook.domain.rulesets.protocol import SeatSetup, Setup
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.table import AS_PRINTED, SAMPLE

SEATS: Final = tuple(SeatSetup(Seat(seat)) for seat in ("ash", "birch", "cedar"))


def warned(letter: str, ruleset: HeirlessRules = HEIRLESS_1) -> list[tuple[str, str, str]]:
    """Of what nobody can do or bring about: the code, what is said, and the words it is said of."""
    world = game_context(ruleset, replace(ruleset.samples()[0], seats=SEATS, start=None))
    found = [each for each in review_letter(letter, world).remarks if each.code in {"impossible", "never-due"}]
    return [(each.code, re.split(": |, because ", each.says)[-1], letter[slice(*each.span)]) for each in found]


def refused(letter: str, ruleset: HeirlessRules = HEIRLESS_1) -> list[tuple[str, str, str]]:
    """Why nobody can sign it: the code, what is said, and the words it is said of."""
    world = game_context(ruleset, replace(ruleset.samples()[0], seats=SEATS, start=None))
    found = [each for each in review_letter(letter, world).remarks if each.weight == "reject"]
    return [(each.code, each.says, letter[slice(*each.span)]) for each in found]


def test_nobody_promises_to_flee_from_the_capital_or_without_a_direction() -> None:
    """HT-9.2 for the Capital, whatever direction it has; HT-9.1 for another tile without one."""
    box = replace(SAMPLE, capital="Farmland", tiles=(*SAMPLE.tiles, Tile("Island", 3000, 3000)))
    world = game_context(HEIRLESS_1, Setup(SEATS, box, AS_PRINTED))

    said = [
        re.split(": |, because ", each.says)[-1]
        for tile in ("Farmland", "Island", "Valley")
        for each in review_letter(
            f'ash promises birch to flee from tile "{tile}" by the end of season 1.', world
        ).remarks
        if each.code == "impossible"
    ]

    assert said == ["nobody can flee from Farmland (HT-9.2)", "Island has no Flee direction (HT-9.1)"]


@pytest.mark.parametrize(
    ("impossible", "why", "possible"),
    [
        ('flee from tile "Capital"', "nobody can flee from Capital (HT-9.2)", 'flee from tile "Valley"'),
        (
            'deploy knight "birch-1" to tile "Valley"',
            "birch-1 is no Knight of ash (HT-7.1)",
            'deploy knight "ash-1" to tile "Valley"',
        ),
        (
            'flee with knight "birch-1" from tile "Valley"',
            "birch-1 is no Knight of ash (HT-9.1)",
            'flee with knight "ash-1" from tile "Valley"',
        ),
        ("refine 1 wolf0", "no recipe makes wolf0 (HT-4.9)", "refine 1 wolf1"),
        (
            'build workplace "Orchard"',
            "Orchard is in no Hand and not built, and nobody draws it (HT-4.5)",
            'build workplace "Mill"',
        ),
        (
            'assign workers to workplace "Orchard"',
            "Orchard is in no Hand and not built, and nobody draws it (HT-4.5)",
            'assign workers to workplace "Sheepfold"',
        ),
        (
            'give marker "Seal" to birch',
            "nobody has marker Seal in this game (HT-11.2)",
            'give marker "Crown" to birch',
        ),
        (
            "give 4 Wolf to birch at least 2 times",
            "there are 3 Wolf Workers in this game (HT-11.2)",
            "give 4 Wolf to birch",
        ),
        ("ally with ash", "nobody can do this to themselves", "ally with birch"),
        ("attack ash", "nobody can do this to themselves", "attack cedar"),
        (
            "idle at least 4 times",
            "a player who Idles is out for the rest of the Season (HT-12.2)",
            "idle at least 3 times",
        ),
        (
            "idle at least 3 times by the end of season 2",
            "a player who Idles is out for the rest of the Season (HT-12.2)",
            "idle at least 2 times by the end of season 2",
        ),
        (
            "idle at least twice within 1 season",
            "a player who Idles is out for the rest of the Season (HT-12.2)",
            "idle at least twice within 2 seasons",
        ),
        (
            'propose law "Tithe" at least 3 times within 2 turns of ash',
            "a turn has 1 Standard Action (HT-1.2)",
            'propose law "Tithe" at least 3 times within 2 turns of birch',
        ),
        (
            'enact law "Tithe" at least twice',
            "Tithe stays in force once it is enacted (HT-8.4)",
            'propose law "Tithe" at least twice',
        ),
    ],
)
def test_a_duty_that_nobody_can_do_is_warned_of(impossible: str, why: str, possible: str) -> None:
    letter = f"ash promises to {impossible}."

    assert warned(letter) == [("impossible", why, f"to {impossible}")]
    assert warned(f"ash promises to {possible}.") == []


@pytest.mark.parametrize(
    ("impossible", "why", "possible"),
    [
        ("birch has at least 4 Wolf", "there are 3 Wolf Workers in this game (HT-4.1)", "birch has at least 3 Wolf"),
        ("birch has more than 3 Wolf", "there are 3 Wolf Workers in this game (HT-4.1)", "birch has exactly 3 Wolf"),
        (
            'birch has 4 knights on tile "Valley"',
            "birch has 3 Knights (HT-7.1)",
            'birch has 3 knights on tile "Valley"',
        ),
        ('cedar holds marker "Ring"', "nobody has marker Ring in this game (HT-11.2)", 'cedar holds marker "Bond"'),
        (
            'cedar owns workplace "Bindery"',
            "Bindery is in no Hand and not built, and nobody draws it (HT-4.5)",
            'cedar owns workplace "Dyehouse"',
        ),
        ("the season is 4", "the game ends after Season 3 (HT-1.5)", "the season is 3"),
        (
            'any player has 4 knights on tile "Valley"',
            "ash has 3 Knights (HT-7.1)",
            'any player has 1 knights on tile "Valley"',
        ),
    ],
)
def test_a_state_that_never_is_so_is_warned_of(impossible: str, why: str, possible: str) -> None:
    guaranteed, once = (f"ash promises {each}." for each in (f"that {impossible}", f"once {impossible}, to idle"))

    assert warned(guaranteed) == [("impossible", why, f"that {impossible}")]
    assert warned(once) == [("never-due", why, f"once {impossible}, to idle")]
    assert warned(f"ash promises that {possible}.") == []
    assert warned(f"ash promises once {possible}, to idle.") == []


NOT_AT_FIRST = "nobody is Idle as a Season begins (HT-12.2)"
IN_THE_END = "a Season ends when every player is Idle (HT-1.5)"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("that ash is idle at the start of season 2", NOT_AT_FIRST),
        ("that ash is idle in the next season", NOT_AT_FIRST),
        ("that ash is idle at the start of season 2, unless birch attacks ash", NOT_AT_FIRST),
        ("once cedar attacks ash, that ash is idle in the next season", NOT_AT_FIRST),
        ("not to idle in the next season", IN_THE_END),
        ("never to either idle or attack birch in the next season", IN_THE_END),
    ],
)
def test_what_every_game_breaks_is_warned_of(said: str, why: str) -> None:
    """It can be signed all the same: whoever wants to owe 20 Prestige may promise it."""
    letter = f"ash promises birch {said}."

    assert warned(letter) == [("impossible", why, said)]
    assert refused(letter) == []


def test_in_the_last_season_none_follows_that_could_be_lost() -> None:
    setup = replace(HEIRLESS_1.samples()[0], seats=SEATS, start=None)
    names, last = names_in(HEIRLESS_1.vocabulary, setup), HEIRLESS_1.vocabulary.last(setup)["season"]
    letter = parse_letter("ash promises birch that ash is idle in the next season.", HEIRLESS_1.vocabulary, names)

    def codes(season: int) -> list[str]:
        known = Circumstances(now={"season": season}, last={"season": last}, setup=setup)
        return [each.code for each in lint(letter, HEIRLESS_1.vocabulary, names, known)]

    assert "impossible" in codes(last - 1)
    assert "impossible" not in codes(last)


@pytest.mark.parametrize(
    "said",
    [
        "that ash is idle in every season",
        "once cedar attacks ash, that ash is idle at the start of season 2",
        "to give 1 Wolf to birch, otherwise that ash is idle in the next season",
        "not to idle twice in the next season",
        "not to attack birch in the next season",
        "that ash has at least 1 Wolf in the next season",
        "that ash has at least 1 Wolf at the start of season 2",
    ],
)
def test_what_some_game_keeps_is_not(said: str) -> None:
    """The control. What a guard begins later may be so by then; idling once more is possible in every Season."""
    assert warned(f"ash promises birch {said}.") == []


@pytest.mark.parametrize(
    ("letter", "codes"),
    [
        ('ash promises whenever birch flees from tile "Capital", to idle.', ["never-due"]),
        ("ash promises if birch attacks birch, to idle.", ["never-due"]),
        ("ash promises if birch attacks birch or birch idles, to idle.", []),
        ("ash promises whenever birch gives 4 Wolf to ash, to idle.", ["never-due"]),
        ("ash promises whenever birch gives more than 3 Wolf to ash, to idle.", ["never-due"]),
        ("ash promises whenever birch gives 3 Wolf to ash, to idle.", []),
        ('ash promises while cedar holds marker "Ring", to give at most 1 Wolf to birch.', []),
        ("ash promises either (to attack ash) or (to idle).", []),
        ("ash promises either (to attack ash) or (to ally with ash).", ["impossible", "impossible"]),
        ("ash promises never to attack ash.", []),
        ('ash promises to flee from tile "Capital", unless birch idles.', ["impossible"]),
        ('ash promises to idle, otherwise to flee from tile "Capital".', ["impossible"]),
        ('ash promises to flee from tile "Capital" exactly 0 times.', []),
        ("ash and birch jointly promise to attack ash.", []),
        ('ash promises in plain words "peace" judged by birch.', []),
        ("ash promises to attack ash during season 1.", ["impossible"]),
        ("ash promises once birch has 4 Wolf and birch has 1 Cat, to idle.", ["never-due"]),
        ("ash promises once birch has 3 Wolf and birch has 1 Cat, to idle.", []),
        ("ash promises once birch has 4 Wolf or birch has 1 Cat, to idle.", []),
        ("ash promises once birch has 4 Wolf or birch has 4 Cat, to idle.", ["never-due"]),
        ('ash promises whenever the holder of marker "Crown" attacks ash, to idle.', []),
        ('ash promises that the holder of marker "Crown" has 4 Wolf.', ["impossible"]),
        ('ash promises that the holder of marker "Crown" has 4 knights on tile "Valley".', []),
        ("ash promises if it is not the case that ash attacks ash by the end of season 1, to idle.", []),
        ("ash promises to give 4 Wolf to any player at least twice.", ["impossible"]),
    ],
)
def test_only_what_cannot_be_avoided_is_warned_of(letter: str, codes: list[str]) -> None:
    """A choice with one way out, a limit, and somebody else of several who could, are all possible."""
    assert [code for code, _, _ in warned(letter)] == codes


def test_a_clause_that_is_impossible_is_named_with_its_words() -> None:
    letter = 'ash promises birch: (1) to idle by the end of season 1; (2) to flee from tile "Capital" within 1 season.'
    world = game_context(HEIRLESS_1, replace(HEIRLESS_1.samples()[0], seats=SEATS, start=None))

    (remark,) = review_letter(letter, world).remarks

    assert remark.says == "clause 2: this can never be kept, because nobody can flee from Capital (HT-9.2)"
    assert letter[slice(*remark.span)] == 'to flee from tile "Capital" within 1 season'


def test_an_edition_without_battles_brings_none() -> None:
    """But Knights are sent back, by the word of the table (HA-76)."""
    attack, start = "ash promises to attack birch.", 'ash promises if a battle on tile "Valley" starts, to idle.'

    for letter, words in (
        (attack, "attack birch"),
        (start, 'a battle on tile "Valley" starts'),
        ("ash promises birch to give 1 wolf0 to birch in the next battle.", "in the next battle"),
    ):
        assert refused(letter, HEIRLESS_2) == [
            ("never", "this never comes about: in this edition no Battle is fought (HB-1.1)", words)
        ]
        assert refused(letter) == []
    assert refused("ash promises to idle.", HEIRLESS_2) == []
    assert refused("ash promises if a knight of birch is sent back, to idle.", HEIRLESS_2) == []


def test_the_game_does_not_end_before_it_ends() -> None:
    letter = "ash promises if the game ends {} the end of the game, that ash is idle."

    assert refused(letter.format("before")) == [
        ("never", "the game does not end before it ends", "if the game ends before the end of the game")
    ]
    assert refused(letter.format("by")) == []


def test_a_position_has_what_it_begins_with() -> None:
    """A Law that is in force from the start is not proposed again; a Workplace on the discard pile is out."""
    table = Oaths()
    field = table.scribe.game.state.field
    law, *others = field.laws
    piled, *hand = field.players[0].hand
    players = (replace(field.players[0], hand=tuple(hand)), *field.players[1:])
    begun = Oaths(replace(field, laws=tuple(others), in_force=(law,), players=players))

    def codes(table: Oaths, letter: str) -> list[str]:
        found = LetterReader(HEIRLESS_1).warnings(table.scribe.game, f"ash promises {letter}.")
        return [each.code for each in found if each.code in {"impossible", "never-due"}]

    for letter in (f'to propose law "{law}"', f'to build workplace "{piled}"'):
        assert codes(begun, letter) == ["impossible"]
        assert codes(table, letter) == []
    assert codes(begun, f'that law "{law}" is in force') == []
