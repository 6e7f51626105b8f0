"""Write the golden records again and say which changed: ``make golden-accept``."""

import hashlib
import sys

from oathbook.domain.recording.format.record_file import record_text
from tests.golden.disputing import DIGESTS, disputes, stored
from tests.golden.every import numbered
from tests.golden.scripting import recorded
from tests.support.checkout import GOLDEN


def main() -> None:
    """Write every record, and the digests of what golden disputes store; a changed record is named."""
    for number, script in numbered():
        path = GOLDEN / script.edition / f"{script.name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = record_text(recorded(script, number))
        if not path.exists() or path.read_bytes() != text:
            path.write_bytes(text)
            sys.stdout.write(f"written: {path.name}\n")
    digests = "".join(f"{hashlib.sha256(stored(each)).hexdigest()}  {each['name']}\n" for each in disputes())
    DIGESTS.write_text(digests, "utf-8")


if __name__ == "__main__":
    main()
