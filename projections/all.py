"""Every projection that is installed."""

from typing import Final

from projections.changes import Projection
from projections.clause_usage import CLAUSE_USAGE
from projections.draws import DRAW_STATISTICS
from projections.games import GAMES
from projections.promise_ledger import PROMISE_LEDGER
from projections.standings import STANDINGS
from projections.timeline import TIMELINE

PROJECTIONS: Final[tuple[Projection, ...]] = (GAMES, STANDINGS, TIMELINE, CLAUSE_USAGE, DRAW_STATISTICS, PROMISE_LEDGER)
"""The first two need the game so far, which is folded once for both; the last takes longest, and holds up no other."""
