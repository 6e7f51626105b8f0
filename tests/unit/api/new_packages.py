"""A package with a ruleset that somebody else writes, where Python finds it as if it had been installed."""

from pathlib import Path

from tests.unit.api.running import oathbook


def new_package(folder: Path, name: str) -> Path:
    """The folder of a package that ``oathbook new-ruleset`` writes, to be put on Python's path."""
    written = oathbook("new-ruleset", name, "--to", str(folder), "-q")
    assert written.code == 0, written.err
    info = folder / name / f"oathbook_{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: oathbook-{name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[oathbook.rulesets]\n{name} = {name}.ruleset:RULESET\n")
    return folder / name
