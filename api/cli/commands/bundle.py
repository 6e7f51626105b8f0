"""``oathbook bundle``: writes a game with everything that it takes to check it, in one file."""

from typing import Annotated

import typer

from oathbook.api.cli import arguments, output
from oathbook.api.cli.databases import archive_in
from oathbook.api.cli.input_files import STDOUT, label_refusals, viewer_in
from oathbook.api.cli.output_files import OutputFile, put, target_in
from oathbook.api.signing.bundle_builder import build_bundle
from oathbook.api.signing.bundles import BUNDLE, zip_bundle
from oathbook.api.signing.log_files import log_files_for
from oathbook.domain.recording.format.record import record_for


def bundle_game(  # noqa: PLR0913  # a parameter for each option
    game: Annotated[str, arguments.argument(metavar="GAME", help="The id of a game in the database.")],
    *,
    viewer: arguments.SeenBy = None,
    to: Annotated[
        str | None,
        arguments.option(
            "--to", metavar="PATH", help="The file or folder to write to (default: GAME.oathbook here; - is stdout)."
        ),
    ] = None,
    log_key: arguments.LogKey = None,
    database: arguments.Database = arguments.DATABASE,
    force: arguments.Force = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Write a game with all that is needed to check it.

    The file holds the record as one viewer may have it, a receipt for its last event, a proof that this event stands in
    the log of the service with a signed checkpoint, the keys that check both, the rulebook in our words, and the
    versions. `oathbook verify FILE` needs nothing else: no network and no database. The file is a zip.

    The log must be signed, so a service must have served the database. It may be running now.

    \b
    Exit codes
      0  written
      2  there is no such game, its end is in no checkpoint yet, or something else is in the place of the file

    \b
    --json  {"game", "edition", "viewer", "position", "head", "to", "changed"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    if to == STDOUT and as_json:
        raise typer.BadParameter("stdout takes the bundle or the JSON, not both", param_hint="'--to' and '--json'")
    with archive_in(database) as archive:
        archive.last_position(output.encodable(game))
        record = archive.record(game)
        looking = viewer_in(record, viewer)
        files = log_files_for(archive.address, log_key)
        with label_refusals(database):
            keys, checkpoints = files.keys_and_notes()
            seen = record_for(record, looking)
            made = build_bundle(seen, archive.tree, keys, checkpoints, imported=archive.is_imported(game))
    if to == STDOUT:
        output.say_file(zip_bundle(made))
        return
    name = f"{game}{BUNDLE}"
    target = OutputFile(target_in(to or name, name), zip_bundle(made))
    (changed,) = put([target], force=force)
    if as_json:
        about = {"game": game, "edition": record.opened.edition, "viewer": looking, "position": len(record.events)}
        output.say_json({**about, "head": record.head, "to": output.encodable(str(target.path)), "changed": changed})
    else:
        how = "written" if changed else "unchanged, already there"
        output.say([output.line(f"{target.path}: {how}: game {game}, up to position {len(record.events)}")])
