"""Errors of requests. Each error response has a machine-readable code; the server's documentation lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class EtesianError(Exception):
    """Base class of this package's errors."""


class UnreachableError(EtesianError):
    """No response, or an incomplete one: the server is not running, its name is unknown, or the connection broke."""


class ApiError(EtesianError):
    """An error response."""

    def __init__(
        self, request: str, status: int, code: str, errors: Sequence[str] | Mapping[str, Sequence[str]]
    ) -> None:
        messages = (
            [f"{field} {message}" for field, field_messages in errors.items() for message in field_messages]
            if isinstance(errors, Mapping)
            else list(errors)
        )
        super().__init__(f"{request}: {status} {code}: {'; '.join(messages)}")
        #: HTTP status.
        self.status = status
        #: Machine-readable code; empty if the response is not from Etesian.
        self.code = code
        #: Messages, or messages by field.
        self.errors = errors


class AuthenticationError(ApiError):
    """The token is missing, unknown or expired."""


class ForbiddenError(ApiError):
    """The token's user or scope does not allow the request."""


class NotFoundError(ApiError):
    """The resource does not exist, or the token's user may not see it."""


class InvalidError(ApiError):
    """The server refused the content of the request; nothing was changed."""


class TooManyRequestsError(ApiError):
    """A rate limit was exceeded."""

    #: Seconds after which the server accepts requests again; None if unknown.
    retry_after: float | None = None


class ServerError(ApiError):
    """The server failed, or is overloaded; the request may be repeated."""


BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: InvalidError,
    413: InvalidError,
    422: InvalidError,
    429: TooManyRequestsError,
}
