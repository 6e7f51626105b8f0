"""What is said of a letter before anybody signs it."""

from collections.abc import Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadLetter
from oathbook.domain.kernel import Seat
from oathbook.domain.kernel.limits import LETTER_PARTS
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import lint, must_be_signable
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.remarks import Circumstances, Remark
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import (
    Args,
    Certainty,
    Designator,
    Occasion,
    Span,
    StatePhrase,
    Unknown,
    UpperBound,
    Vocabulary,
)
from tests.support.promises.letters import LETTERS

NOTHING: Final = Circumstances()


def remarks(text: str, circumstances: Circumstances = NOTHING, vocabulary: Vocabulary = SAMPLE) -> tuple[Remark, ...]:
    return lint(parse_letter(text, vocabulary, NAMES), vocabulary, NAMES, circumstances)


def about(text: str, circumstances: Circumstances = NOTHING) -> list[tuple[str, str]]:
    """The remarks on a letter as their codes with the words that each is about."""
    return [(each.code, text[slice(*each.span)]) for each in remarks(text, circumstances)]


REJECTED: Final = {
    "Red and Blue promise Green to idle by the end of season 1.": [("jointly-or-each", "Red and Blue promise Green")],
    "Red jointly promises Blue to idle.": [("alone", "Red jointly promises Blue")],
    "Red and Red jointly promise Blue to idle.": [("named-twice", "Red")],
    "Red promises Red to idle.": [("named-twice", "Red")],
    "Red promises Blue: (1) Green to idle.": [("not-an-obligor", "Green")],
    "Red and Blue each promise Green: (1) Red to idle.": [("each-alone", "Red")],
    "Red and Blue jointly promise: (1) each of them never to idle, otherwise each of them to attack Green.": [
        ("each-again", "each of them")
    ],
    "Red and Blue jointly promise: (1) each of them either (each of them to idle) or (Red to idle).": [
        ("each-again", "each of them")
    ],
    "Red promises that Red has more wood than Red at the end of season 1.": [("with-oneself", "Red")],
    "Red promises to attack that player.": [("unbound", "that player")],
    "Red promises to idle in that vote.": [("unbound", "in that vote")],
    "Red promises to flee from it in that battle.": [("unbound", "flee from it"), ("unbound", "in that battle")],
    "Red promises to spend 1 influence against it.": [("unbound", "spend 1 influence against it")],
    "Red promises to idle, unless that player idles.": [("unbound", "that player")],
    "Red promises to idle. This promise ends if that player idles.": [("unbound", "that player")],
    "Red promises if that player idles, to idle.": [("unbound", "that player")],
    "Red promises either (to attack that player) or (to idle).": [("unbound", "that player")],
    "Red promises while Blue has 1 corn, not to attack that player.": [("unbound", "that player")],
    "Red promises if Blue has 1 corn, to idle.": [("if-by-when", "if Blue has 1 corn")],
    "Red promises if Blue has 1 corn and the season is 2, to idle.": [
        ("if-by-when", "if Blue has 1 corn and the season is 2")
    ],
    "Red promises if Blue idles or Blue has 1 corn, to idle.": [("if-by-when", "if Blue idles or Blue has 1 corn")],
    "Red promises if (Blue idles or Blue has 1 corn) and the season is 2, to idle.": [
        ("if-by-when", "if (Blue idles or Blue has 1 corn) and the season is 2")
    ],
    "Red promises not to give at most 2 wood to Blue.": [("not-at-most", "at most 2")],
    "Red promises never to give exactly 2 wood to Blue.": [("not-at-most", "exactly 2")],
    "Red promises not to attack Blue at most twice.": [("not-at-most", "at most twice")],
    'Red promises if any player idles or law "Truce" is enacted, to attack that player.': [("unbound", "that player")],
    "Red promises if it is not the case that any player idles by the end of season 1, to attack that player.": [
        ("unbound", "that player")
    ],
    "Red promises whenever any player attacks any player, to attack that player.": [
        ("which-player", "any player attacks any player")
    ],
    "Red promises if any player attacks any player or any player idles, to idle, otherwise to attack that player.": [
        ("which-player", "any player attacks any player")
    ],
    "Red promises if any player attacks any player, to idle, otherwise if that player idles, to idle.": [
        ("which-player", "any player attacks any player")
    ],
    "Red promises not to idle and attack Blue.": [("not-and", "not to idle and attack Blue")],
    "Red promises to give 2 influence to Blue.": [("barred", "influence")],
    "Red promises if Blue gives 1 prestige to Red, to idle.": [("barred", "prestige")],
    "Red promises whenever Blue does not idle by the end of season 1, to idle.": [
        ("no-moment", "Blue does not idle by the end of season 1")
    ],
    "Red promises to idle until Blue does not idle by the end of season 1.": [
        ("no-moment", "until Blue does not idle by the end of season 1")
    ],
    "Red promises while Blue has 1 corn, to attack Blue.": [("while-not", "while Blue has 1 corn")],
    "Red promises while Blue has 1 corn, that Red has 1 corn.": [("while-not", "while Blue has 1 corn")],
    "Red promises to idle at the end of season 1.": [("at-what", "at the end of season 1")],
    "Red promises to idle by the end of season 1 within 1 season.": [("two-deadlines", "within 1 season")],
    "Red promises to idle in every vote in every battle.": [("two-deadlines", "in every battle")],
    "Red promises whenever a vote on any law opens, to idle in that vote within 1 season.": [
        ("two-deadlines", "within 1 season")
    ],
    'Red promises in plain words "peace" within 1 season.': [("plain-when", "within 1 season")],
    "Red promises to idle within 0 seasons.": [("nothing", "within 0 seasons")],
    "Red promises to give 0 wood to Blue.": [("nothing", "0")],
    "Red promises to idle at least 0 times.": [("nothing", "at least 0 times")],
    "Red promises once it is not the case that Blue idles, to idle.": [
        ("never-sure", "it is not the case that Blue idles")
    ],
    "Red promises if Blue gives at most 2 wood to Red, to idle.": [("never-sure", "Blue gives at most 2 wood to Red")],
    "Red promises to idle, unless it is not the case that Blue idles.": [
        ("never-sure", "it is not the case that Blue idles")
    ],
    "Red promises Blue to idle. Blue may release Red. Blue may release Red.": [
        ("one-release", "Blue may release Red.")
    ],
    "Red promises Blue to idle. Blue may release Green.": [("release-all", "Blue may release Green.")],
    "Red and Blue jointly promise Green to idle. Green may release Red.": [("release-all", "Green may release Red.")],
}


