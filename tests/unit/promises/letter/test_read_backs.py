"""One way to write each letter, however it was typed."""

from typing import Final

import pytest

from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import Episode, FactKind, StatePhrase, Unit, Verb, Vocabulary

TYPED: Final = {
    "RED  Promises\n blue TO give 2 WOOD to BLUE.": "Red promises Blue to give 2 wood to Blue.",
    "Red promise to attack Blue once.": "Red promises to attack Blue at least once.",
    "Red promises to attack Blue at most 2 times.": "Red promises to attack Blue at most twice.",
    "Red promises to attack Blue exactly 5 times.": "Red promises to attack Blue exactly 5 times.",
    "Red promises that Blue has 3 corn.": "Red promises that Blue has at least 3 corn.",
    "Red promises that Blue has any corn.": "Red promises that Blue has any corn.",
    "Red, Blue and Green jointly promises: (1) to idle; (2) Red to idle;": (
        "Red, Blue and Green jointly promise: (1) to idle; (2) Red to idle."
    ),
    "Red promises Blue, Green to idle.": "Red promises Blue and Green to idle.",
    "Red promises to propose law “Corn  tax”.": 'Red promises to propose law "Corn Tax".',
    'Red promises "Blue" to idle.': "Red promises Blue to idle.",
    'Red promises in plain words “say "please" and\u00a0wait”.': (
        'Red promises in plain words “say "please" and wait” judged by the table.'
    ),
    'Red promises in plain words "be kind" judged by the arbiter.': (
        'Red promises in plain words "be kind" judged by the arbiter.'
    ),
    "Red promises to idle within 1 seasons.": "Red promises to idle within 1 season.",
    "Red promises to idle within 2 turn of Blue.": "Red promises to idle within 2 turns of Blue.",
    "Red promises to idle by the end of Red\u2019s next turn.": "Red promises to idle by the end of Red's next turn.",
    "Red promises if (Red idles or (Blue idles and Green idles)), to idle.": (
        "Red promises if Red idles or (Blue idles and Green idles), to idle."
    ),
    "Red promises if a battle on any tile starts, to flee from it in that battle.": (
        "Red promises if a battle on any tile starts, to flee from it in that battle."
    ),
    "Red promises to idle during season 2.": "Red promises to idle during season 2.",
    "Red promises to idle before the battles of season 2.": "Red promises to idle before the battles of season 2.",
    "Red promises if season 2 ends, to idle until the game ends.": (
        "Red promises if season 2 ends, to idle until the game ends."
    ),
    "Red promises to idle before the start of season 3.": "Red promises to idle before the start of season 3.",
    "Red promises to idle before the end of the game.": "Red promises to idle before the end of the game.",
    "Red promises to attack Blue and idle.": "Red promises to attack Blue and idle.",
    'Red promises to idle in the next battle on tile "Mill".': (
        'Red promises to idle in the next battle on tile "Mill".'
    ),
    "Red promises to idle in every vote.": "Red promises to idle in every vote.",
    'red promises to attack blue in every battle on tile "mill", whoever is in it.': (
        'Red promises to attack Blue in every battle on tile "Mill" whoever is in it.'
    ),
    'Red promises to attack the owner of workplace "Forge".': (
        'Red promises to attack the owner of workplace "Forge".'
    ),
}


@pytest.mark.parametrize(("typed", "read_back"), TYPED.items())
def test_it_is_read_back_in_one_way(typed: str, read_back: str) -> None:
    assert parse_letter(typed, SAMPLE, NAMES).canonical == read_back
    assert parse_letter(read_back, SAMPLE, NAMES).canonical == read_back


@pytest.mark.parametrize("seat", ["to", "that", "season", "judged", "6", "Ann Lee", "d'Arc", "Zoë", "ash-tree", "not"])
def test_a_seat_may_have_any_name(seat: str) -> None:
    names = {**NAMES, "player": (seat, "Blue")}
    written = language_of(SAMPLE).spelling(seat, "player")

    letter = parse_letter(
        f"{written} promises Blue to attack {written} by the end of {written}'s next turn.", SAMPLE, names
    )

    assert letter.header.obligors[0].text == seat
    assert parse_letter(letter.canonical, SAMPLE, names).canonical == letter.canonical == letter.text


def test_a_name_that_is_no_word_of_the_language_stands_bare() -> None:
    language = language_of(SAMPLE)

    assert language.spelling("ash-tree", "player") == "ash-tree"
    assert language.spelling("To", "player") == '"To"'
    assert language.spelling("ash", "law") == '"ash"'


def test_two_names_that_differ_in_case_alone_are_told_apart() -> None:
    names = {**NAMES, "player": ("ann", "Ann")}

    assert parse_letter("ann promises Ann to idle.", SAMPLE, names).canonical == "ann promises Ann to idle."


