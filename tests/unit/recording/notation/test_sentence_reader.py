"""Sentences of a replay that no decision leads to are read back by the table that prints them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.games import game as games
from oathbook.domain.games.played_steps import consequences_of
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.record_file import record_from
from oathbook.domain.recording.notation.event_lines import sentence_of
from oathbook.domain.recording.notation.sentence_reader import events_by_sentence, plain_sentence
from oathbook.domain.rulesets.gloomhaven_attack.model.events import DamageSuffered
from oathbook.domain.rulesets.heirless.model.action_events import LawEnacted
from tests.support.checkout import ROOT
from tests.support.mistakes.gloomhaven import TABLE as GLOOMHAVEN
from tests.support.mistakes.heirless import HEIRLESS_MISPLAYS
from tests.support.mistakes.misplays import FAR_DUEL, THIRD_TOKEN
from tests.support.playing import ruleset_of
from tests.support.transcribing import read

MOST_OF_A_KIND = 3  # events whose sentences are read, in each game


@pytest.mark.parametrize("title", ["cube_bag", "gloomhaven_attack", "heirless", "knights_duty"])
def test_a_sentence_that_is_read_as_one_event_is_read_as_that_event(title: str) -> None:
    """Over the golden records; what leaves something open is read as several events or none, never as another."""
    read_back = Counter[str]()
    for path in sorted(Path(ROOT, "replays", "golden", title).rglob("*.jsonl")):
        record = record_from(path.read_bytes(), ruleset_of, where=path.name)
        first, *rest = record.entries()
        game, seen = games.begin(record.ruleset, record.game, first), Counter[type]()
        for entry in rest:
            state = game.state
            for each in consequences_of(entry.body):
                seen[type(each.event)] += 1
                if seen[type(each.event)] <= MOST_OF_A_KIND:
                    words = plain_sentence(sentence_of(record.ruleset, each.event, game.opened.roster))
                    found = events_by_sentence(record.ruleset, game, state, words)
                    assert len(found) != 1 or found == (each.event,)
                    read_back["read" if len(found) == 1 else "open"] += 1
                state = record.ruleset.evolve(state, each.event)
            game = games.evolve(record.ruleset, game, entry)

    assert read_back["read"] > 0


def test_a_token_is_shown_in_the_slot_in_which_it_can_be() -> None:
    """The sentence names no slot, and only the third fits."""
    sheet = THIRD_TOKEN.replace(
        "token revealed seat birch slot 3 token movement action move", "Birch shows movement: move"
    )
    sheet = sheet.replace("step began step movement seats birch", "Birch moves")

    assert read(sheet).entries()[9] == read(THIRD_TOKEN).entries()[9]


def test_a_sentence_that_leaves_something_open_says_what() -> None:
    """From whose pile the card comes is in no sentence."""
    combat = "ash: plan spear\nbirch: plan movement, shield\nbirch: move to -1,0\nash: point at birch\n"
    with pytest.raises(BadRecord, match="this sentence does not say which target; write the event exactly"):
        read(f"{FAR_DUEL}\n{combat}! birch:\n  then Ash picks a heart\n")


def test_a_number_in_a_phrase_is_read() -> None:
    """What is said of hit points below zero; damage of which no more is said is from an attack."""
    steps = "ann: attack bones with scoundrel for 3\nann: draw\n  draw +2\n! bram: attack bones with brute for 2\n"
    body: Any = read(f"{GLOOMHAVEN}{steps}  then bones suffers 2 damage and is at -2 hit points\n").entries()[-1].body

    assert body.did == (DamageSuffered("bones", 2, -2, "attack"),)


def test_what_a_sentence_leaves_open_is_as_in_what_was_said_above() -> None:
    """Which vote it was, and whose, stands in no sentence about a Law in force."""
    record = read(HEIRLESS_MISPLAYS["tie enacts a Law"].sheet)
    body: Any = record.entries()[12].body
    (_, closed, enacted, *_) = body.consequences

    assert enacted.event == LawEnacted(1, Seat("bram"), "OpenGates")
    assert (closed.event.vote, closed.event.seat, closed.event.enacted) == (1, "bram", True)
