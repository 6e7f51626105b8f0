"""``docs/notebook.ipynb``, run: each cell's output as a notebook shows it, in its file and as a picture.

``python -m tests.docs.notebook`` writes the outputs again, and the picture with Chromium.
"""

import ast
import json
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.support.checkout import ROOT
from tests.unit.api.running import oathbook as command

NOTEBOOK: Final = ROOT / "docs" / "notebook.ipynb"
PICTURE: Final = ROOT / "docs" / "notebook.png"
WIDTH: Final = 960  # pixels of the picture
STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; color: #1b1b1b; background: #fff; }
pre { background: #f4f4f1; padding: 10px 14px; margin: 14px 0 8px; border-radius: 6px; white-space: pre-wrap; }
table { border-collapse: collapse; margin: 4px 0 12px 14px; } caption { text-align: left; color: #555; }
th, td { padding: 3px 12px; text-align: left; border-bottom: 1px solid #ddd; } .out { margin-left: 14px; }
"""


def cells() -> list[dict[str, Any]]:
    """The cells of the notebook as they are stored."""
    stored: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    return stored


def outputs_of(stored: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The outputs of each cell, run one after another in a folder with the files of ``oathbook examples``."""
    names: dict[str, Any] = {}
    with TemporaryDirectory() as folder, chdir(folder):
        assert command("examples").code == 0
        for cell in stored:
            yield [] if cell["cell_type"] != "code" else _run("".join(cell["source"]), names)


def _run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last expression."""
    body = ast.parse(source).body
    last = body[-1]
    printed = StringIO()
    with redirect_stdout(printed):
        for each in body[:-1] if isinstance(last, ast.Expr) else body:
            exec(compile(ast.Module([each], []), "cell", "exec"), names)  # noqa: S102  # a cell of ours
        value: Any = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307  # as above
    text = [{"output_type": "stream", "name": "stdout", "text": printed.getvalue()}] if printed.getvalue() else []
    if value is None:
        return text
    shown = {"text/html": value._repr_html_()} if hasattr(value, "_repr_html_") else {"text/plain": repr(value)}
    return [*text, {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": shown}]


def page(stored: list[dict[str, Any]]) -> str:
    """The notebook as a page, for its picture."""
    parts: list[str] = []
    for cell in stored:
        source = escape("".join(cell["source"]))
        parts.append(f"<p>{source}</p>" if cell["cell_type"] == "markdown" else f"<pre>{source}</pre>")
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            text = escape(output.get("text", data.get("text/plain", "")))
            parts.append(f'<div class="out">{data.get("text/html") or text.replace(chr(10), "<br>")}</div>')
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{''.join(parts)}"


def main() -> None:
    """Write the outputs and the picture."""
    from tests.support.browsing import chromium, launched  # noqa: PLC0415  # the test needs no browser

    whole: dict[str, Any] = json.loads(NOTEBOOK.read_text("utf-8"))
    for cell, outputs in zip(whole["cells"], outputs_of(whole["cells"]), strict=True):
        if cell["cell_type"] == "code":
            cell["outputs"] = outputs
    NOTEBOOK.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
    path = chromium()
    assert path is not None, "the picture needs a Chromium"
    with launched(path) as browser:
        shown = browser.new_page(viewport={"width": WIDTH, "height": 400})
        shown.set_content(page(whole["cells"]))
        Path(PICTURE).write_bytes(shown.screenshot(full_page=True))


if __name__ == "__main__":
    main()
