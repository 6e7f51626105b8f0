"""The laws of all rulesets, over random games of one."""

from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.replays.playouts import Coverage, play_out, reached


def kept_laws(ruleset: AnyRuleset, games: int, first: int = 0) -> Coverage:
    """Play so many random games, every law asked at every decision, and say what was reached; ``LawBroken``.

    The same ``first`` plays the same games.
    """
    return reached(ruleset, (play_out(ruleset, seed).tally for seed in range(first, first + games)))
