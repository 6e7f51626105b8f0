"""The names that letters of a game can speak of."""

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.letter.names import names_in
from oathbook.domain.rulesets.protocol import SeatSetup, Setup
from oathbook.domain.rulesets.vocabulary import Vocabulary


def test_letters_of_a_game_without_other_names_can_speak_of_its_players() -> None:
    setup = Setup((SeatSetup(Seat("ash")), SeatSetup(Seat("birch"))), components=None, switches=None)

    assert names_in(Vocabulary(()), setup) == {"player": ("ash", "birch")}
