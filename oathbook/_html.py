"""Tables as notebooks show them."""

from collections.abc import Mapping, Sequence
from html import escape

Row = Mapping[str, int | str | None]


def html_table(caption: str, rows: Sequence[Row]) -> str:
    """An HTML table: a caption, a column for each key of the first row, everything escaped, nothing for ``None``."""
    columns = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(each)}</th>" for each in columns)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row[each])}</td>' for each in columns)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: int | str | None) -> str:
    return "" if value is None else escape(str(value))
