"""The log of all streams, as programs for such logs read it: checkpoint, tiles, entries and keys; and receipts.

Nothing of it says what is in an event: a leaf is a hash, a position and a tag that names no stream.
"""

from typing import Annotated, Final, NoReturn

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import PlainTextResponse, Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.receipts import receipt_of
from oathbook.api.http.responses import json_response
from oathbook.api.queries.query import must_be_there
from oathbook.api.signing.bundle_builder import build_bundle
from oathbook.api.signing.bundles import BUNDLE, zip_bundle
from oathbook.domain.errors import NotFound
from oathbook.domain.evidence import tiles
from oathbook.domain.evidence.checkpoints import parse_checkpoint
from oathbook.domain.evidence.log_proofs import format_log_proof
from oathbook.domain.evidence.note_keys import encode_base64
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.tree import consistency_proof, inclusion_proof
from oathbook.domain.kernel.limits import MOST_EXACT
from oathbook.domain.recording.database.archive import read_row
from oathbook.domain.recording.format.codec import codec_of
from oathbook.domain.recording.format.record import record_for

router = APIRouter(route_class=ApiRoute, tags=["log"])

FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A tile never changes: a partial one has another address than the full one."""

UNSIGNED: Final = "nothing is signed: the records are not what was signed"
NO_STORE: Final = {"Cache-Control": "no-store"}


class TileFile(Response):
    """Hashes, or entries, one after another."""

    media_type = "application/octet-stream"


class BundleFile(Response):
    """A bundle as a file."""

    media_type = "application/zip"


@router.get(
    "/log/checkpoint", response_class=PlainTextResponse, operation_id="log_checkpoint", summary="Get the checkpoint"
)
def checkpoint(service: callers.ServiceHere) -> Response:
    """How large the log is and its root, signed (c2sp.org/tlog-checkpoint): what was signed last.

    Below the signature of the log are the cosignatures that its witnesses have made of it by now, if it has any.
    """
    if not service.log.checkpoint:
        service.log.sign()  # what was stored a moment ago, for whoever looks at the first game of a service
    if not service.log.checkpoint:
        _missing("nothing has been signed yet")
    return PlainTextResponse(service.log.checkpoint, headers=NO_STORE)


@router.get("/log/keys", response_class=PlainTextResponse, operation_id="log_keys", summary="Get the keys of the log")
def keys(service: callers.ServiceHere) -> Response:
    """The key that checks checkpoints, and the one that checks receipts, a line each (c2sp.org/signed-note)."""
    return PlainTextResponse(service.log.keys.text, headers=NO_STORE)


@router.get("/log/statements", operation_id="log_statements", summary="List statements of the store")
def statements(service: callers.ServiceHere) -> Response:
    """What the store has said of itself: keys that were replaced, logs that ended. Each is a leaf as well."""
    return json_response({"statements": service.archive.tree.statements()}, headers=NO_STORE)


@router.get(
    "/log/proof/{leaf}", response_class=PlainTextResponse, operation_id="log_proof", summary="Prove an entry of the log"
)
def proof(service: callers.ServiceHere, leaf: Annotated[int, InPath(ge=0, le=MOST_EXACT)]) -> Response:
    """That an entry stands in the log that was signed last (c2sp.org/tlog-proof); receipts have its number."""
    note = service.log.checkpoint
    size = parse_checkpoint(split_note(note)[0]).size if note else 0  # its own: a larger tree may be signed meanwhile
    if leaf >= size:
        _missing(f"the log that was signed last has {size} leaves")
    tree = service.archive.tree
    (found,) = tree.leaves(leaf, leaf + 1)
    return PlainTextResponse(
        format_log_proof(found.entry, leaf, inclusion_proof(tree.node(), leaf, size), note), headers=NO_STORE
    )


@router.get(
    "/log/consistency/{old}/{new}",
    response_class=PlainTextResponse,
    operation_id="log_consistency",
    summary="Prove that the log has only grown",
)
def prove_consistency(
    service: callers.ServiceHere,
    old: Annotated[int, InPath(ge=1, le=MOST_EXACT)],
    new: Annotated[int, InPath(ge=1, le=MOST_EXACT)],
) -> Response:
    """The path from a smaller tree to a larger one (RFC 9162, section 2.1.4), a hash a line, in base64."""
    tree = service.archive.tree
    if not old <= new <= tree.size():
        _missing("the log has no such two trees, the smaller one first")
    path = consistency_proof(tree.node(), old, new)
    return PlainTextResponse("".join(f"{encode_base64(each)}\n" for each in path), headers=FOREVER)


@router.get("/log/tile/{tile:path}", response_class=TileFile, operation_id="log_tile", summary="Get a tile of the log")
def tile(service: callers.ServiceHere, tile: Annotated[str, InPath(max_length=60)]) -> Response:
    """A tile (c2sp.org/tlog-tiles): `LEVEL/NUMBER` or `entries/NUMBER`, with `.p/WIDTH` where it is not full."""
    level, _, place = tile.partition("/")
    found = tiles.parse_tile_path(place)
    above = 0 if level == tiles.ENTRIES else int(level) if level in _LEVELS else -1
    if found is None or above < 0 or not tiles.has_tile(above, *found, service.log.size):
        _missing("the log has no such tile")
    number, width = found
    first, last = number * tiles.WIDTH, number * tiles.WIDTH + width
    tree = service.archive.tree
    if level == tiles.ENTRIES:
        return TileFile(tiles.entry_bundle([each.entry for each in tree.leaves(first, last)]), headers=FOREVER)
    return TileFile(b"".join(tree.hashes(above, first, last)), headers=FOREVER)


@router.get(
    "/v1/games/{game}/events/{position}/receipt", response_class=PlainTextResponse, summary="Get a receipt for an event"
)
def receipt(service: callers.ServiceHere, caller: callers.CallerHere, position: callers.PositionPath) -> Response:
    """The receipt of a stored event, signed: the same that the request got which stored it."""
    must_be_there(position, caller.head.position)
    codec = codec_of(service.archive.ruleset(caller.game).wire)
    (row,) = service.archive.rows(caller.game, after=position - 1, upto=position)
    event = read_row(codec, caller.game, row)
    note = receipt_of(service, event)
    if not note:
        _missing(UNSIGNED)
    return PlainTextResponse(note, headers=NO_STORE)


@router.get(
    "/v1/games/{game}/bundle", response_class=BundleFile, dependencies=[callers.FOLD_LIMIT], summary="Export a bundle"
)
def game_bundle(service: callers.ServiceHere, caller: callers.CallerHere, looking: callers.LookAs = None) -> Response:
    """The record as the caller may see it, in one file with all that it takes to check it: `oathbook verify FILE`."""
    viewer = caller.view_as(looking)
    if service.log.fault:
        _missing(UNSIGNED)
    record = record_for(service.replays.record(caller.game), viewer)
    service.log.sign()
    imported = service.is_imported(caller.game)
    made = build_bundle(record, service.archive.tree, service.log.keys, service.log.checkpoints, imported=imported)
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{caller.game}{BUNDLE}"'}
    return BundleFile(zip_bundle(made), headers=headers)


def _missing(says: str) -> NoReturn:
    raise NotFound(says)


_LEVELS: Final = frozenset(map(str, range(tiles.MOST_LEVELS)))
