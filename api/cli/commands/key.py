"""``oathbook key``: makes the key of a seat or of an arbiter, and its digest."""

from api.cli.arguments import Json
from api.cli.output import line, say, say_json
from domain.recording.format.bearer_keys import digest_in, new_key


def key(*, as_json: Json = False) -> None:
    """Make a key and its digest.

    Give the key to the person who will use it; it is stored nowhere else. Use the digest where one is asked for: for
    an arbiter in the file of `oathbook serve --arbiters`, for a seat in the body that opens a game.

    \b
    Exit codes
      0  the key is made

    \b
    --json  {"key", "digest"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    made = new_key()
    digest = digest_in(made)
    if as_json:
        say_json({"key": made, "digest": digest})
    else:
        say((line(f"key     {made}"), line(f"digest  {digest}")))
