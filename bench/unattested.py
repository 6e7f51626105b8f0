"""The service without its log, to measure what that costs: no leaf is added, nothing is signed, no receipt is given.

``python -m bench.unattested`` takes the arguments of ``oathbook``.
"""

from oathbook.api.cli.main import main
from oathbook.api.signing.log_keeper import LogKeeper
from oathbook.domain.recording.database.log_tree import LogEnds, LogTree
from oathbook.domain.recording.database.postgres import transactions


def _nothing(*_args: object) -> int:
    """What is left out."""
    return 0


def without_log() -> None:
    """Leave it out in this process."""
    for each in ("append", "ask", "add"):
        setattr(LogTree, each, _nothing)
    setattr(transactions, "read_log_ends", lambda _: LogEnds(0, {}))  # noqa: B010  # it is the module's own name for it
    for each, answer in (("receipt", b""), ("sign", None), ("_look", 600.0)):
        setattr(LogKeeper, each, lambda *_args, answer=answer, **_kwargs: answer)


if __name__ == "__main__":
    without_log()
    main()
