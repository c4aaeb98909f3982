"""Sweeps: many variants of a scenario, calculated by the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import EtesianError
from .http import Http
from .table import Table


class SweepFailed(EtesianError):
    """The sweep was cancelled, expired, or could not be calculated."""


class Sweep:
    """A sweep. `fields` is its state when it was last requested."""

    def __init__(self, http: Http, fields: Mapping[str, Any]) -> None:
        self._http = http
        self.fields = dict(fields)

    def __repr__(self) -> str:
        return f"Sweep {self.id}: {self.status}, {self.fields['done']} of {self.fields['variants']} variants"

    @property
    def id(self) -> str:
        return str(self.fields["id"])

    @property
    def status(self) -> str:
        """`requested`, `running`, `completed`, `failed`, `cancelled` or `expired`."""
        return str(self.fields["status"])

    @property
    def _path(self) -> str:
        return f"/sweeps/{self.id}"

    @property
    def parquet_url(self) -> str | None:
        """The URL of the results for pandas, DuckDB or R; None before the sweep is completed."""
        link = self.fields["results"]["parquet"]
        return None if link is None else str(link["href"])

    def refresh(self) -> Sweep:
        self.fields = self._http.json("GET", self._path)
        return self

    def progress(self) -> Iterator[Sweep]:
        """Yields this sweep after each change, until it ends."""
        for fields in self._http.events(f"{self._path}/events"):
            self.fields = fields
            yield self

    def wait(self) -> Sweep:
        """Waits until the sweep is completed. Raises `SweepFailed`."""
        for _ in self.progress():
            pass
        self.refresh()
        if self.status != "completed":
            reason = self.fields.get("reason") or "no reason was reported"
            raise SweepFailed(f"sweep {self.id} is {self.status}: {reason}")
        return self

    def results(self) -> Table:
        """A row per variant: factor settings, figures, and the error if there is one."""
        return Table.of_csv(self._http.text(f"{self._path}/results/results.csv"))

    def estimates(self) -> dict[str, Any]:
        """Estimates of the design: elementary effects, sensitivity indices, quantiles."""
        return dict(self._http.json("GET", f"{self._path}/results/estimates"))

    def cancel(self) -> None:
        self._http.send("DELETE", self._path)
