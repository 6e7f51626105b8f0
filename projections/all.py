"""Every projection that is installed."""

from typing import Final

from projections.changes import Projection
from projections.clause_usage import CLAUSE_USAGE
from projections.docket import DOCKET
from projections.drawn.draws import DRAW_STATISTICS
from projections.forks import FORKS
from projections.games import GAMES
from projections.precedents import PRECEDENTS
from projections.promise_ledger import PROMISE_LEDGER
from projections.timeline import TIMELINE

PROJECTIONS: Final[tuple[Projection, ...]] = (
    *(GAMES, FORKS),
    *(TIMELINE, CLAUSE_USAGE, DRAW_STATISTICS),
    *(DOCKET, PRECEDENTS),
    PROMISE_LEDGER,
)
"""The last takes longest, and holds up no other."""
