"""Law 5 over everything that is shown of a Battle: hands, cards face down and discards, and hands picked up again."""

from typing import Any, Final

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1
from oathbook.replays.testing.checks import visible_differences
from tests.contract.shown import LeakyCodec, leaking, world
from tests.unit.rulesets.heirless.battles.battle_table import DECK_OF_THREE, about_to_end, field_of, with_board
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, setup_of

UNTIL_TARGETS: Final[list[dict[str, Any]]] = [
    {"kind": "idle", "by": "cedar"},
    {"kind": "resolve", "by": "ash", "tile": "Valley"},
    {"kind": "ally", "by": "ash", "ally": None},
    {"kind": "ally", "by": "birch", "ally": None},
]
AIM: Final[dict[str, Any]] = {"kind": "target", "by": "ash", "aims": [{"figure": "ash-1", "target": "birch-1"}]}


def played(*more: dict[str, Any]) -> Record:
    field = field_of(DECK_OF_THREE, ash="Valley", birch="Valley")
    field = with_board(with_board(field, ASH, delay="1"), BIRCH, delay="9", health=100)
    setup = setup_of(THREE, DECK_OF_THREE, Switches(), about_to_end(field, *THREE))
    return world(setup, [*UNTIL_TARGETS, AIM, *more], ruleset=HEIRLESS_1)


def defended(card: str) -> dict[str, Any]:
    return {"kind": "place_card", "by": "birch", "card": card}


def attacked(card: str, discard: str | None) -> dict[str, Any]:
    return {"kind": "attack", "by": "ash", "card": card, "discard": discard}


def placed(card: str) -> Record:
    """Birch's card lies face down."""
    return played(defended(card))


def discarded(card: str) -> Record:
    """Ash has discarded one of two cards."""
    return played(defended("c1"), attacked("c1", card))


def picked_up(card: str) -> Record:
    """Ash has used up the whole hand, picked it up again, and discarded that card of it."""
    used = (defended("c1"), attacked("c1", "c2"), AIM, defended("c2"), attacked("c3", None))
    return played(*used, AIM, defended("c3"), attacked("c1", card))


SECRETS: Final = {
    "card face down": (placed("c1"), placed("c2"), BIRCH),
    "discard": (discarded("c2"), discarded("c3"), ASH),
    "discard of a hand picked up again": (picked_up("c2"), picked_up("c3"), ASH),
}


@pytest.mark.parametrize("viewer", [CEDAR, PUBLIC])
@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_shown_tells_a_card_that_lies_face_down(secret: str, viewer: Viewer) -> None:
    one, other, _ = SECRETS[secret]

    assert visible_differences(one, other, viewer) == set()


@pytest.mark.parametrize("secret", SECRETS)
def test_the_opponent_is_told_no_more(secret: str) -> None:
    """Neither the Attacker before the reveal, nor the Defender about the discard."""
    one, other, owner = SECRETS[secret]

    assert visible_differences(one, other, BIRCH if owner == ASH else ASH) == set()


@pytest.mark.parametrize("secret", SECRETS)
def test_the_holder_and_its_own_seat_can_tell_the_worlds_apart(secret: str) -> None:
    """The control: the difference is there."""
    one, other, owner = SECRETS[secret]

    assert "export" in visible_differences(one, other, HOLDER)
    assert {"export", "frames", "text"} <= visible_differences(one, other, owner)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_leak_in_the_export_is_caught(secret: str) -> None:
    """A planted leak: openings that are not taken out are found, whoever looks."""
    codec = LeakyCodec(HEIRLESS_1.wire)
    one, other = (leaking(record, codec=codec) for record in SECRETS[secret][:2])

    assert "export" in visible_differences(one, other, PUBLIC)


def test_a_hand_picked_up_again_is_the_whole_set() -> None:
    """HB-2.2, HB-2.4: nobody learns which card lay where, because all are in hand, as everybody knows."""
    lines = [event.line for event in picked_up("c2").events if b"discards_picked_up" in event.line]

    assert len(lines) == 1
    assert b'{"cards":3,"kind":"discards_picked_up","seat":"ash"}' in lines[0]
