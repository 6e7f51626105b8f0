"""For the operator of the service: is it up, can it serve, what has it done; and what its problems mean."""

import sqlite3
from pathlib import Path

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import FOLD_LIMIT, ServiceHere
from oathbook.api.http.metrics import ServiceMetrics
from oathbook.api.http.responses import json_response
from oathbook.api.schemas import problems
from oathbook.api.signing.cosignature_collector import CosignatureCollector
from oathbook.domain.recording.database.sqlite import is_sound_sqlite

router = APIRouter(route_class=ApiRoute, tags=["operations"])


@router.get("/healthz", summary="Check health")
async def healthz(service: ServiceHere) -> Response:
    """The process is up, and which store has the records; the store is not asked whether it is.

    It answers without a thread, so that it does not wait for other requests.

    Of SQLite also its version, and whether several processes could write with it.
    """
    if isinstance(service.archive.address, Path):
        sound = is_sound_sqlite()
        of_store = {"store": "sqlite", "sqlite": sqlite3.sqlite_version, "several_writers_sound": sound}
    else:
        of_store = {"store": "postgresql"}
    return json_response({"status": "up", **of_store})


@router.get("/readyz", summary="Check readiness")
def readyz(service: ServiceHere) -> Response:
    """Whether the records can be read, and how far each read model is; 503 if one is parked or being made again.

    It is 503 and ``deaf`` while this process does not know what others have stored in the last seconds.

    It is 503 as well while the process that makes them is not running; then each has that as its ``fault``.
    ``closed_for_writing`` names the games whose records are damaged; all others go on. ``read_only`` says how the
    database differs from what was signed, if it does; then it is shown, takes nothing more, and the answer is 503.
    ``log`` is its name, the size that was signed last, and how many leaves this walk over it has found right.
    ``witnesses`` says whether the newest checkpoint has its quorum, and by whom, which size had it last, and of each
    witness what it has cosigned and what is wrong with it. An ``alarm`` is that it calls the log another than it was;
    where it shows that, by a checkpoint that this log has signed, it is ``proved``, and the answer is 503.
    """
    states, cosigning = service.projector.states(), service.log.cosigning
    ready = (
        not service.log.fault
        and not service.hub.is_deaf
        and not service.projector.down
        and not (cosigning is not None and any(each.proved for each in cosigning.states))
        and all(each.status in {"ready", "behind"} for each in states)
    )
    told = {
        "status": "ready" if ready else "degraded",
        "newest": service.archive.last_number(),
        "projections": states,
        "closed_for_writing": service.writer.faults,
        "deaf": service.hub.is_deaf,
        "read_only": service.log.fault or None,
        "log": {"origin": service.log.keys.origin, "signed": service.log.size, "checked": service.log.walk.leaves},
        "witnesses": _witness_report(cosigning),
    }
    return json_response(told, 200 if ready else 503)


def _witness_report(cosigning: CosignatureCollector | None) -> dict[str, object] | None:
    if cosigning is None:
        return None
    quorum = cosigning.quorum
    return {
        "quorum": quorum.is_met,
        "by": quorum.witnesses,
        "cosigned": cosigning.cosigned_size,
        "asked": cosigning.states,
    }


@router.get("/metrics", response_class=PlainTextResponse, dependencies=[FOLD_LIMIT], summary="Get metrics")
def metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    figures: ServiceMetrics = request.app.state.figures
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


@router.get(problems.REGISTRY, operation_id="list_problems", summary="List types of problems")
def registry() -> Response:
    """Every type of problem. The ``type`` of a problem is this address, `#` and its name."""
    return json_response({"problems": problems.ALL})
