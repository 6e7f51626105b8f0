"""The witnesses of a log as an operator names them: their URLs, and a file with their keys."""

from pathlib import Path
from typing import Final, NoReturn

from msgspec import Struct

from oathbook.api.signing.witness_client import is_witness_url
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.policies import TrustPolicy
from oathbook.domain.evidence.policy_file import MOST_BYTES, parse_policy

MOST_WITNESSES: Final = 32  # that are asked; each has a thread of its own


class Witnesses(Struct, frozen=True):
    """The URLs of a log's witnesses, and the policy: their keys, and how many must cosign."""

    policy: TrustPolicy
    urls: tuple[str, ...]


def witnesses_of(listed: str, policy: Path | None) -> Witnesses | None:
    """Returns the witnesses of a list of URLs and of a policy, or None without both.

    ``BadRecord`` names the setting, or the line and column of the file; ``OSError`` if it cannot be read.
    """
    addresses = tuple(each.strip() for each in listed.split(",") if each.strip())
    if policy is None:
        if addresses:
            _refuse("OATHBOOK_WITNESS", "name the file with the keys of the witnesses too (--witness-policy)")
        return None
    read = trust_policy_at(policy)
    urls = tuple(dict.fromkeys((*(each.url for each in read.witnesses if each.url), *addresses)))
    for each in urls:
        if not is_witness_url(each):
            _refuse("OATHBOOK_WITNESS", f"“{each}” is no address of a witness: write http://host:port/path")
    if not 0 < len(urls) <= MOST_WITNESSES:
        _refuse(
            "OATHBOOK_WITNESS_POLICY", f"{len(urls)} witnesses have an address: there must be 1 to {MOST_WITNESSES}"
        )
    return Witnesses(read, urls)


def trust_policy_at(path: Path) -> TrustPolicy:
    """Returns the policy in a file; ``BadRecord`` names the file, line and column, ``OSError``."""
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    try:
        return parse_policy(text)
    except BadRecord as problem:
        raise BadRecord(f"{path}: {problem}") from None


def _refuse(setting: str, says: str) -> NoReturn:
    raise BadRecord(f"{setting}: {says}")
