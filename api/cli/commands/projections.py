"""``oathbook projections``: lists the read models and rebuilds them."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from oathbook.api.cli import arguments
from oathbook.api.cli.output import say_json, say_table
from oathbook.api.cli.process_pool import CORES
from oathbook.api.cli.read_models import NAMES, ReadModel, read_states, rebuild

PARKED: Final = 1

projections: Final = typer.Typer(help="List the read models of a database, or rebuild them.", rich_markup_mode=None)


@projections.command("list")
def list_projections(
    *,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """List the read models and how many events each has processed.

    It creates and changes nothing. A read model that lags catches up while a service runs. One that is parked
    stopped at an event that it could not process; the others go on. A game whose promises could not be judged is
    named; the promises of all other games were judged.

    \b
    Exit codes
      0  listed
      1  a read model is parked, or the promises of a game could not be judged
      2  the database cannot be read

    \b
    --json  a list: {"name", "position", "of", "status": "ready"|"behind"|"parked"|"not built", "parked": null or
            {"number", "game", "position", "says"}, "unjudged": [{"game", "position", "says"}]}; "position" and "of"
            count the events of all games
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    _print(read_states(database), as_json=as_json)


@projections.command("rebuild")
def rebuild_projections(
    name: Annotated[str | None, arguments.argument(metavar="NAME", help=f"One of {', '.join(NAMES)}.")] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Rebuild all of them.")] = False,
    workers: arguments.Workers = CORES,
    database: arguments.Database = arguments.DATABASE,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Compute the rows of a read model again, and put them in the place of the old ones all at once.

    It is refused while a service or another command writes to the database.

    \b
    Exit codes
      0  rebuilt
      1  rebuilt up to an event it cannot process, and parked there; or the promises of a game could not be judged
      2  there is no such read model, the database cannot be read, or another process writes to it

    \b
    --json  as list does, for the read models that were rebuilt
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if (name is None) != every:
        raise typer.BadParameter("give either NAME or --all")
    if name is not None and name not in NAMES:
        raise typer.BadParameter(f"there is no read model “{name}”; there are {', '.join(NAMES)}", param_hint="'NAME'")
    _print(rebuild(database, NAMES if name is None else (name,), workers), as_json=as_json)


def _print(states: Sequence[ReadModel], *, as_json: bool) -> None:
    if as_json:
        say_json(states)
    else:
        say_table(
            ("read model", "events", "state"),
            ((each.name, f"{each.position} of {each.of}", _state_text(each)) for each in states),
        )
    raise typer.Exit(PARKED if any(each.parked or each.unjudged for each in states) else 0)


def _state_text(state: ReadModel) -> str:
    parked = state.parked
    stands = (
        state.status if parked is None else f"parked at game {parked.game}, position {parked.position}: {parked.says}"
    )
    unjudged = (f"game {it.game} could not be judged at position {it.position}: {it.says}" for it in state.unjudged)
    return "; ".join((stands, *unjudged))
