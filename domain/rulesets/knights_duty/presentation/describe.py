"""What people say of a match, row by row; not who is asked, and not what is over before anybody speaks of it."""

from collections.abc import Iterator

from oathbook.domain.rulesets.knights_duty.model.state import Knight
from oathbook.domain.rulesets.knights_duty.presentation.view import View


def describe_view(view: View) -> Iterator[tuple[str, str]]:
    """What it is about, and how that is."""
    yield "turn", str(view.turn)
    yield "slot", str(view.slot)
    for knight in view.knights:
        yield from _knight(knight)
    for tracker in view.trackers:
        tokens = ("empty" if each is None else each.replace("_", " ") for each in tracker.slots)
        yield f"plan of {tracker.seat}", ", ".join(tokens)
    yield from ((f"action of {each.seat}", each.kind) for each in view.actions)
    yield from ((f"destination of {each.seat}", each.to) for each in view.choices)
    yield from ((f"clash over {each.space}", ", ".join(each.seats)) for each in view.clashes)
    yield from ((f"target of {each.attacker}", each.target or "nobody yet") for each in view.attacks)
    yield "combat", "" if view.combat is None else f"{view.combat.attacker} against {view.combat.target}"
    yield "stall notice", "yes" if view.stalled else "no"
    yield "end of the match", "" if view.ending is None else view.ending.outcome.replace("_", " ")


def _knight(knight: Knight) -> Iterator[tuple[str, str]]:
    yield f"clan of {knight.seat}", knight.clan
    yield f"space of {knight.seat}", knight.space or ""
    yield f"heart of {knight.seat}", "defeated" if knight.defeated else knight.heart
    yield f"weapon of {knight.seat}", knight.weapon or ""
    yield f"Inspiration of {knight.seat}", knight.inspiration.replace("_", " ")
