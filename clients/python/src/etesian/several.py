"""Several scenarios of one server in one table or file."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from urllib.parse import quote

from .scenario import Layout, Scenario
from .table import HAS_ARROW, Table


def compare(scenarios: Iterable[Scenario], *keys: str) -> Table:
    """Results of queries in one request: `scenario`, `key`, `present`, `future`, `unit`.

    A scenario or a query without results has a row with `code` and `error`; other rows are unaffected.
    """
    compared = list(scenarios)
    if not compared:
        return Table({}, {}, None)
    http = compared[0]._http
    body = {"scenarios": [scenario.id for scenario in compared], "keys": list(keys)}
    if HAS_ARROW:
        return Table.of_arrow(http.send("POST", "/scenarios/queries.arrow", json=body).content)
    return Table.of_json(http.json("POST", "/scenarios/queries", body))


def compare_annual(scenarios: Iterable[Scenario], name: str) -> Table:
    """An annual table of all scenarios, with their IDs in `scenario` and their errors in `code` and `error`."""
    return _table(scenarios, quote(name))


def compare_hourly(scenarios: Iterable[Scenario], name: str) -> Table:
    """An hourly table of all scenarios, like `compare_annual`."""
    return _table(scenarios, f"curves/{quote(name)}")


def iamc(scenarios: Iterable[Scenario], layout: Layout = "wide") -> Table:
    """Results in the IAMC's format (Integrated Assessment Modeling Consortium).

    Read them with `pyam.IamDataFrame(iamc(scenarios).frame())`.
    """
    compared = list(scenarios)
    return compared[0]._http.table(f"{_path(compared)}/iamc", params={"layout": layout})


def save_workbook(scenarios: Iterable[Scenario], path: str | PathLike[str]) -> Path:
    """Saves complete scenarios with results and charts as a workbook, which `Etesian.run_workbook` can run."""
    compared = list(scenarios)
    return compared[0]._http.save(f"{_path(compared)}/workbook.xlsx", path)


def _table(scenarios: Iterable[Scenario], name: str) -> Table:
    compared = list(scenarios)
    # A single ID would return the table of one scenario, without the column `scenario`.
    ids = compared if len(compared) > 1 else compared * 2
    return compared[0]._http.table(f"{_path(ids)}/{name}")


def _path(scenarios: Iterable[Scenario]) -> str:
    return f"/scenarios/{','.join(str(scenario.id) for scenario in scenarios)}"
