"""What we say no with: one refusal, its kinds, each a sentence for a person and a word for a program."""

from __future__ import annotations

from datetime import datetime

from loyalty.rules.calendar import iso_utc


class DomainError(Exception):
    """A request that is understood and not granted.

    `message` is read by a member, `code` by a program. `details` are further fields of the answer's body,
    and `retry_after_s` says when asking again makes sense (the answer's Retry-After).
    """

    code = "refused"

    def __init__(
        self,
        message: str,
        code: str | None = None,
        *,
        retry_after_s: int | None = None,
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.retry_after_s = retry_after_s
        self.details = details or {}


class BadRequest(DomainError):
    """It is not a request of the kind this call takes: 400."""

    code = "bad_request"


class NotSignedIn(DomainError):
    """There is no session, or it is dead: 401."""

    code = "not_signed_in"

    def __init__(self, message: str = "Please sign in to continue.", code: str | None = None) -> None:
        super().__init__(message, code)


class Forbidden(DomainError):
    """It exists and belongs to somebody else: 403."""

    code = "not_yours"

    def __init__(self, message: str = "This belongs to another member.", code: str | None = None) -> None:
        super().__init__(message, code)


class NotFound(DomainError):
    """It is not there: 404."""

    code = "not_found"


class Conflict(DomainError):
    """A rule of the programme says no: 409."""

    code = "conflict"


class ChangedMeanwhile(Conflict):
    """Somebody else has saved it since it was read: 409. The answer's body says which revision is there now,
    who saved it and when, so that a person can choose between the two.
    """

    def __init__(self, message: str, code: str, *, revision: int, by: str | None, at: datetime) -> None:
        details: dict[str, object] = {"revision": revision, "changedBy": by, "changedAt": iso_utc(at)}
        super().__init__(message, code, details=details)


class Gone(DomainError):
    """It was there, and is no longer kept: 410."""

    code = "gone"


class Invalid(DomainError):
    """A field does not hold what it should: 422. `field` is its name on the wire."""

    code = "invalid"

    def __init__(
        self,
        message: str,
        code: str | None = None,
        *,
        field: str | None = None,
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(message, code, details=details)
        self.field = field


class TooMany(DomainError):
    """Too often or too much: 429, with the seconds to wait."""

    code = "too_many"

    def __init__(
        self,
        message: str,
        code: str | None = None,
        *,
        retry_after_s: int,
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(message, code, retry_after_s=retry_after_s, details=details)


class Unavailable(DomainError):
    """Something we lean on does not answer: 503, with the seconds to wait."""

    code = "unavailable"

    def __init__(
        self,
        message: str = "The service is busy. Please try again in a moment.",
        code: str | None = None,
        *,
        retry_after_s: int = 5,
    ) -> None:
        super().__init__(message, code, retry_after_s=retry_after_s)
