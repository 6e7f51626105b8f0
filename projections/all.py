"""Every projection that is installed."""

from typing import Final

from oathbook.projections.changes import Projection
from oathbook.projections.clause_usage import CLAUSE_USAGE
from oathbook.projections.docket import DOCKET
from oathbook.projections.drawn.draws import DRAW_STATISTICS
from oathbook.projections.forks import FORKS
from oathbook.projections.games import GAMES
from oathbook.projections.precedents import PRECEDENTS
from oathbook.projections.promise_ledger import PROMISE_LEDGER
from oathbook.projections.timeline import TIMELINE

PROJECTIONS: Final[tuple[Projection, ...]] = (
    *(GAMES, FORKS),
    *(TIMELINE, CLAUSE_USAGE, DRAW_STATISTICS),
    *(DOCKET, PRECEDENTS),
    PROMISE_LEDGER,
)
"""The last takes longest, and holds up no other."""
