"""Who may open games, import records and file claims: everyone, or the keys that the operator has listed."""

from typing import Final

from fastapi import Depends, Request
from fastapi.params import Depends as Dependency

from oathbook.api.http.callers import CHALLENGE, Authorization, digest_sent
from oathbook.api.http.rate_limits import MeterHere
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.settings.key_files import KeyHolder, Scope
from oathbook.api.settings.options import LimitedAction
from oathbook.api.settings.policy import Policy

KEY_NEEDED: Final = "this needs a key of the operator's: Authorization: Bearer …"

KEY_UNLISTED: Final = "this key may not file claims here: the operator lists those that may"


def _permission(what: LimitedAction, scope: Scope) -> Dependency:
    """Makes a dependency that checks and counts the callers of a route.

    It returns the name of the key's holder, or an empty string if no key is needed.
    """

    def is_by_key(policy: Policy) -> bool:
        return (policy.open_to if scope == "open" else policy.imports_from) == "key"

    async def allowed(request: Request, meter: MeterHere, authorization: Authorization = None) -> str:
        policy: Policy = request.app.state.policy
        name = _holder(policy, scope, authorization).name if is_by_key(policy) else ""
        meter.take(what, name)
        return name

    dependency: Dependency = Depends(allowed)
    return dependency


def _holder(policy: Policy, scope: Scope, authorization: str | None) -> KeyHolder:
    """Returns the holder of the key; ``key-missing``, ``key-unknown``, ``not-allowed`` if it may not do this."""
    digest = digest_sent(authorization)
    if digest is None:
        raise HttpProblem(problems.NO_KEY, KEY_NEEDED, headers=CHALLENGE)
    holder = policy.keys.with_key(digest)
    if holder is None:
        raise HttpProblem(problems.WRONG_KEY, f"the operator has not listed this key; {KEY_NEEDED}", headers=CHALLENGE)
    if scope not in holder.may:
        raise HttpProblem(problems.NOT_ALLOWED, f"this key may not {scope} here")
    return holder


async def _may_file(request: Request, authorization: Authorization = None) -> None:
    """Refuses a seat's key that is listed, but not for claims: ``not-allowed``."""
    holder = _filing_key_holder(request, authorization)
    if holder is not None and "dispute" not in holder.may:
        raise HttpProblem(problems.NOT_ALLOWED, KEY_UNLISTED)


def must_be_listed(request: Request, authorization: str | None) -> None:
    """Refuses a seat's key that is not listed at all: ``not-allowed``. Call it once the key is known to be a seat's."""
    policy: Policy = request.app.state.policy
    if policy.disputes_from == "key" and _filing_key_holder(request, authorization) is None:
        raise HttpProblem(problems.NOT_ALLOWED, KEY_UNLISTED)


def _filing_key_holder(request: Request, authorization: str | None) -> KeyHolder | None:
    policy: Policy = request.app.state.policy
    digest = digest_sent(authorization)
    return None if policy.disputes_from == "everyone" or digest is None else policy.keys.with_key(digest)


MAY_OPEN: Final = _permission("opening", "open")
MAY_IMPORT: Final = _permission("importing", "import")
MAY_FILE: Final[Dependency] = Depends(_may_file)
