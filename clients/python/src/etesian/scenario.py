"""A scenario: its sliders, results, curves and history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from .http import Http
from .table import Table

#: The value of a slider: a number in its unit, or the text of an option.
Value = float | int | str

#: A column per figure, or a row per figure with its name and unit.
Layout = Literal["wide", "long"]

#: Hours of a year.
HOURS = 8760


class Scenario:
    """A scenario. `fields` is its state when it was last requested or changed."""

    def __init__(self, http: Http, fields: Mapping[str, Any]) -> None:
        self._http = http
        self.fields = dict(fields)

    def __repr__(self) -> str:
        return f"Scenario {self.id}: {self.area} {self.end_year}"

    @property
    def id(self) -> int:
        return int(self.fields["id"])

    @property
    def area(self) -> str:
        return str(self.fields["area_code"])

    @property
    def end_year(self) -> int:
        return int(self.fields["end_year"])

    @property
    def values(self) -> dict[str, Value]:
        """Sliders that were set, with their values."""
        return dict(self.fields["user_values"])

    @property
    def _path(self) -> str:
        return f"/scenarios/{self.id}"

    def refresh(self) -> Scenario:
        """Requests the state again."""
        self.fields = self._http.json("GET", self._path)
        return self

    def update(self, **fields: Any) -> Scenario:
        """Changes fields of the API, such as `title`, `private` or `metadata`."""
        self.fields = self._http.json("PUT", self._path, {"scenario": fields})["scenario"]
        return self

    def copy(self, **fields: Any) -> Scenario:
        """A new scenario with the same area, end year and values."""
        return Scenario(
            self._http, self._http.json("POST", "/scenarios", {"scenario": {"scenario_id": self.id, **fields}})
        )

    def delete(self) -> None:
        self._http.send("DELETE", self._path)

    # ---- Sliders

    def inputs(self) -> Table:
        """All sliders: `key`, `unit`, `min`, `max`, `default`, `user` (the value set by a user) and more."""
        inputs: Mapping[str, Mapping[str, Any]] = self._http.json("GET", f"{self._path}/inputs")
        return Table.of_records(({"key": key, **input} for key, input in inputs.items()), "key")

    def set(self, values: Mapping[str, Value]) -> Scenario:
        """Sets sliders: all of them, or none if one is refused (`InvalidError`)."""
        return self.update(user_values=dict(values))

    def reset(self, keys: Iterable[str] | None = None) -> Scenario:
        """Restores the defaults of these sliders, or of all sliders."""
        if keys is not None:
            return self.update(user_values=dict.fromkeys(keys, "reset"))
        self.fields = self._http.json("PUT", self._path, {"scenario": {}, "reset": True})["scenario"]
        return self

    # ---- Results

    def query(self, *keys: str) -> Table:
        """Results of queries: `key`, `present` (start year), `future` (end year) and `unit`."""
        response = self._http.json("PUT", self._path, {"scenario": {}, "gqueries": list(keys)})
        return Table.of_records(({"key": key, **result} for key, result in response["gqueries"].items()), "key")

    def annual(self, name: str) -> Table:
        """A table of annual figures, such as `energy_flow` or `costs_parameters`."""
        return self._http.table(f"{self._path}/{quote(name)}")

    def hourly(self, name: str) -> Table:
        """A table with the 8,760 hours of the end year, such as `merit_order` or `electricity_price`."""
        return self._http.table(f"{self._path}/curves/{quote(name)}")

    # ---- Files

    def save_annual(self, name: str, path: str | PathLike[str], layout: Layout = "wide") -> Path:
        """Saves an annual table in the format of the suffix: `.csv`, `.json`, `.arrow`, `.parquet` or `.xlsx`."""
        return self._save(quote(name), path, layout)

    def save_hourly(self, name: str, path: str | PathLike[str], layout: Layout = "wide") -> Path:
        """Saves an hourly table in the format of the file's suffix, like `save_annual`."""
        return self._save(f"curves/{quote(name)}", path, layout)

    def save_inputs(self, path: str | PathLike[str]) -> Path:
        """Saves all sliders in the format of the file's suffix, like `save_annual`."""
        return self._save("inputs", path, "wide")

    def _save(self, table: str, path: str | PathLike[str], layout: Layout) -> Path:
        return self._http.save(f"{self._path}/{table}{Path(path).suffix}", path, params={"layout": layout})

    # ---- Curves

    def custom_curves(self) -> Table:
        """Curves that can be uploaded: `key`, `type`, `attached` and the inputs that each overrides."""
        curves = self._http.json("GET", f"{self._path}/custom_curves", params={"include_unattached": "true"})
        return Table.of_records(curves, "key")

    def attach_curve(self, key: str, hours: Sequence[float], name: str = "curve.csv") -> Mapping[str, Any]:
        """Uploads 8,760 numbers that replace a curve of the model; returns a summary of them."""
        if len(hours) != HOURS:
            raise ValueError(f"{key}: {len(hours)} hours, expected {HOURS}")
        text = "\n".join(repr(float(hour)) for hour in hours)
        return dict(self._http.json("PUT", self._curve(key), files={"file": (name, text)}))

    def custom_curve(self, key: str) -> list[float]:
        """The hourly values of an attached curve. Raises `NotFoundError`."""
        return [float(line) for line in self._http.text(f"{self._curve(key)}.csv").split()]

    def detach_curve(self, key: str) -> None:
        self._http.send("DELETE", self._curve(key))

    def _curve(self, key: str) -> str:
        return f"{self._path}/custom_curves/{quote(key)}"

    # ---- Orders

    def orders(self) -> dict[str, Any]:
        """Priority lists by name; heat networks have one per temperature level (`lt`, `mt`, `ht`)."""
        return dict(self._http.json("GET", f"{self._path}/user_sortables"))

    def set_order(self, name: str, members: Sequence[str], level: str | None = None) -> None:
        """Sets a priority list; omitted members follow in default order. An empty list restores the default."""
        body: dict[str, Any] = {"order": list(members)}
        if level is not None:
            body["subtype"] = level
        self._http.json("PUT", f"{self._path}/user_sortables/{quote(name)}", body)

    # ---- Couplings

    def couple(self, *groups: str) -> Scenario:
        """Activates coupling groups."""
        self._http.json("POST", f"{self._path}/couple", {"groups": list(groups)})
        return self.refresh()

    def uncouple(self, *groups: str, force: bool = False) -> Scenario:
        """Deactivates coupling groups; `force` deactivates all and removes the values of their inputs."""
        body: dict[str, Any] = {"force": True} if force else {"groups": list(groups)}
        self._http.json("POST", f"{self._path}/uncouple", body)
        return self.refresh()

    # ---- History

    def history(self) -> Iterator[dict[str, Any]]:
        """Changes, newest first: `version`, `time`, `actor`, `type` and `data`."""
        return self._http.pages(f"{self._path}/history")

    def restore(self, version: int) -> Scenario:
        """Restores an earlier version's state, as a new version."""
        self._http.json("POST", f"{self._path}/restore", {"version": version})
        return self.refresh()

    def changes(self, after: int | None = None) -> Iterator[dict[str, Any]]:
        """Changes by anyone, as they happen. `after=0` starts with the first change, the default with the next one.

        Ends when the server stops, or when the caller loses access. To continue, pass the last `version` as `after`.
        """
        return self._http.events(f"{self._path}/events", after)
