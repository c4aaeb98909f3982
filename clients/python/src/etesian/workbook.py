"""Workbooks of scenarios, which the server runs."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from .http import Http
from .scenario import Scenario


@dataclass(frozen=True)
class Problem:
    """A part of a workbook that has no effect. `code` is `warning`, or the code of an error."""

    #: Sheet and cell, such as `SLIDER_SETTINGS!B7`.
    cell: str
    #: Short name of the scenario; None if it concerns all scenarios.
    scenario: str | None
    code: str
    message: str


@dataclass(frozen=True)
class WorkbookRun:
    """The result of running a workbook. `scenarios` has the created and changed scenarios by short name."""

    scenarios: Mapping[str, Scenario]
    problems: Sequence[Problem]
    #: The copy with results.
    path: Path


def run_workbook(http: Http, book: str | PathLike[str], results: str | PathLike[str] | None) -> WorkbookRun:
    source = Path(book)
    path = Path(results) if results is not None else source.with_name(f"{source.stem}_results.xlsx")
    response: Mapping[str, Any] = http.json("POST", "/workbooks", files={"file": (source.name, source.read_bytes())})
    path.write_bytes(base64.b64decode(response["file"]["content"]))
    return WorkbookRun(
        scenarios={
            scenario["short_name"]: Scenario(http, http.json("GET", f"/scenarios/{scenario['id']}"))
            for scenario in response["scenarios"]
            if scenario["id"] is not None
        },
        problems=[Problem(**problem) for problem in response["problems"]],
        path=path,
    )
