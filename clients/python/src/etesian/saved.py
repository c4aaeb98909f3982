"""Saved scenarios: titled states of a scenario, with a history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .http import Http
from .scenario import Scenario


class SavedScenario:
    """A saved scenario. `fields` is its state when it was last requested or changed."""

    def __init__(self, http: Http, fields: Mapping[str, Any]) -> None:
        self._http = http
        self.fields = dict(fields)

    def __repr__(self) -> str:
        return f"SavedScenario {self.id}: {self.title}"

    @property
    def id(self) -> int:
        return int(self.fields["id"])

    @property
    def title(self) -> str:
        return str(self.fields["title"])

    @property
    def scenario_id(self) -> int:
        return int(self.fields["scenario_id"])

    @property
    def _path(self) -> str:
        return f"/saved_scenarios/{self.id}"

    def scenario(self) -> Scenario:
        """The scenario whose state is saved."""
        return Scenario(self._http, self._http.json("GET", f"/scenarios/{self.scenario_id}"))

    def update(self, **fields: Any) -> SavedScenario:
        """Changes fields of the API: `title`, `description`, `private`, or `scenario_id` for a newer state."""
        self.fields = self._http.json("PUT", self._path, {"saved_scenario": fields})
        return self

    def history(self) -> list[dict[str, Any]]:
        """The versions, the current one first: each with its `scenario_id`."""
        return list(self._http.json("GET", f"{self._path}/history")["versions"])

    def delete(self) -> None:
        self._http.send("DELETE", self._path)
