"""``oathbook bundle``: writes a game with everything that it takes to check it, in one file."""

from typing import Annotated

import typer

from oathbook.api.attesting.bundles import BUNDLE, packed
from oathbook.api.attesting.bundling import bundled
from oathbook.api.attesting.log_files import files_beside
from oathbook.api.cli.arguments import DATABASE, Database, Force, Json, LogKey, Quiet, SeenBy, argument, option
from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.input_files import STDOUT, refusals_name, viewer_in
from oathbook.api.cli.output import encodable, line, say, say_file, say_json
from oathbook.api.cli.output_files import OutputFile, put, target_in
from oathbook.domain.recording.format.record import as_seen_by


def bundle_game(  # noqa: PLR0913  # a parameter for each option
    game: Annotated[str, argument(metavar="GAME", help="The id of a game in the database.")],
    *,
    viewer: SeenBy = None,
    to: Annotated[
        str | None,
        option(
            "--to", metavar="PATH", help="The file or folder to write to (default: GAME.oathbook here; - is stdout)."
        ),
    ] = None,
    log_key: LogKey = None,
    database: Database = DATABASE,
    force: Force = False,
    as_json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Write a game with everything that it takes to check it, in one file.

    That is the record as one viewer may have it, a receipt for its last event, a proof that this event stands in the
    log of the service with a signed checkpoint, the keys that check both, the rulebook in our words, and the versions.
    `oathbook verify FILE` needs nothing else: no network and no database. The file is a zip.

    The log has to be signed, so a service has to have run on the database. It may run meanwhile.

    \b
    Exit codes
      0  written
      2  there is no such game, its end is in no checkpoint yet, or something else is in the place of the file

    \b
    --json  {"game", "edition", "viewer", "position", "head", "to", "changed"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if to == STDOUT and as_json:
        msg = "stdout takes the bundle or the JSON, not both"
        raise typer.BadParameter(msg, param_hint="'--to' and '--json'")
    with archive_in(database) as archive:
        archive.head(encodable(game))
        record = archive.record(game)
        looking = viewer_in(record, viewer)
        files = files_beside(archive.address, log_key)
        with refusals_name(database):
            keys, checkpoints = files.keys_and_notes()
            seen = as_seen_by(record, looking)
            made = bundled(seen, archive.tree, keys, checkpoints, imported=archive.is_imported(game))
    if to == STDOUT:
        say_file(packed(made))
        return
    name = f"{game}{BUNDLE}"
    target = OutputFile(target_in(to or name, name), packed(made))
    (changed,) = put([target], force=force)
    if as_json:
        say_json(
            {
                "game": game,
                "edition": record.opened.edition,
                "viewer": looking,
                "position": len(record.events),
                "head": record.head,
                "to": encodable(str(target.path)),
                "changed": changed,
            }
        )
    else:
        how = "written" if changed else "unchanged, already there"
        say([line(f"{target.path}: {how}: game {game}, up to position {len(record.events)}")])
