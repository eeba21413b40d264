"""What a request is refused with: one kind for each status, each a code with its sentence (`rules.codes`)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from loyalty.rules.calendar import iso_utc
from loyalty.rules.codes import Code
from loyalty.rules.problems import Params, Problem

# What is wrong with a field: a problem of ours, or a sentence of marshmallow.
Mistake: TypeAlias = Problem | str


class DomainError(Exception):
    """A request that is understood and not granted, for a code or a problem of the rules.

    `status` is the answer's, `details` are further fields of its body, and `retry_after_s` says when asking
    again makes sense (the answer's Retry-After).
    """

    status = 409

    def __init__(
        self,
        problem: Code | Problem,
        params: Params | None = None,
        *,
        retry_after_s: int | None = None,
        details: dict[str, object] | None = None,
    ) -> None:
        self.problem = Problem(problem, params or {}) if isinstance(problem, Code) else problem
        super().__init__(self.problem.message)
        self.retry_after_s = retry_after_s
        self.details = details or {}

    @property
    def code(self) -> Code:
        """Which sentence it is."""
        return self.problem.code

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.problem.message


class BadRequest(DomainError):
    """It is not a request of the kind this call takes: 400."""

    status = 400


class NotSignedIn(DomainError):
    """There is no session, or it is dead: 401."""

    status = 401

    def __init__(self, problem: Code | Problem = Code.NOT_SIGNED_IN) -> None:
        super().__init__(problem)


class Forbidden(DomainError):
    """It exists and belongs to somebody else: 403."""

    status = 403

    def __init__(self, problem: Code | Problem = Code.NOT_YOURS, params: Params | None = None) -> None:
        super().__init__(problem, params)


class NotFound(DomainError):
    """It is not there: 404."""

    status = 404


class Conflict(DomainError):
    """A rule of the programme says no: 409."""


class ChangedMeanwhile(Conflict):
    """Somebody else has saved it since it was read: 409. The answer's body says which revision is there now,
    who saved it and when, so that a person can choose between the two.
    """

    def __init__(
        self, code: Code, params: Params | None = None, *, revision: int, by: str | None, at: datetime
    ) -> None:
        details: dict[str, object] = {"revision": revision, "changedBy": by, "changedAt": iso_utc(at)}
        super().__init__(code, params, details=details)


class Gone(DomainError):
    """It was there, and is no longer kept: 410."""

    status = 410


class Invalid(DomainError):
    """A field does not hold what it should: 422. `field` is its name on the wire, `fields` are several."""

    status = 422

    def __init__(
        self,
        problem: Code | Problem,
        params: Params | None = None,
        *,
        field: str | None = None,
        details: dict[str, object] | None = None,
        fields: Mapping[str, list[Mistake]] | None = None,
    ) -> None:
        super().__init__(problem, params, details=details)
        self.fields: Mapping[str, list[Mistake]] = {field: [self.problem]} if field else fields or {}


class TooMany(DomainError):
    """Too often or too much: 429, with the seconds to wait."""

    status = 429

    def __init__(
        self,
        problem: Code | Problem,
        params: Params | None = None,
        *,
        retry_after_s: int,
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(problem, params, retry_after_s=retry_after_s, details=details)


class Unavailable(DomainError):
    """Something we lean on does not answer: 503, with the seconds to wait."""

    status = 503

    def __init__(self, problem: Code | Problem = Code.UNAVAILABLE, *, retry_after_s: int = 5) -> None:
        super().__init__(problem, retry_after_s=retry_after_s)


def flat(messages: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Mistake]]:
    """marshmallow's nested messages, each with its place."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from flat(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for each in messages:
            yield from flat(each, path)
    else:
        yield path, messages


def by_field(found: Iterable[tuple[tuple[str | int, ...], Mistake]]) -> dict[str, list[Mistake]]:
    """What `flat` found by the names of fields: dots lead into nested ones, `body` is the whole."""
    fields: dict[str, list[Mistake]] = {}
    for path, mistake in found:
        fields.setdefault(".".join(map(str, path)) or "body", []).append(mistake)
    return fields