@pytest.mark.parametrize(("text", "expected"), REJECTED.items(), ids=REJECTED)
def test_what_no_letter_may_say_is_rejected_with_its_words(text: str, expected: list[tuple[str, str]]) -> None:
    found = remarks(text)

    assert [(each.code, text[slice(*each.span)]) for each in found] == expected
    assert {each.weight for each in found} == {"reject"}


@pytest.mark.parametrize(
    "text",
    [
        *LETTERS.values(),
        "Red promises if Blue has 1 corn by the end of season 1, to idle.",
        "Red promises if Blue idles and Blue has 1 corn, to idle.",
        "Red promises once Blue has 1 corn or the season is 2, to idle.",
        "Red promises if it is not the case that Blue idles by the end of season 1, to idle.",
        "Red promises once it is not the case that the season is 1, to idle.",
        "Red promises while Blue has 1 corn, to give at most 2 wood to Blue.",
        "Red promises whenever any player idles, to idle, otherwise to attack that player.",
        "Red promises whenever a battle on any tile starts, to flee from it, otherwise to idle in that battle.",
        'Red promises to spend 1 influence against it in the next vote on law "Truce".',
        "Red promises if Blue attacks any player or any player attacks Blue, to attack that player.",
        "Red promises whenever any player attacks any player, to idle.",
        "Red promises if any player attacks any player, to idle, otherwise if any player idles, to attack that player.",
        'Red promises if law "Truce" is enacted and any player idles, to attack that player.',
        "Red and Blue each promise Green to idle. Green may release Red.",
        "Red promises to give at most 0 wood to Blue.",
        "Red and Blue jointly promise: (1) each of them never to idle, otherwise to attack Green within 1 season.",
        "Red and Blue jointly promise: (1) Red never to idle, otherwise each of them to attack Green within 1 season.",
        "Red and Blue jointly promise: (1) either (each of them to idle) or (each of them to attack Green).",
    ],
)
def test_what_a_letter_may_say_is_not_rejected(text: str) -> None:
    assert not [each for each in remarks(text) if each.weight == "reject"]


