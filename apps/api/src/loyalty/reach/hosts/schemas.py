"""Super-apps on the wire."""

from marshmallow import fields, validate

from loyalty.features.access.schemas import SIX_DIGITS
from loyalty.http.schemas import CamelSchema, ErrorSchema, Flag, Moment, Text

_SECRET = validate.Regexp(r"^[A-Za-z0-9_-]{43}\Z", error="This is no such secret of ours.")


class HostAddressSchema(CamelSchema):
    """Where the browser goes to get a code of the host, what the host is called, and which origins a code may
    come back from.
    """

    address = fields.String(required=True)
    title = fields.String(required=True)
    origins = fields.List(fields.String(), required=True)


class HostCodeSchema(CamelSchema):
    """The code that the host gave, and the state that came back with it."""

    code = Text(required=True, required_text=True, max_length=2_000, strip=False)
    state = Text(required=True, max_length=100, validate=_SECRET, strip=False)


class HostSessionSchema(CamelSchema):
    """A ticket for one use within 60 seconds, for GET /member/checksession (docs/handoff.md A4)."""

    handoff_token = fields.String(required=True)


class NotLinkedSchema(ErrorSchema):
    """The account is nobody's yet; `linkTicket` links it, after the number was proved."""

    link_ticket = fields.String()


class HostLinkSchema(CamelSchema):
    """The ticket of a 404 `host_not_linked`, the consent, and where 409 `proof_needed` asks for it a code."""

    link_ticket = Text(required=True, max_length=100, validate=_SECRET, strip=False)
    agreed = Flag(required=True, validate=validate.Equal(True, error="Linking needs your consent."))
    otp_code = Text(max_length=6, validate=SIX_DIGITS, strip=False)


class HostSchema(CamelSchema):
    """A host, and since when the member's account there is linked (null if it is not)."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    linked_at = Moment(required=True, allow_none=True)
    last_used_at = Moment(required=True, allow_none=True)