def test_a_ruleset_without_seasons_and_votes_has_letters_too() -> None:
    verb = Verb(
        "hit",
        "strike {target:player} with the {weapon:weapon}",
        "strikes {target:player} with the {weapon:weapon}",
        "hit",
    )
    turns = Unit("turn", "turn_begins", "turn_ends", "turn")
    steps = Unit("step", "step_begins", "step_ends", "")
    games = Vocabulary((FactKind("hit", ("target", "weapon")),), verbs=(verb,), units=(turns, steps))
    names = {"player": ("ash", "birch"), "weapon": ("bow",)}
    text = 'ash promises birch not to strike birch with the "bow" until the end of turn 3, unless turn 2 ends.'

    assert parse_letter(text, games, names).canonical == text
    by_step = 'ash promises to strike birch with the "bow" by the end of next step.'
    assert parse_letter(by_step, games, names).canonical == by_step


def test_an_episode_need_not_be_about_anything() -> None:
    talks = Episode("talk", "talk_opens", "talk_closes", "talk", "", "a talk begins")
    games = Vocabulary((), verbs=(Verb("nod", "nod", "nods", "nod"),), episodes=(talks,))

    for text in (
        "ash promises whenever a talk begins, to nod in that talk.",
        "ash promises to nod in every talk.",
        "ash promises to nod in the next talk.",
    ):
        assert parse_letter(text, games, {"player": ("ash",)}).canonical == text


def test_without_a_vocabulary_there_are_still_plain_words() -> None:
    text = 'ash promises birch in plain words "peace" judged by birch. It binds even if the game ends early.'

    assert parse_letter(text, Vocabulary(()), {"player": ("ash", "birch")}).canonical == text


def test_with_states_alone_there_are_guarantees() -> None:
    alive = StatePhrase("stands", "{who:player} stands", lambda _state, _args: None)  # type: ignore[arg-type, return-value]  # because nobody measures here
    text = "ash promises that birch stands until the end of the game."

    assert parse_letter(text, Vocabulary((), states=(alive,)), {"player": ("ash", "birch")}).canonical == text


AS_PLAYERS_WRITE: Final = {
    "Red will idle": "Red promises to idle.",
    "Red will not attack Blue": "Red promises not to attack Blue.",
    "Red won't attack Blue.": "Red promises not to attack Blue.",
    "Red will never attack Blue.": "Red promises never to attack Blue.",
    "Red and Blue together will idle.": "Red and Blue jointly promise to idle.",
    "If Blue idles then Red will idle": "Red promises if Blue idles, to idle.",
    "If Blue idles, Red won't idle": "Red promises if Blue idles, not to idle.",
    "Once Blue idles, Red promises Blue to idle.": "Red promises Blue once Blue idles, to idle.",
    "Red promises: (1) Red will idle; (2) Red won't attack Blue.": (
        "Red promises: (1) Red to idle; (2) Red not to attack Blue."
    ),
    "Red will idle this season.": "Red promises to idle by the end of this season.",
    "Red will not idle this season.": "Red promises not to idle until the end of this season.",
    "Red promises that Blue has 3 corn this season.": (
        "Red promises that Blue has at least 3 corn until the end of this season."
    ),
    "Red will not idle for two seasons.": "Red promises not to idle for 2 seasons.",
    "Red will not idle for 2 turns of Red.": "Red promises not to idle for 2 turns of Red.",
    "Red will idle next season.": "Red promises to idle in the next season.",
    "Red will idle each season.": "Red promises to idle in every season.",
    "Red will idle by the end of the turn.": "Red promises to idle by the end of this turn.",
    "Red will idle on Red's next turn.": "Red promises to idle by the end of Red's next turn.",
    "Red will not idle this game.": "Red promises not to idle until the end of the game.",
    "Red will idle by season 3.": "Red promises to idle by the start of season 3.",
    "If Blue idles this season, Red will idle.": "Red promises if Blue idles by the end of this season, to idle.",
    "Red will idle, by the end of season 2 unless Blue idles": (
        "Red promises to idle by the end of season 2, unless Blue idles."
    ),
    "Red will idle or else attack Blue.": "Red promises to idle, otherwise to attack Blue.",
    "Red will give 2 wood and a stone to Blue.": "Red promises to give 2 wood to Blue and give 1 stone to Blue.",
    "Red will give 2 wood or 1 stone to Blue.": "Red promises to either give 2 wood to Blue or give 1 stone to Blue.",
    "Red won't attack Blue or Green.": "Red promises not to either attack Blue or attack Green.",
    "Red will give 2 items to Blue.": "Red promises to give 2 items to Blue.",
    "Red will not propose any law.": "Red promises not to propose any law.",
    "Red will deploy a knight to Mill.": 'Red promises to deploy a knight to tile "Mill".',
    "Red promises that Red controls Mill.": 'Red promises that Red controls tile "Mill".',
    "Red will spend no influence against law Truce": 'Red promises to spend at most 0 influence against law "Truce".',
    "Red will attack anybody.": "Red promises to attack any player.",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "read_back"), AS_PLAYERS_WRITE.items())
def test_what_players_write_is_read_back_in_the_words_of_the_language(typed: str, read_back: str) -> None:
    found = parse_letter(typed, SAMPLE, NAMES).canonical

    assert found == read_back
    assert parse_letter(found, SAMPLE, NAMES).canonical == read_back
