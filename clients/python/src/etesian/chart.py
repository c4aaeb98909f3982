"""A chart of a few figures as SVG, which notebooks show without additional libraries."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from os import PathLike
from pathlib import Path

_WIDTH = 640
_LEFT = 200
_RIGHT = 90
_ROW = 30
_TOP = 40
_FONT = 'font-family="sans-serif" font-size="13"'


class Bars:
    """Horizontal bars from zero: one per name, with its value. A missing value (None) has no bar."""

    def __init__(self, title: str, values: Mapping[str, float | None], unit: str = "") -> None:
        self.title = title
        self.values = dict(values)
        self.unit = unit

    @property
    def svg(self) -> str:
        known = [value for value in self.values.values() if value is not None]
        minimum, maximum = min([0.0, *known]), max([0.0, *known])
        scale = (_WIDTH - _LEFT - _RIGHT) / ((maximum - minimum) or 1.0)
        zero = _LEFT - minimum * scale
        height = _TOP + _ROW * len(self.values)
        heading = f"{self.title} ({self.unit})" if self.unit else self.title
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" role="img" {_FONT}>',
            f"<title>{escape(heading)}</title>",
            f'<text x="8" y="22" font-weight="bold">{escape(heading)}</text>',
        ]
        for index, (name, value) in enumerate(self.values.items()):
            top = _TOP + index * _ROW
            lines.append(f'<text x="{_LEFT - 8}" y="{top + 17}" text-anchor="end">{escape(name)}</text>')
            if value is None:
                continue
            start, end = sorted((zero, zero + value * scale))
            lines.append(f'<rect x="{start:.1f}" y="{top + 4}" width="{end - start:.1f}" height="18" fill="#0072b2"/>')
            lines.append(f'<text x="{end + 6:.1f}" y="{top + 17}">{value:,.4g}</text>')
        return "\n".join([*lines, "</svg>"])

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the SVG to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")
