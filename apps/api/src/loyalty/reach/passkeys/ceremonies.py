"""What WebAuthn's two ceremonies need of py_webauthn, for members' passkeys and those of the staff.

The library is imported where it is used, so that no other call or command loads it.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty.db.session import rows_changed
from loyalty.errors import Invalid
from loyalty.reach.passkeys.models import MAX_CREDENTIAL_ID, MAX_PUBLIC_KEY, Credential
from loyalty.rules import base64url
from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP

log = structlog.get_logger(__name__)

T = TypeVar("T")
Json = dict[str, Any]

CHALLENGE_LIFE = timedelta(minutes=5)


@dataclass(frozen=True)
class RelyingParty:
    """For which host passkeys are made and used, from pages of which origins; and what a member reads of one
    that was refused.
    """

    id: str
    origins: Sequence[str]
    refused: Code


@dataclass(frozen=True)
class NewCredential:
    """A verified new credential; bytes are base64url."""

    credential_id: str
    public_key: str
    sign_count: int
    transports: str


def creation_options(
    party: RelyingParty,
    challenge: bytes,
    *,
    user_handle: str,
    user_name: str,
    display_name: str,
    known: Iterable[str],
) -> Json:
    """What the browser's `navigator.credentials.create` takes; `known` are the ids of credentials that the
    account has already.
    """
    import webauthn
    from webauthn.helpers import structs

    return _as_json(
        webauthn.generate_registration_options(
            rp_id=party.id,
            rp_name=GROUP.name,
            user_id=base64url.decode(user_handle),
            user_name=user_name,
            user_display_name=display_name,
            challenge=challenge,
            timeout=_milliseconds(CHALLENGE_LIFE),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=_descriptors(known),
        )
    )


def request_options(party: RelyingParty, challenge: bytes, known: Iterable[str] = ()) -> Json:
    """What the browser's `navigator.credentials.get` takes. Without `known` credentials it names none: the
    device knows its passkeys for this host.
    """
    import webauthn
    from webauthn.helpers import structs

    return _as_json(
        webauthn.generate_authentication_options(
            rp_id=party.id,
            challenge=challenge,
            timeout=_milliseconds(CHALLENGE_LIFE),
            allow_credentials=_descriptors(known) or None,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
    )


def verified_creation(party: RelyingParty, credential: Json, challenge: bytes) -> NewCredential:
    """A credential that the browser made for this challenge; raises Invalid `invalid_passkey`."""
    import webauthn

    made = _verified(
        party,
        lambda: webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            require_user_verification=True,
        ),
    )
    found = NewCredential(
        base64url.encode(made.credential_id),
        base64url.encode(made.credential_public_key),
        made.sign_count,
        ",".join(credential["response"].get("transports", [])),
    )
    if len(found.public_key) > MAX_PUBLIC_KEY or len(found.credential_id) > MAX_CREDENTIAL_ID:
        raise Invalid(party.refused)
    return found


def verified_use(
    party: RelyingParty, credential: Json, challenge: bytes, *, public_key: str, user_handle: str
) -> int:
    """The counter of a credential that was used for this challenge; raises Invalid `invalid_passkey`.

    `user_handle` is the account's, which the authenticator may name. Whether the counter has grown is the
    caller's to check, so that a copy is distinguished from a bad signature.
    """
    import webauthn

    if credential["response"].get("userHandle") not in (None, user_handle):
        raise Invalid(party.refused)
    checked = _verified(
        party,
        lambda: webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=base64url.decode(public_key),
            credential_current_sign_count=0,
            require_user_verification=True,
        ),
    )
    return checked.new_sign_count


def count_use(db: Session, passkey: Credential, count: int, at: datetime) -> bool:
    """Note a use of a passkey, in the caller's transaction; returns False when its counter has not grown, as
    with a copy. Some always stay at 0.
    """
    table = type(passkey)
    has_grown = (table.sign_count < count) if count else (table.sign_count == 0)
    used = update(table).where(table.id == passkey.id, has_grown)
    return rows_changed(db, used.values(sign_count=count, last_used_at=at)) == 1


def challenge_of(party: RelyingParty, credential: Mapping[str, Any]) -> bytes:
    """The challenge in the browser's answer; its signature is checked later. Raises Invalid."""
    try:
        client_data = json.loads(base64url.decode(credential["response"]["clientDataJSON"]))
        challenge = base64url.decode(client_data["challenge"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Invalid(party.refused) from error
    # In a frame of another site (WebAuthn level 3, §7.1 and §7.2), where our pages never are.
    if client_data.get("crossOrigin"):
        raise Invalid(party.refused)
    return challenge


def _verified(party: RelyingParty, check: Callable[[], T]) -> T:
    """The library's result; raises Invalid for all that it refuses or cannot read."""
    try:
        return check()
    except Exception as error:  # its input is from outside, and it has many kinds of errors
        log.warning("passkey refused", reason=type(error).__name__)
        raise Invalid(party.refused) from error


def _descriptors(credential_ids: Iterable[str]) -> list[Any]:
    from webauthn.helpers import structs

    return [structs.PublicKeyCredentialDescriptor(id=base64url.decode(each)) for each in credential_ids]


def _as_json(options: Any) -> Json:
    import webauthn

    found: Json = json.loads(webauthn.options_to_json(options))
    return found


def _milliseconds(time: timedelta) -> int:
    return int(time.total_seconds() * 1000)
