"""A write is done once for each Idempotency-Key, however often it is asked for (SECURITY.md I-14)."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from flask import Response, g, request
from marshmallow import EXCLUDE, Schema, fields, validate
from sqlalchemy.exc import IntegrityError

from loyalty.db import idempotency
from loyalty.db.session import current_session, transaction
from loyalty.errors import DomainError, Invalid
from loyalty.rules.codes import Code

KEY_HEADER = "Idempotency-Key"
# Returns the caller as the owner of a key.
KeyOwner = Callable[[], str]


class KeyHeaders(Schema):
    """A key of the caller's making: the same key with the same body is answered as the first time."""

    class Meta:
        """A request has other headers as well."""

        unknown = EXCLUDE

    key = fields.String(data_key=KEY_HEADER, validate=validate.Regexp(r"^[!-~]{1,200}\Z"))


def sent_key() -> str | None:
    """The key of the request at hand, or None when it carries none."""
    return request.headers.get(KEY_HEADER)


def in_transaction(
    key_owner: KeyOwner,
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Run a view in one transaction, and store its response under the request's key at its end.

    `key_owner` identifies the caller, and returns whose key it is. The view's first argument is the session;
    the last one here, the KeyHeaders, it is not given. Nearly every request is the first of its key, so the
    key costs it one statement, the INSERT of the response. A repetition finds the key taken there, or is
    refused because of what the first request did: it is rolled back, and the first response is sent again.
    Two requests at the same time end so as well: one of them inserts the key, the other waits for it there.
    A response that is an error is not stored. Raises Invalid `idempotency_mismatch` when the key was used for
    another request.
    """

    def decorate(view: Callable[..., Response]) -> Callable[..., Response]:
        @wraps(view)
        def once(*sent: Any, **kwargs: Any) -> Response:
            *args, headers = sent
            key = headers.get("key")
            if key is None:
                with transaction() as db:
                    return view(db, *args, **kwargs)
            asked = f"{request.method} {request.path}\n".encode() + request.get_data()
            owner = key_owner()
            fingerprint = sha256(asked).hexdigest()

            def find() -> idempotency.IdempotentResponse | None:
                return idempotency.find(current_session(), owner, key)

            try:
                with transaction(is_repeated=lambda: find() is not None) as db:
                    response = view(db, *args, **kwargs)
                    db.flush()
                    idempotency.store(
                        db,
                        owner=owner,
                        key=key,
                        fingerprint=fingerprint,
                        status=response.status_code,
                        body=response.get_data(as_text=True),
                        at=g.asked_at,
                    )
                    return response
            except (DomainError, IntegrityError):
                stored = find()
                if stored is None:
                    raise
            if stored.fingerprint != fingerprint:
                raise Invalid(Code.IDEMPOTENCY_MISMATCH)
            return Response(stored.body, status=stored.status, mimetype="application/json")

        return once

    return decorate
