"""The ways in: command line, HTTP and pages. Each begins with the files of rulesets that are named outside."""

import os
from pathlib import Path

from oathbook.domain.rulesets.ruleset_plugins import name_ruleset_files

name_ruleset_files(Path(each) for each in os.environ.get("OATHBOOK_FILES", "").split(os.pathsep) if each)
