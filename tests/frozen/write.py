"""Freeze a version: ``python -m tests.frozen.write VERSION`` writes its records and the answers about them, once."""

import sys

from tests.frozen.frozen import FROZEN, subjects, write


def main() -> None:
    """Write the folder of the version that is named; nothing that is there is written over."""
    match sys.argv[1:]:
        case [version] if version.replace(".", "").isalnum():
            folder = FROZEN / version
        case _:
            sys.exit("say which version, such as 1.0: python -m tests.frozen.write VERSION")
    if folder.exists():
        sys.exit(f"{folder} is there, and a frozen version is never written again")
    sys.stdout.write(f"{write(folder, subjects())} records are frozen in {folder}\n")


if __name__ == "__main__":
    main()
