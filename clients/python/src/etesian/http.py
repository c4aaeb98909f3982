"""Requests and their errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import requests

from .errors import BY_STATUS, ApiError, ServerError, TooManyRequestsError, UnreachableError
from .table import HAS_ARROW, Table
from .version import VERSION


class Http:
    """Requests to one server, over a persistent connection."""

    def __init__(self, url: str, token: str | None, timeout: float) -> None:
        self.url = url.rstrip("/")
        self._timeout = timeout
        self._session = requests.Session()
        self._session.headers["User-Agent"] = f"etesian-python/{VERSION}"
        if token is not None:
            self._session.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        self._session.close()

    def send(self, method: str, path: str, **options: Any) -> requests.Response:
        """Sends a request. Raises `ApiError` for an error response, and `UnreachableError` without a response."""
        url = path if path.startswith(("http://", "https://")) else f"{self.url}/api/v3{path}"
        try:
            response = self._session.request(method, url, timeout=self._timeout, **options)
        except requests.RequestException as error:
            raise UnreachableError(f"{method} {url}: {error}") from error
        if not response.ok:
            raise _error_of(f"{method} {path}", response)
        return response

    def json(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        if body is not None:
            options["json"] = body
        return self.send(method, path, **options).json()

    def table(self, path: str, **options: Any) -> Table:
        """A table, requested as Arrow if pyarrow is installed, otherwise as CSV."""
        if HAS_ARROW:
            return Table.of_arrow(self.send("GET", f"{path}.arrow", **options).content)
        return Table.of_csv(self.text(f"{path}.csv", **options))

    def save(self, path: str, to: str | PathLike[str], **options: Any) -> Path:
        """Writes a response to a file."""
        file = Path(to)
        file.write_bytes(self.send("GET", path, **options).content)
        return file

    def text(self, path: str, **options: Any) -> str:
        response = self.send("GET", path, **options)
        response.encoding = "utf-8"
        return response.text

    def pages(self, path: str, limit: int = 100) -> Iterator[dict[str, Any]]:
        """The entries of a list, requested page by page."""
        page: int | None = 1
        while page is not None:
            response = self.json("GET", path, params={"page": page, "limit": limit})
            yield from response["data"]
            page = page + 1 if response["links"]["next"] is not None else None

    def events(self, path: str, after: int | None = None) -> Iterator[dict[str, Any]]:
        """The data of server-sent events, until the server ends the stream."""
        headers: Mapping[str, str] = {} if after is None else {"Last-Event-ID": str(after)}
        with self.send("GET", path, headers=headers, stream=True) as response:
            response.encoding = "utf-8"
            try:
                for line in response.iter_lines(chunk_size=1, decode_unicode=True):
                    if line.startswith("data:"):
                        yield json.loads(line[5:])
            except requests.RequestException as error:
                raise UnreachableError(f"GET {path}: {error}") from error


def _error_of(request: str, response: requests.Response) -> ApiError:
    code = response.headers.get("X-Error-Code", "")
    try:
        errors = response.json()["errors"]
    except (ValueError, KeyError, TypeError):
        errors = [response.reason]
    kind = BY_STATUS.get(response.status_code, ServerError if response.status_code >= 500 else ApiError)
    error = kind(request, response.status_code, code, errors)
    if isinstance(error, TooManyRequestsError):
        seconds = response.headers.get("Retry-After", "")
        error.retry_after = float(seconds) if seconds.isdigit() else None
    return error
