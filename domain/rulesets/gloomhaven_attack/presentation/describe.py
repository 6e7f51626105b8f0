"""What people say of a scenario, row by row; not who is asked, and not how an attack is reckoned."""

from collections.abc import Iterator

from oathbook.domain.rulesets.gloomhaven_attack.model.state import Attack, Figure
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import View


def describe_view(view: View) -> Iterator[tuple[str, str]]:
    """What it is about, and how that is."""
    yield "round", str(view.round)
    for figure in view.figures:
        yield from _figure(figure)
    for deck in view.decks:
        yield f"cards left in the deck {deck.name}", str(sum(each.count for each in deck.pile))
        yield f"discards of the deck {deck.name}", ", ".join(deck.discards)
        yield f"shuffle of the deck {deck.name}", "at the end of the round" if deck.shuffle_due else "not due"
    yield from ((f"{each.card} cards in the supply for {each.decks}", str(each.left)) for each in view.supplies)
    yield "tokens on the board", ", ".join(view.tokens)
    if view.attack is not None:
        yield from _attack(view.attack)
    yield "end of the scenario", "" if view.ending is None else view.ending.outcome.replace("_", " ")


def _figure(figure: Figure) -> Iterator[tuple[str, str]]:
    yield f"hit points of {figure.id}", "dead" if figure.dead else str(figure.hit_points)
    yield f"Shield of {figure.id}", str(figure.shield)
    yield f"Retaliate of {figure.id}", str(figure.retaliate)
    yield f"conditions of {figure.id}", ", ".join(figure.conditions)
    yield f"spent items of {figure.id}", ", ".join(figure.spent)


def _attack(attack: Attack) -> Iterator[tuple[str, str]]:
    yield "attacker", attack.attacker
    yield "targets", ", ".join(each.figure for each in attack.targets)
    yield "cards drawn", ", ".join(each.card for each in attack.drawn)
