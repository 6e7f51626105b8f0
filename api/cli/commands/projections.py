"""``oathbook projections``: how far the read models are, and making them again."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer

from api.cli.arguments import DATABASE, Database, Json
from api.cli.output import say_json, say_table
from api.cli.read_models import NAMES, State, rebuilt, states_in

PARKED: Final = 1

projections: Final = typer.Typer(
    help="The read models of a database: how far they are, and making them again.",
    rich_markup_mode=None,
)


@projections.command("list")
def list_projections(*, database: Database = DATABASE, as_json: Json = False) -> None:
    """List the read models of a database and how far each is.

    Nothing is made or changed. One that is behind catches up while a service runs; one that is parked stopped at an
    event that it could not take in, and the others went on without it. A game whose promises could not be judged is
    named; the promises of all others were.

    \b
    Exit codes
      0  listed
      1  one of them is parked, or the promises of a game could not be judged
      2  the database cannot be read

    \b
    --json  a list: {"name", "position", "of", "status": "ready"|"behind"|"parked"|"not built", "parked": null or
            {"number", "game", "position", "says"}, "unjudged": [{"game", "position", "says"}]}; "position" and "of"
            count the events of all games
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    _tell(states_in(database), as_json=as_json)


@projections.command("rebuild")
def rebuild_projections(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help=f"One of {', '.join(NAMES)}.", show_default=False)
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    database: Database = DATABASE,
    as_json: Json = False,
) -> None:
    """Throw the rows of a read model away and compute them from the records again.

    It writes, so it is refused while a service or another command writes into the database.

    \b
    Exit codes
      0  rebuilt
      1  rebuilt up to an event that cannot be taken in, and parked there; or the promises of a game could not be judged
      2  there is no such read model, the database cannot be read, or somebody else writes into it

    \b
    --json  as of list, of those that were rebuilt
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if (name is None) != every:
        msg = "name a read model, or all of them with --all"
        raise typer.BadParameter(msg)
    if name is not None and name not in NAMES:
        msg = f"there is no {name!r}; there are {', '.join(NAMES)}"
        raise typer.BadParameter(msg, param_hint="'NAME'")
    _tell(rebuilt(database, NAMES if name is None else (name,)), as_json=as_json)


def _tell(states: Sequence[State], *, as_json: bool) -> None:
    if as_json:
        say_json(states)
    else:
        say_table(
            ("read model", "events", "state"),
            ((each.name, f"{each.position} of {each.of}", _said(each)) for each in states),
        )
    raise typer.Exit(PARKED if any(each.parked or each.unjudged for each in states) else 0)


def _said(state: State) -> str:
    parked = state.parked
    stands = (
        state.status if parked is None else f"parked at game {parked.game}, position {parked.position}: {parked.says}"
    )
    unjudged = (f"game {it.game} could not be judged at position {it.position}: {it.says}" for it in state.unjudged)
    return "; ".join((stands, *unjudged))
