"""The staff on the wire. Credentials of passkeys are those of reach/passkeys/schemas.py."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.approvals.schemas import GrantSchema
from loyalty.backoffice.log.schemas import reason_field
from loyalty.backoffice.people.models import MAX_EMAIL
from loyalty.backoffice.people.people import MAX_GRANTS
from loyalty.http.schemas import (
    MISSING,
    CamelSchema,
    Flag,
    Length,
    Moment,
    SingleLine,
    Text,
)
from loyalty.reach.passkeys.schemas import (
    BASE64URL,
    NewPasskeySchema,
    PasskeyOptionsSchema,
)
from loyalty.rules.staff import MAX_NAME, MAX_PIN, MIN_PIN


def secret_field(most: int) -> Text:
    return Text(required=True, max_length=most, validate=BASE64URL, strip=False)


def pin_field(*, required: bool = False) -> Text:
    digits = validate.Regexp(
        rf"^[0-9]{{{MIN_PIN},{MAX_PIN}}}\Z",
        error=f"A PIN has {MIN_PIN} to {MAX_PIN} digits.",
    )
    return Text(required=required, strip=False, max_length=MAX_PIN, validate=digits)


class StaffOutletSchema(CamelSchema):
    """An outlet of the caller."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)


class StaffTillSchema(CamelSchema):
    """A till. One with `enrolledBy`, the id of an account, is a tablet that the staff enrolled."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    enrolled_by = fields.Integer(required=True, allow_none=True)
    last_used_at = Moment(required=True, allow_none=True, metadata={"description": "to the hour"})
    expires_at = Moment(required=True, allow_none=True)
    revoked_at = Moment(required=True, allow_none=True)


class StaffNoticeSchema(CamelSchema):
    """What somebody did to the caller's account: `by` gave the role `grant`; null: their invitation made a
    passkey.
    """

    id = fields.String(required=True)
    at = Moment(required=True)
    by = fields.String(required=True)
    grant = fields.Nested(GrantSchema, required=True, allow_none=True)


class MeSchema(CamelSchema):
    """Who is signed in. `grants` are those that count in this session: at a till being its cashier alone.

    `operations` are what these open somewhere, by method and path of this contract without `/api`, such as
    "GET /staff/people": what else there is answers 403.

    `managesTill`: at a till, whether they also manage its cashiers.

    `noticeList`: what others did to the account in the last thirty days, the newest first.

    `sessionEndsAt`: if it is not used any more. `verifiedUntil`: until then what needs a fresh verification
    works; null: verify first.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    grants = fields.List(fields.Nested(GrantSchema), required=True)
    operations = fields.List(fields.String(), required=True)
    outlets = fields.List(fields.Nested(StaffOutletSchema), required=True)
    till = fields.Nested(StaffTillSchema, required=True, allow_none=True)
    manages_till = fields.Boolean(required=True)
    notice_list = fields.List(fields.Nested(StaffNoticeSchema), required=True, attribute="notices")
    session_ends_at = Moment(required=True)
    verified_until = Moment(required=True, allow_none=True)


class InvitationSchema(CamelSchema):
    """The part of an invitation's link behind the #."""

    token = secret_field(60)


class InvitedSchema(PasskeyOptionsSchema):
    """Whom an invitation is for, and the options to make their passkey with."""

    name = fields.String(required=True)


class AcceptSchema(InvitationSchema, NewPasskeySchema):
    """An invitation and the passkey that was made for it."""


class StaffSessionSchema(CamelSchema):
    """Where somebody is signed in: at a till, or with `tillId` null in the office."""

    id = fields.Integer(required=True)
    till_id = fields.Integer(required=True, allow_none=True)
    till_name = fields.String(required=True, allow_none=True)
    browser = fields.String(required=True, allow_none=True)
    system = fields.String(required=True, allow_none=True)
    created_at = Moment(required=True)
    last_seen_at = Moment(required=True, metadata={"description": "to the minute"})


class PersonSchema(CamelSchema):
    """An account. `mayChange`: whether the caller may act on the account as a whole.

    `waitingGrants` are roles that are asked for and wait for another person of head office.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    created_at = Moment(required=True)
    disabled_at = Moment(required=True, allow_none=True)
    grants = fields.List(fields.Nested(GrantSchema), required=True)
    waiting_grants = fields.List(fields.Nested(GrantSchema), required=True)
    passkey_count = fields.Integer(required=True)
    has_pin = fields.Boolean(required=True)
    is_pin_locked = fields.Boolean(required=True)
    sessions = fields.List(fields.Nested(StaffSessionSchema), required=True)
    may_change = fields.Boolean(required=True)


def _grants(*, required: bool = True) -> fields.List[Any]:
    most = Length(min=1, max=MAX_GRANTS)
    return fields.List(fields.Nested(GrantSchema), required=required, validate=most)


class NewPersonSchema(CamelSchema):
    """A new account. Its invitations and notices go to `email`."""

    name = SingleLine(required=True, max_length=MAX_NAME, required_text=True)
    email = Text(max_length=MAX_EMAIL, allow_none=True, load_default=None)
    grants = _grants()


class PersonChangeSchema(CamelSchema):
    """What changes of an account: `email`, where its invitations and notices go (null: nowhere), or `grants`,
    all roles that it has from now on. Nothing is changed when they are not `seenGrants` any more, those that
    were read. Or it is `disabled` for good, for a reason.
    """

    email = Text(max_length=MAX_EMAIL, allow_none=True)
    grants = _grants(required=False)
    seen_grants = fields.List(fields.Nested(GrantSchema), validate=Length(max=MAX_GRANTS))
    disabled = Flag(validate=validate.Equal(True))
    reason = reason_field()

    @validates_schema
    def _for_a_reason(self, data: dict[str, Any], **_more: object) -> None:
        if "disabled" in data and "reason" not in data:
            raise ValidationError([MISSING], "reason")


class InviteSchema(CamelSchema):
    """`forgetPasskeys`: for a device that was lost; the person's passkeys and sessions end."""

    forget_passkeys = Flag(load_default=False)


class MadeInvitationSchema(CamelSchema):
    """A link by which a person makes a passkey. Null: it waits for another person of head office; then it is
    mailed to the person or, without an address, made by the same call.
    """

    link = fields.String(required=True, allow_none=True)
    expires_at = Moment(required=True, allow_none=True)


class LinkSchema(CamelSchema):
    """An address that counts once; its secret is behind the #. Show it as a QR code, or pass it on."""

    link = fields.String(required=True)
    expires_at = Moment(required=True)


class PinSchema(CamelSchema):
    """A start PIN; setting one unlocks a locked one, and ends the sessions that the one before began."""

    pin = pin_field(required=True)
