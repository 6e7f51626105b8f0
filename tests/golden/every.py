"""All golden games, in the order of their numbers: new ones go to the end."""

from typing import Final

from tests.golden.heirless_scripts import HEIRLESS_SCRIPTS
from tests.golden.scripts import SCRIPTS as KNIGHTS_DUTY_SCRIPTS

SCRIPTS: Final = (*KNIGHTS_DUTY_SCRIPTS, *HEIRLESS_SCRIPTS)
