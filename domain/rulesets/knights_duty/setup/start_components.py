"""Components, checked: every figure that another one relies on."""

from oathbook.domain.rulesets.kit.start_checks import check_that, check_unique
from oathbook.domain.rulesets.knights_duty.model.components import WEAPONS, Components


def check_components(components: Components) -> None:
    """Every figure that another one relies on."""
    board = components.board
    spaces = set(board.spaces)
    check_that(len(spaces) == len(board.spaces), "components.board.spaces", "a space is listed twice")
    check_that(board.high_ground in spaces, "components.board.high_ground", "it is not on the board")
    check_that(
        all(each.space in spaces for each in board.corners), "components.board.corners", "one is not on the board"
    )
    check_unique((each.clan for each in board.corners), "components.board.corners")
    check_unique((each.space for each in board.corners), "components.board.corners")
    check_that(set(board.straight) <= set(board.directions), "components.board.straight", "one is no direction")
    check_that(
        sorted(each.name for each in components.weapons) == sorted(WEAPONS), "components.weapons", "not one of each"
    )
    actions = components.actions
    check_that(
        actions.broken <= actions.full <= components.tracker, "components.actions", "more than the tracker's slots"
    )
    cards = components.cards
    check_that(
        min(cards.full_heart, cards.broken_heart, cards.shield) > 0, "components.cards", "a pile needs one of each"
    )
    for each in components.weapons:
        check_that(each.hearts > 0, f"components.weapons.{each.name}", "a pile needs a heart that Defending can take")
