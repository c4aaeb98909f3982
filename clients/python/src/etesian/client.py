"""A server and its resources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from types import TracebackType
from typing import Any

from .http import Http
from .saved import SavedScenario
from .scenario import Scenario, Value
from .sweep import Sweep
from .table import Table
from .workbook import WorkbookRun, run_workbook


class Etesian:
    """A server.

    `token` is from the server's page `/yours`; without one, scenarios are public and anyone may change them.
    `timeout` is in seconds, and applies to connecting and to each pause within a response.
    """

    def __init__(self, url: str = "http://127.0.0.1:3000", token: str | None = None, timeout: float = 60) -> None:
        self._http = Http(url, token, timeout)

    def __enter__(self) -> Etesian:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes open connections."""
        self._http.close()

    # ---- The model

    def areas(self) -> Table:
        """The model's areas, with their attributes."""
        return Table.of_records(self._http.json("GET", "/areas"), "area")

    def queries(self) -> Table:
        """The model's queries, with their units."""
        return Table.of_records(self._http.json("GET", "/gqueries"), "key")

    # ---- Scenarios

    def create_scenario(
        self, area: str, end_year: int, values: Mapping[str, Value] | None = None, **fields: Any
    ) -> Scenario:
        """Creates a scenario for an area. `fields` are other fields of the API, such as `title` or `private`."""
        scenario = {"area_code": area, "end_year": end_year, "user_values": dict(values or {}), **fields}
        return Scenario(self._http, self._http.json("POST", "/scenarios", {"scenario": scenario}))

    def scenario(self, id: int) -> Scenario:
        """A scenario by its ID. Raises `NotFoundError`."""
        return Scenario(self._http, self._http.json("GET", f"/scenarios/{id}"))

    def scenarios(self) -> Iterator[Scenario]:
        """Scenarios of the token's user, newest first."""
        return (Scenario(self._http, fields) for fields in self._http.pages("/scenarios"))

    # ---- Saved scenarios; they need a token

    def save(self, scenario: Scenario, title: str, **fields: Any) -> SavedScenario:
        """Saves the current state of a scenario under a title."""
        saved = {"scenario_id": scenario.id, "title": title, **fields}
        return SavedScenario(self._http, self._http.json("POST", "/saved_scenarios", {"saved_scenario": saved}))

    def saved_scenario(self, id: int) -> SavedScenario:
        """A saved scenario by its ID. Raises `NotFoundError`."""
        return SavedScenario(self._http, self._http.json("GET", f"/saved_scenarios/{id}"))

    def saved_scenarios(self) -> Iterator[SavedScenario]:
        """Saved scenarios of the token's user."""
        return (SavedScenario(self._http, fields) for fields in self._http.pages("/saved_scenarios"))

    # ---- Workbooks

    def run_workbook(self, book: str | PathLike[str], results: str | PathLike[str] | None = None) -> WorkbookRun:
        """Creates or changes the scenarios of a workbook, and saves a copy with results (default: `…_results.xlsx`).

        Raises `InvalidError` with all cells that cannot be read; in that case, nothing is created.
        """
        return run_workbook(self._http, book, results)

    # ---- Sweeps

    def create_sweep(self, spec: Mapping[str, Any]) -> Sweep:
        """Requests a sweep; `base`, `factors`, `design` and `outputs` are described in the server's documentation."""
        return Sweep(self._http, self._http.json("POST", "/sweeps", {"sweep": dict(spec)}))

    def sweep(self, id: str) -> Sweep:
        """A sweep by its ID. Raises `NotFoundError`."""
        return Sweep(self._http, self._http.json("GET", f"/sweeps/{id}"))
