"""What people say of a table of Heirless, row by row; not who is asked, and not what follows from the rest."""

from collections.abc import Iterator

from msgspec.structs import asdict

from oathbook.domain.rulesets.heirless.model.battle_state import Hourglass
from oathbook.domain.rulesets.heirless.model.state import Player
from oathbook.domain.rulesets.heirless.presentation.view import View


def describe_view(view: View) -> Iterator[tuple[str, str]]:
    """What it is about, and how that is."""
    yield "season", str(view.season)
    yield "whose turn it is", "" if view.turn is None else view.turn.seat
    for player in view.players:
        yield from _player(player)
    for knight in view.knights:
        yield f"tile of {knight.id}", knight.tile or ("sent back" if knight.out else "not deployed")
    yield from ((f"tile of {each.id}", each.tile or "in the supply") for each in view.bandits)
    yield from ((f"employed {each.faction} Workers", str(each.count)) for each in view.employed)
    for built in view.built:
        yield f"Workplace {built.workplace}", f"of {built.owner} on place {built.cell}"
        yield f"user of {built.workplace}", built.user or ""
    yield "Workplaces of the Sovereign", ", ".join(view.sovereign)
    yield from ((f"cards in the deck {each.deck}", str(len(each.cards))) for each in view.piles)
    for each in view.tracks:
        yield f"order on {each.track.name}", ", ".join(seat for seat in each.track.spots if seat is not None)
    yield "Laws in force", ", ".join(view.in_force)
    yield "Law in the vote", "" if view.ballot is None else view.ballot.law
    yield "trades on offer", str(len(view.offers))
    for cards in view.cards:
        yield f"Battlecards of {cards.seat}", f"{cards.held} held, {cards.discarded} discarded"
    for board in view.boards:
        yield from (
            (f"{name.replace('_', ' ')} of {board.owner}", str(value)) for name, value in asdict(board.figures).items()
        )
    yield from ((f"Battle on {each.tile}", each.status) for each in view.battles)
    if view.hourglass is not None:
        yield from _battle(view.hourglass)
    yield "end of the game", "" if view.ending is None else view.ending.outcome.replace("_", " ")


def _player(player: Player) -> Iterator[tuple[str, str]]:
    yield f"Influence of {player.seat}", str(player.influence)
    yield f"Prestige of {player.seat}", str(player.prestige)
    yield from ((f"{each.of} of {player.seat}", str(each.count)) for each in player.resources)
    yield from ((f"Unemployed {each.faction} Workers of {player.seat}", str(each.count)) for each in player.unemployed)
    yield f"hand of {player.seat}", ", ".join(player.hand)
    yield f"markers of {player.seat}", ", ".join(player.markers)


def _battle(hourglass: Hourglass) -> Iterator[tuple[str, str]]:
    yield from ((f"Wounds of {each.figure}", str(each.wounds)) for each in hourglass.figures)
    yield from ((f"Time of {each.seat}", f"{each.top} above, {each.bottom} below") for each in hourglass.cubes)
    yield from ((f"card of {each.seat}", each.card) for each in hourglass.face_up)
    yield from ((f"target of {each.figure}", each.target) for each in hourglass.aims)
    yield "attacker", hourglass.attacker or ""
