"""``oathbook key``: a key to speak for a seat or to rule on disputes with, and its digest."""

from api.cli.arguments import Json
from api.cli.output import line, say, say_json
from domain.recording.format.bearer_keys import digest_in, new_key


def key(*, as_json: Json = False) -> None:
    """Make a key, and the digest by which it is known.

    The key is for whoever is to have it, and stands nowhere else. The digest stands where a key is asked for: of an
    arbiter in the file that `oathbook serve --arbiters` is given, of a seat in the body that opens a game.

    \b
    Exit codes
      0  made

    \b
    --json  {"key", "digest"}
    """  # noqa: D301  # the sign that keeps the lines of a paragraph as they are
    made = new_key()
    digest = digest_in(made)
    if as_json:
        say_json({"key": made, "digest": digest})
    else:
        say((line(f"key     {made}"), line(f"digest  {digest}")))
