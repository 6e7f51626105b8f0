"""What must be so after a world has run, whatever happened in it. It is looked at from outside, and by a new reader."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from itertools import groupby, pairwise
from typing import Any

from oathbook.api.service import Service
from oathbook.api.signing.soundness import find_all_damage
from oathbook.domain.evidence.leaves import LogLeaf, key_replaced_statement
from oathbook.domain.evidence.receipts import open_receipt
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.log_tree import LOG_STREAM
from oathbook.projections.projector import Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from tests.support.playing import ruleset_of
from tests.support.world.service_process import ADDRESS, ServiceProcess
from tests.support.world.tables import Doubt, Table
from tests.support.world.world import World


def check(world: World) -> None:
    """Add to the findings of a world."""
    with Archive(ADDRESS, ruleset_of) as archive:
        for table in world.tables:
            for each in (*_streams(archive, table), *_revocation(world, archive, table)):
                world.find(each)
        for process in world.processes:
            for each in _process(world, archive, process):
                world.find(f"{process.name}: {each}")
        for each in _followers(world):
            world.find(each)


def _streams(archive: Archive, table: Table) -> Iterator[str]:
    """Nothing acknowledged is lost, nothing is there twice, and every step is somebody's."""
    lost = dict(table.acknowledgements)
    for game in set(table.games) & table.world.damaged:
        lost = {where: each for where, each in lost.items() if where[0] != game}
    for game in table.games:
        if game in table.world.damaged:
            continue
        rows = archive.record(game).events  # read strictly, with its chain
        positions = [event.entry.position for event in rows]
        if positions != [*range(1, len(rows) + 1)]:
            yield f"a hole in {game}: {positions}"
        if any(later.entry.at < earlier.entry.at for earlier, later in pairwise(rows)):
            yield f"time runs backwards in {game}"
        doubts = [each for each in table.doubts if each.game == game]
        for first, *others in (list(step) for _, step in groupby(rows, key=lambda event: event.entry.step)):
            known = lost.pop((game, first.entry.position), None)
            for other in others:
                lost.pop((game, other.entry.position), None)
            if known is not None and known.hash != first.hash:
                yield f"acknowledged and lost: position {first.entry.position} of {game}"
            if known is None and not _was_in_doubt(doubts, first.entry.by):
                yield f"a step that nobody was told of: position {first.entry.position} of {game}"
    for game, position in lost:
        yield f"acknowledged and lost: position {position} of {game}"


def _was_in_doubt(doubts: list[Doubt], by: object) -> bool:
    for each in doubts:
        if each.seat == by:
            doubts.remove(each)
            return True
    return False


def _revocation(world: World, archive: Archive, table: Table) -> Iterator[str]:
    """No event by a replaced key stands behind the statement that it was replaced."""
    tree = archive.tree
    leaf_of = dict(zip(map(_where, tree.leaves(0, tree.size())), range(tree.size()), strict=True))
    said = {text: number for number, text in enumerate(tree.statements(), 1)}
    new = {str(old): str(new) for old, new in archive.replaced_keys().items()}
    made = {where: known.digest for where, known in table.acknowledgements.items() if known.digest}
    for game, seat, key, position in world.server.db.execute("SELECT game, seat, key, position FROM requests"):
        if (game, seat, key) in table.requests:
            made[game, position] = table.requests[game, seat, key]
    for (game, position), digest in made.items():
        if digest in new:
            statement = said[key_replaced_statement(digest, new[digest])]
            if leaf_of[tree.tag(game), position] > leaf_of[tree.tag(LOG_STREAM), statement]:
                yield f"a step by a replaced key is stored after that: position {position} of {game}"


def _where(leaf: LogLeaf) -> tuple[bytes, int]:
    return leaf.tag, leaf.position


def _process(world: World, archive: Archive, process: ServiceProcess) -> Iterator[str]:
    service = process.service
    if service is None:
        yield "it does not begin again"
        return
    if service.hub.is_deaf or service.writer.refuses or service.log.fault:
        yield f"it is not well: {service.hub.is_deaf=} {service.writer.refuses!r} {service.log.fault!r}"
    if not {*service.writer.faults} <= world.damaged:
        yield f"games are closed: {service.writer.faults}"
    for table in world.tables:
        for game in table.games:
            known = service.writer.peek(game)
            if known is not None and known.position != archive.length(game):
                yield f"it shows position {known.position} of {game}, which has {archive.length(game)}"
    for old, new in archive.replaced_keys().items():
        if service.writer.keys.current(old) == old:
            yield f"it does not know that {old[:8]} was replaced by {new[:8]}"
    yield from _log(world, archive, service)
    if process.projects:
        yield from _read_models(world, archive, process)


def _log(world: World, archive: Archive, service: Service) -> Iterator[str]:
    """The checkpoints are of this log, every row has its leaf, and every receipt its proof."""
    tree = archive.tree
    damage = find_all_damage(tree)
    if damage and not world.damaged:
        yield f"the log is damaged: {damage}"
    signed = max(each.service.log.size for each in world.processes if each.service)
    if signed != tree.size():
        yield f"of {tree.size()} leaves {signed} are signed"
    rows = world.server.db.execute("SELECT count(*) FROM stored_events").fetchone()[0]
    if rows + len(tree.statements()) != tree.size():
        yield f"{rows} events and {len(tree.statements())} statements have {tree.size()} leaves"
    receipts = [known.receipt for table in world.tables for known in table.acknowledgements.values() if known.receipt]
    keys = service.log.keys.receipts.key
    for note in receipts if world.restored_at is None else ():
        receipt = open_receipt(note, keys)
        if tree.leaves(receipt.leaf, receipt.leaf + 1) != [receipt.log_leaf]:
            yield f"a receipt is not proved: position {receipt.position} of {receipt.game}"


def _read_models(world: World, archive: Archive, process: ServiceProcess) -> Iterator[str]:
    """They are what is made of the records anew."""
    again = process.folder / f"{process.name}.again"
    with SqliteViews(again) as views, Projector(archive, views, ruleset_of) as projector:
        projector.catch_up()
    kept, made = (_rows(path, world.damaged) for path in (process.folder / f"{process.name}.views", again))
    if made["parked"]:
        yield f"read models are parked: {made['parked']}"
    for table in sorted({*kept, *made}):
        if kept.get(table) != made.get(table):
            yield f"the read models differ from those made again: {table}"


def _rows(path: object, without: Collection[str]) -> dict[str, list[Any]]:
    """The rows of read models by table, but for those of some games."""
    with closing(sqlite3.connect(str(path))) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {each: sorted(db.execute(f'SELECT * FROM "{each}"'), key=repr) for each in tables}  # noqa: S608  # names of ours
    found = {name: [row for row in rows if not {*row} & {*without}] for name, rows in found.items()}
    found["projections"] = [row[:4] for row in found["projections"]]  # without why they were once made again
    return found


def _followers(world: World) -> Iterator[str]:
    for each in world.followers:
        if each.game and each.table.game is not None and each.game == each.table.game.id:
            length = world.server.length(each.game)
            if each.seen != length:
                yield f"a stream has {each.seen} of {length} events of {each.game}"
