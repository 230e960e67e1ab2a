"""Writes the style sheet of rulings, which the exporters make from the palette, as a static file. Knows no page."""

from __future__ import annotations

from pathlib import Path

from dikast.record.exporters.html import sheet


def write(folder: Path) -> None:
    """Write `dikast/ruling.css` below `folder`, which is one of Django's folders of static files."""
    file = folder / "dikast" / "ruling.css"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(sheet(), "utf-8")