IDLE: Final = " or ".join(["idle"] * (LETTER_PARTS // 2 - 1))


@pytest.mark.parametrize(
    "letter",
    [
        f"Red and Blue jointly promise: (1) each of them to either {IDLE} or idle; (2) Red to attack Green.",
        f"Red and Blue each promise to either {IDLE} or idle or attack Green.",
    ],
)
def test_a_letter_has_so_many_parts_and_no_more_counted_for_each(letter: str) -> None:
    """What all of them promise together counts once."""
    fewer = letter.replace("to either idle or", "to either")
    jointly = letter.replace("each of them to", "to").replace("each promise", "jointly promise")

    assert about(letter) == [("too-many", "attack Green")]
    assert "too-many" not in {code for text in (fewer, jointly) for code, _ in about(text)}


def test_what_is_to_be_said_of_some_words_is_said_once() -> None:
    letter = f"Red and Blue jointly promise: (1) each of them to either {IDLE}; (2) each of them never to idle."

    found = about(letter)

    assert sorted(code for code, _ in found) == ["no-deadline", "opposite", "opposite"]


def test_a_letter_with_a_rejection_cannot_stand() -> None:
    letter = parse_letter("Red promises to attack that player.", SAMPLE, NAMES)

    with pytest.raises(BadLetter) as bad:
        must_be_signable(letter, lint(letter, SAMPLE, NAMES))

    assert bad.value.column == 24
    assert bad.value.says == "no “any player” before it says who “that player” is"


def test_a_letter_with_warnings_stands() -> None:
    letter = parse_letter("Red promises to idle.", SAMPLE, NAMES)

    must_be_signable(letter, lint(letter, SAMPLE, NAMES))


# What depends on the game ---------------------------------------------------------------------------------------

SEASON_3: Final = Circumstances(now={"season": 3}, last={"season": 4})


@pytest.mark.parametrize(
    ("timing", "is_past"),
    [
        ("by the end of season 2", True),
        ("by the end of season 3", False),
        ("by the start of season 3", True),
        ("by the start of season 4", False),
        ("during season 2", True),
        ("during season 3", False),
        ("before the battles of season 2", True),
        ("before the battles of season 3", False),
        ("until season 2 ends", True),
    ],
)
def test_a_time_that_is_past_is_rejected(timing: str, *, is_past: bool) -> None:
    found = about(f"Red promises to idle {timing}.", SEASON_3)

    assert [code for code, _ in found] == (["past"] if is_past else [])
    assert all(words in timing for _, words in found)


@pytest.mark.parametrize(("season", "codes"), [(2, ["past"]), (3, ["past"]), (4, [])])
def test_a_phase_that_has_begun_is_past(season: int, codes: list[str]) -> None:
    begun = Circumstances(now={"season": 3}, begun=frozenset(each.phrase for each in SAMPLE.phases))

    found = about(f"Red promises to idle before the battles of season {season}.", begun)

    assert [code for code, _ in found] == codes


def test_a_promise_about_itself_is_rejected() -> None:
    breaks = Occasion("broken", "promise {promise:promise} is broken", "promise_broken")
    vocabulary = replace(SAMPLE, occasions=(breaks,))
    names = {**NAMES, "promise": ("P1", "P2")}
    letter = parse_letter('Red promises if promise "P1" is broken, to idle.', vocabulary, names)

    assert [each.code for each in lint(letter, vocabulary, names, Circumstances(itself="P1"))] == ["itself"]
    assert [each.code for each in lint(letter, vocabulary, names, Circumstances(itself="P2"))] == ["no-deadline"]


WARNED: Final = {
    "Red promises to idle.": [("no-deadline", "to idle")],
    "Red promises to attack Blue at most once.": [],
    "Red promises never to idle.": [],
    "Red promises that Red has 1 corn.": [],
    "Red promises to idle in every vote.": [],
    "Red promises to idle in every season.": [],
    "Red promises not to idle in the next season.": [],
    "Red promises if Blue idles, to idle, otherwise to attack Blue.": [
        ("no-deadline", "to idle, otherwise to attack Blue"),
        ("no-deadline", "to attack Blue"),
    ],
    "Red and Blue jointly promise Green to idle by the end of season 4.": [
        ("no-shares", "to idle by the end of season 4")
    ],
    "Red and Blue jointly promise Green: (1) each of them to idle by the end of season 4.": [],
    "Red and Blue jointly promise Green not to idle.": [],
    "Red promises to idle by the end of season 5.": [("beyond-last", "the end of season 5")],
    "Red promises to idle during season 5.": [("beyond-last", "during season 5")],
    "Red promises to idle by the end of season 4.": [],
    "Red promises to idle within 2 seasons.": [],
    "Red promises to idle within 3 seasons.": [("beyond-last", "within 3 seasons")],
    "Red promises to idle within 500 turns of Red.": [],
    'Red promises Blue: (1) in plain words "peace" judged by Red; (2) in plain words "calm" judged by Blue.': [
        ("own-judge", "Red")
    ],
    "Red promises Blue never to attack Blue, unless Red idles.": [("own-exit", "Red idles")],
    "Red promises Blue never to attack Blue, unless Green idles or Red idles.": [("own-exit", "Red idles")],
    "Red promises Blue never to attack Blue until Red idles.": [("own-exit", "Red idles")],
    "Red promises Blue never to attack Blue. This promise ends if Red idles.": [("own-exit", "Red idles")],
    "Red promises Blue never to attack Blue, unless Blue idles.": [],
    "Red promises Blue never to attack Blue, unless Red idles and Blue idles.": [],
    "Red promises Blue never to attack Blue. This promise is void if Blue idles.": [],
    "Red promises to idle by the end of Red's next turn.": [("next-turn", "the end of Red's next turn")],
}


@pytest.mark.parametrize(("text", "expected"), WARNED.items(), ids=WARNED)
def test_what_is_risky_is_warned_of(text: str, expected: list[tuple[str, str]]) -> None:
    assert about(text, SEASON_3) == expected
    assert not [each for each in remarks(text, SEASON_3) if each.weight == "reject" or not each.says]


def test_an_own_unit_without_numbers_has_no_last_one() -> None:
    assert about("Red promises to idle before the battles of season 5.", Circumstances(last={"turn": 2})) == []


@pytest.mark.parametrize(
    ("promised", "warned"),
    [
        ("Red promises to attack Red within 1 season.", ["to attack Red within 1 season"]),
        ("Red promises to give 2 wood to Red within 1 season.", ["to give 2 wood to Red within 1 season"]),
        ("Red promises to make a promise to Red within 1 season.", ["to make a promise to Red within 1 season"]),
        ("Red and Blue each promise to attack Red within 1 season.", ["to attack Red within 1 season"]),
        ("Red and Blue jointly promise to give 2 wood to Red within 1 season.", []),
        ("Red promises to attack Blue within 1 season.", []),
        ("Red promises to attack any player within 1 season.", []),
        ("Red promises never to attack Red.", []),
    ],
)
def test_what_nobody_could_ever_do_to_themselves_is_warned_of(promised: str, warned: list[str]) -> None:
    assert [words for code, words in about(promised) if code == "impossible"] == warned


def test_what_can_be_done_to_oneself_in_one_way_is_warned_of_in_the_other() -> None:
    """A gift to oneself is allowed here, a trade with oneself is not."""
    vocabulary = replace(
        SAMPLE, verbs=tuple(replace(each, oneself=each.name == "give-as-a-gift") for each in SAMPLE.verbs)
    )
    trade = "Red promises to give 2 wood to Red by the end of season 1."

    codes = [
        [each.code for each in remarks(text, NOTHING, vocabulary)]
        for text in (trade, trade.replace(" by", " as a gift by"))
    ]

    assert codes == [["impossible"], []]


def test_what_can_be_done_to_oneself_is_possible() -> None:
    vocabulary = replace(SAMPLE, verbs=tuple(replace(each, oneself=True) for each in SAMPLE.verbs))

    assert remarks("Red promises to attack Red within 1 season.", NOTHING, vocabulary) == ()


def promised(text: str) -> Circumstances:
    return Circumstances(others=compile_letter(parse_letter(text, SAMPLE, NAMES), SAMPLE, NAMES))


@pytest.mark.parametrize(
    ("mine", "elsewhere", "is_opposite"),
    [
        ("to attack Blue within 1 season", "Red promises never to attack any player.", True),
        ("to attack Blue within 1 season", "Red promises never to attack Blue.", True),
        ("to attack Blue within 1 season", "Red promises never to attack Green.", False),
        ("to attack Blue within 1 season", "Green promises never to attack Blue.", False),
        ("to attack Blue within 1 season", "Red promises never to idle.", False),
        ("to attack any player within 1 season", "Red promises never to attack Blue.", False),
        ("never to attack Blue", "Red promises if Green idles, to attack Blue within 1 season.", True),
        ("to attack Blue twice within 1 season", "Red promises to attack Blue at most once.", True),
        ("to attack Blue once within 1 season", "Red promises to attack Blue at most once.", False),
        ("to give 2 wood to Blue within 1 season", "Red promises not to give more than 1 wood to Blue.", True),
        ("to give 1 wood to Blue within 1 season", "Red promises not to give more than 1 wood to Blue.", False),
        ("to give 2 wood to Blue twice within 1 season", "Red promises not to give 2 wood to Blue.", False),
        ("to idle by the end of season 2", "Red promises not to idle until the end of season 3.", True),
        ("to idle by the end of season 3", "Red promises not to idle until the end of season 2.", False),
        ("to idle by the end of season 3", "Red promises not to idle until Blue idles.", False),
        ("to idle in every vote", "Red promises not to idle until Blue idles.", False),
        ("to idle within 2 seasons", "Red promises not to idle within 2 seasons.", True),
        ("to idle within 2 seasons", 'Red promises while law "Truce" is in force, not to idle.', False),
        ("to idle, otherwise to attack Blue", "Red promises either (never to attack Blue) or (to idle).", True),
        ("to idle, unless Blue idles", "Red promises: (1) never to idle, unless Green idles.", True),
        ("that Red has 1 corn", "Red promises that Red has at most 0 corn.", False),
    ],
)
def test_the_opposite_promised_elsewhere_is_warned_of(mine: str, elsewhere: str, *, is_opposite: bool) -> None:
    codes = [code for code, _ in about(f"Red promises {mine}.", promised(elsewhere))]

    assert ("opposite" in codes) == is_opposite


def test_the_opposite_in_the_same_letter_is_warned_of_with_the_clauses() -> None:
    text = "red promises: (1) never to idle; (2) to idle within 1 season."

    assert about(text) == [("opposite", "never to idle"), ("opposite", "to idle within 1 season")]


# On what is so now ----------------------------------------------------------------------------------------------


def corn(state: Mapping[str, Span], args: Args) -> Span:
    return state[str(args["who"])]


def owner(state: Mapping[str, Seat | Unknown | None], args: Args) -> Seat | Unknown | None:
    return state[str(args["workplace"])]


LOOKING: Final = replace(
    SAMPLE,
    states=(StatePhrase("has", "{who:player} has {count:amount} {item:item}", corn),),
    designators=(Designator("owner", "the owner of workplace {workplace:workplace}", owner),),
    units=(),
)
STATE: Final = {
    "Red": Span.of(2),
    "Blue": Span(1, 4),
    "Green": Span(3, None),
    "Forge": Seat("Red"),
    "Sawmill": Unknown(),
}


@pytest.mark.parametrize(
    ("promised", "is_false"),
    [
        ("that Red has 3 corn", True),
        ("that Red has 2 corn", False),
        ("that Blue has 5 corn", True),
        ("that Blue has 3 corn", False),
        ('that the owner of workplace "Forge" has 3 corn', True),
        ('that the owner of workplace "Sawmill" has 3 corn', False),
        ("that Red has 3 corn until the game ends", True),
        ("that Red has 3 corn before the game ends", False),
        ("that Red has 3 corn at the end of the game", False),
        ("that Red has 3 corn in every vote", False),
        ("to idle until the game ends", False),
    ],
)
def test_what_would_be_broken_at_once_is_warned_of(promised: str, *, is_false: bool) -> None:
    found = remarks(f"Red promises {promised}.", Circumstances(state=STATE), LOOKING)

    assert [each.code for each in found] == (["false-now"] if is_false else [])


def test_what_nobody_has_is_not_had_as_the_monitor_says() -> None:
    nobodys = Circumstances(state={**STATE, "Sawmill": None})

    found = remarks('Red promises that the owner of workplace "Sawmill" has 3 corn.', nobodys, LOOKING)

    assert [each.code for each in found] == ["false-now"]


@pytest.mark.parametrize(
    "promised", ["that Red has 3 corn", 'that the holder of marker "Bond" has 3 corn', "that any player has 3 corn"]
)
def test_nobody_can_tell_where_nothing_is_played(promised: str) -> None:
    assert remarks(f"Red promises {promised}.", Circumstances(state=())) == ()


@pytest.mark.parametrize("duty", ["not to attack Blue", "to attack Blue at most once", "that Blue has at least 2 wood"])
def test_what_lasts_can_be_promised_for_some_seasons(duty: str) -> None:
    assert "for-how-long" not in dict(about(f"Red promises {duty} for 2 seasons."))


def test_to_do_something_for_some_seasons_has_two_meanings() -> None:
    assert about("Red promises to attack Blue for 2 seasons.") == [("for-how-long", "for 2 seasons")]


def test_what_comes_about_in_every_game_by_then_cannot_be_promised() -> None:
    text = "Red promises that Blue has at least 3 corn by the end of season 1."
    harvest = Certainty("the harvest is for all", "S-1", at=(), by=("season_end",))
    certain = replace(SAMPLE, states=tuple(replace(each, beforehand=harvest) for each in SAMPLE.states))

    (remark,) = remarks(text, vocabulary=certain)

    assert (remark.code, text[slice(*remark.span)]) == ("always", "by the end of season 1")
    assert "the harvest is for all (S-1)" in remark.says
    assert about(text) == []


def test_what_no_game_of_the_setup_can_have_cannot_be_promised() -> None:
    """This setup has 2 corn in all: 3 can never be had, and 2 can."""

    def in_all(setup: int, _measure: str, args: Args) -> list[UpperBound]:
        return [UpperBound(setup, "there is no more corn", "S-2")] if args["item"] == "corn" else []

    scarce = replace(SAMPLE, most_so=in_all)
    says = "Red promises that Blue has at least {} corn by the end of season 1."

    (found,) = remarks(says.format(3), Circumstances(setup=2), scarce)

    assert (found.code, "there is no more corn" in found.says) == ("impossible", True)
    assert remarks(says.format(2), Circumstances(setup=2), scarce) == ()
