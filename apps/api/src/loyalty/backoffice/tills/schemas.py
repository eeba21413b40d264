"""Tills, and the cashiers who sign in at them, on the wire."""

from marshmallow import fields

from loyalty.backoffice.people.schemas import pin_field, secret_field
from loyalty.features.till.models import MAX_NAME as MAX_TILL_NAME
from loyalty.http.schemas import (
    CamelSchema,
    Id,
    Moment,
    SingleLine,
    Text,
)
from loyalty.rules.staff import MAX_PIN


class EnrolmentSchema(CamelSchema):
    """What the till is called, such as "Counter 1"; unique among the tills of its outlet."""

    name = SingleLine(required=True, max_length=MAX_TILL_NAME, required_text=True)


class EnrolSchema(CamelSchema):
    """The code behind the # of an enrolment's link, and the tablet's Ed25519 key: 32 bytes, base64url."""

    code = secret_field(60)
    public_key = secret_field(43)


class EnrolledSchema(CamelSchema):
    """The tablet as a till. `key` is the till's key (docs/till.md), which is not shown again."""

    till_id = fields.Integer(required=True, attribute="till.id")
    till_name = fields.String(required=True, attribute="till.name")
    outlet_id = fields.Integer(required=True, attribute="till.outlet_id")
    outlet_name = fields.String(required=True)
    key = fields.String(required=True)


class TillChallengeQuery(CamelSchema):
    """The till that will sign."""

    till_id = Id(required=True)


class TillChallengeSchema(CamelSchema):
    """A challenge, base64url, for one use."""

    challenge = fields.String(required=True)
    expires_at = Moment(required=True)


class TillProofSchema(CamelSchema):
    r"""A challenge and the tablet's signature (Ed25519, 64 bytes, base64url) of the UTF-8 text
    `loyalty-till\n<purpose>\n<tillId>\n<challenge>`; the purpose is `cashiers` or `login`.
    """

    till_id = Id(required=True)
    challenge = secret_field(43)
    signature = secret_field(86)


class TillLoginSchema(TillProofSchema):
    """The proof of the till, the cashier and their PIN. `newPin` is theirs from then on: a start PIN needs
    one.
    """

    staff_id = Id(required=True)
    pin = Text(required=True, strip=False, max_length=MAX_PIN)
    new_pin = pin_field()


class CashierSchema(CamelSchema):
    """Somebody who may sign in at this till."""

    staff_id = fields.Integer(required=True)
    name = fields.String(required=True)
    has_pin = fields.Boolean(required=True)
    is_locked = fields.Boolean(required=True)
