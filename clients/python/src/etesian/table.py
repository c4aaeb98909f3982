"""Tables of results, with the unit of each column."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import pyarrow

#: Whether tables are requested as Arrow, which is parsed many times faster than CSV.
HAS_ARROW = find_spec("pyarrow") is not None

#: Columns that identify a row.
_INDEXES = ("Time", "key", "variant")

_UNIT = re.compile(r"^(?P<name>.*\S) (?:\((?P<round>[^()]*)\)|\[(?P<square>[^\[\]]*)\])$")


class Table:
    """Columns of equal length, in order. `units` has the units of the columns that have one."""

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        units: Mapping[str, str],
        index: str | None,
        arrow: pyarrow.Table | None = None,
    ) -> None:
        self._columns = dict(columns)
        self.units = dict(units)
        #: The column that identifies a row; None if there is none.
        self.index = index
        self._arrow = arrow

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The cells by column. Times are strings such as `2050-01-01 00:00`."""
        if self._arrow is not None and not self._columns:
            self._columns = {name: _cells(self._arrow.column(name)) for name in self._arrow.column_names}
        return self._columns

    @classmethod
    def of_csv(cls, text: str) -> Table:
        """Reads CSV with headers such as `output (MW)`. Columns of numbers become floats, with None for empty cells."""
        rows = csv.reader(text.splitlines())
        headers = next(rows)
        cells = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in headers]
        names = [_name_and_unit(header) for header in headers]
        # Two columns may differ only in their unit.
        uses = Counter(name for name, _ in names)
        columns: dict[str, Sequence[Any]] = {}
        units: dict[str, str] = {}
        for header, (name, unit), column in zip(headers, names, cells, strict=True):
            key = name if uses[name] == 1 else header
            columns[key] = _numbers(column)
            if unit is not None:
                units[key] = unit
        return cls(columns, units, headers[0] if headers[0] in _INDEXES else None)

    @classmethod
    def of_arrow(cls, content: bytes) -> Table:
        """Reads an Arrow file. Requires pyarrow."""
        import pyarrow

        arrow = pyarrow.ipc.open_file(content).read_all()
        units = {
            field.name: field.metadata[b"unit"].decode()
            for field in arrow.schema
            if field.metadata is not None and b"unit" in field.metadata
        }
        first = arrow.column_names[0]
        return cls({}, units, first if first in _INDEXES else None, arrow)

    @classmethod
    def of_json(cls, body: Mapping[str, Any], index: str | None = None) -> Table:
        """Reads the JSON of a table: `columns` with `key` and `unit`, and `rows`."""
        names = [str(column["key"]) for column in body["columns"]]
        units = {str(column["key"]): str(column["unit"]) for column in body["columns"] if column["unit"] is not None}
        return cls({name: [row[position] for row in body["rows"]] for position, name in enumerate(names)}, units, index)

    @classmethod
    def of_records(cls, records: Iterable[Mapping[str, Any]], index: str | None = None) -> Table:
        """A row per record; missing fields are None."""
        rows = list(records)
        names = list(dict.fromkeys(name for row in rows for name in row))
        return cls({name: [row.get(name) for row in rows] for name in names}, {}, index)

    def __len__(self) -> int:
        if self._arrow is not None:
            return int(self._arrow.num_rows)
        return len(next(iter(self.columns.values()), ()))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows."""
        for row in range(len(self)):
            yield {name: column[row] for name, column in self.columns.items()}

    def __getitem__(self, column: str) -> Sequence[Any]:
        return self.columns[column]

    def row(self, key: Any) -> dict[str, Any]:
        """The row with this value in the index column. Raises `KeyError`."""
        if self.index is not None:
            for position, value in enumerate(self.columns[self.index]):
                if value == key:
                    return {name: column[position] for name, column in self.columns.items()}
        raise KeyError(key)

    def __repr__(self) -> str:
        headers = [f"{name} ({self.units[name]})" if name in self.units else name for name in self.columns]
        lines = ["\t".join(headers)]
        lines += ["\t".join(str(value) for value in row.values()) for _, row in zip(range(10), self, strict=False)]
        if len(self) > 10:
            lines.append(f"… {len(self)} rows")
        return "\n".join(lines)

    def frame(self) -> pandas.DataFrame:
        """The table as a DataFrame; `frame.attrs["units"]` has the units. Requires pandas."""
        import pandas

        frame = pandas.DataFrame(self.columns) if self._arrow is None else self._arrow.to_pandas()
        if self.index is not None:
            frame = frame.set_index(self.index)
            if self.index == "Time":
                frame.index = pandas.to_datetime(frame.index)
        frame.attrs["units"] = self.units
        return frame


def _cells(column: pyarrow.ChunkedArray) -> Sequence[Any]:
    import pyarrow

    if not pyarrow.types.is_timestamp(column.type):
        return list(column.to_pylist())
    return [time.strftime("%Y-%m-%d %H:%M") for time in column.to_pylist()]


def _name_and_unit(header: str) -> tuple[str, str | None]:
    match = _UNIT.match(header)
    return (header, None) if match is None else (match["name"], match["round"] or match["square"])


def _numbers(cells: Sequence[str]) -> Sequence[Any]:
    try:
        return [None if cell == "" else float(cell) for cell in cells]
    except ValueError:
        return cells
