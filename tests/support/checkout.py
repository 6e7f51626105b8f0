"""The checkout that the tests run in: its folder, and its golden records."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = ROOT / "replays" / "golden"
