"""``oathbook convict``: whether what a log has signed can all be true."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec import Struct

from oathbook.api.cli import arguments
from oathbook.api.cli.evidence_files import MOST_BYTES, keys_in
from oathbook.api.cli.input_files import STDOUT, bytes_in, label_refusals
from oathbook.api.cli.output import line, say, say_bytes, say_json
from oathbook.api.cli.output_files import OutputFile, put
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.convictions import find_contradiction, open_signed
from oathbook.domain.evidence.note_keys import parse_key
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import DECODE_ERRORS

FORM: Final = "conviction/1"
MOST_SIGNED: Final = 100
CONVICTED: Final = 1


class ConvictionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What convicts: the keys, what they have signed, and why it cannot be true."""

    oathbook: str
    keys: tuple[str, ...]
    signed: tuple[str, ...]
    says: str


def convict(
    files: Annotated[
        list[str],
        arguments.argument(metavar="FILE...", help="Receipts, checkpoints and proofs; or one file that convicts."),
    ],
    *,
    log_keys: Annotated[
        str | None,
        arguments.option(metavar="FILE", help="The keys of the log, as the service shows them at /log/keys."),
    ] = None,
    out: Annotated[
        Path | None, arguments.option(metavar="FILE", help="Where to write the file that convicts (- is stdout).")
    ] = None,
    force: arguments.Force = False,
    as_json: arguments.Json = False,
    _quiet: arguments.Quiet = False,
) -> None:
    """Check whether receipts, checkpoints and proofs of a log can all be true.

    If two of them cannot, whoever holds the log's keys has signed both. --out writes the two into one file, which
    anybody can check with this command, without a network. Compare the keys that it prints with those you know.

    \b
    Exit codes
      0  all of it can be true
      1  two of these cannot both be true: the keeper is convicted
      2  something cannot be read, or is signed by nobody whose key is known

    \b
    --json  {"convicts", "says", "keys"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    case = _case(files, log_keys)
    keys = [parse_key(each) for each in case.keys]
    says = find_contradiction([open_signed(each.encode(), *keys) for each in case.signed])
    if says and out is not None:
        text = canonical_bytes(msgspec.structs.replace(case, says=says)) + b"\n"
        if str(out) == STDOUT:
            say_bytes(text)
            raise typer.Exit(CONVICTED)
        put([OutputFile(out, text)], force=force)
    if as_json:
        say_json({"convicts": bool(says), "says": says, "keys": case.keys})
    else:
        say((line(says or "all of it can be true"), *(line(f"  key {each}") for each in case.keys)))
    raise typer.Exit(CONVICTED if says else 0)


def _case(files: list[str], log_keys: str | None) -> ConvictionFile:
    """What is to be looked at: a file that convicts, or files of what was signed."""
    texts = [bytes_in(each, most=MOST_SIGNED * MOST_BYTES) for each in files]
    if log_keys is None:
        if len(texts) != 1 or not texts[0].startswith(b"{"):
            raise BadRecord("--log-keys: name the file with the keys of the log")
        return _conviction(files[0], texts[0])
    keys = tuple(each.text for each in keys_in(log_keys))
    signed: list[str] = []
    for name, text in zip(files, texts, strict=True):
        with label_refusals(name):
            open_signed(text, *map(parse_key, keys))
        signed.append(text.decode())
    return ConvictionFile(FORM, keys, tuple(signed), "")


def _conviction(name: str, text: bytes) -> ConvictionFile:
    try:
        found = msgspec.json.decode(text, type=ConvictionFile)
    except DECODE_ERRORS as problem:
        raise BadRecord(f"{name}: {problem}") from None
    if found.oathbook != FORM or len(found.signed) > MOST_SIGNED:
        raise BadRecord(f"{name}: it is not a file that convicts")
    return found
