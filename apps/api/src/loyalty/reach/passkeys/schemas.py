"""Passkeys on the wire: the JSON of WebAuthn level 3 (§5.1.8 and §5.4), as browsers write it."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from loyalty.features.access.schemas import SIX_DIGITS
from loyalty.http.schemas import CamelSchema, Length, Moment, Text

BASE64URL = validate.Regexp(r"^[A-Za-z0-9_-]*\Z", error="This is no base64url.")


def _bytes(most: int, *, required: bool = True, **more: Any) -> Text:
    return Text(required=required, max_length=most, validate=BASE64URL, strip=False, **more)


class _Browsers(Schema):
    """What a browser writes, by its names: newer ones add fields, which we do not read."""

    class Meta:
        """Others are left out."""

        unknown = EXCLUDE


class _MadeSchema(_Browsers):
    clientDataJSON = _bytes(4_000)
    attestationObject = _bytes(20_000)
    transports = fields.List(
        Text(max_length=15, validate=validate.Regexp(r"^[a-z-]*\Z")), validate=Length(max=5)
    )


class _UsedSchema(_Browsers):
    clientDataJSON = _bytes(4_000)
    authenticatorData = _bytes(4_000)
    signature = _bytes(2_000)
    userHandle = _bytes(100, required=False, allow_none=True)


class _CredentialSchema(_Browsers):
    id = _bytes(1_364)
    rawId = _bytes(1_364)
    type = Text(required=True, validate=validate.Equal("public-key"))


class NewCredentialSchema(_CredentialSchema):
    """`PublicKeyCredential.toJSON()` of a new passkey."""

    response = fields.Nested(_MadeSchema, required=True)


class UsedCredentialSchema(_CredentialSchema):
    """`PublicKeyCredential.toJSON()` of a passkey that was used."""

    response = fields.Nested(_UsedSchema, required=True)


class NewPasskeySchema(CamelSchema):
    """The passkey that the browser made."""

    credential = fields.Nested(NewCredentialSchema, required=True)


class PasskeySignInSchema(CamelSchema):
    """The passkey that somebody chose."""

    credential = fields.Nested(UsedCredentialSchema, required=True)


class PasskeyProofSchema(CamelSchema):
    """A fresh sign-in code, where the sign-in is older than ten minutes (409 `proof_needed`)."""

    otp_code = Text(max_length=6, validate=SIX_DIGITS, strip=False)


class PasskeyOptionsSchema(CamelSchema):
    """Options for `navigator.credentials`: `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`."""

    public_key = fields.Dict(keys=fields.String(), values=fields.Raw(), required=True)


class PasskeySchema(CamelSchema):
    """A passkey: the device it was added on (null if unknown), since when, and when it was used last."""

    id = fields.Integer(required=True)
    browser = fields.String(required=True, allow_none=True)
    system = fields.String(required=True, allow_none=True)
    created_at = Moment(required=True)
    last_used_at = Moment(required=True, allow_none=True)
