"""Wallet passes on the wire: ours for the mini-program, and Apple's for devices."""

from marshmallow import EXCLUDE, fields, validate

from loyalty.http.schemas import CamelSchema, Id, QueryInt
from loyalty.rules.group import BRANDS
from loyalty.rules.wallet import WALLETS

# Apple's ids and tokens are hexadecimal today, and no longer than this.
_TOKEN = validate.Regexp(r"^[!-~]{1,200}\Z")
MAX_DEVICE = 100


class WalletsSchema(CamelSchema):
    """The wallets that passes can be added to here."""

    wallet_list = fields.List(fields.String(validate=validate.OneOf(WALLETS)), required=True)


class NewWalletPassSchema(CamelSchema):
    """Which pass: the member card, or a voucher's; and the brand it looks like."""

    wallet = fields.String(required=True, validate=validate.OneOf(WALLETS))
    brand = fields.String(required=True, validate=validate.OneOf(sorted(BRANDS)))
    voucher_id = Id(allow_none=True, load_default=None)


class WalletPassLinkSchema(CamelSchema):
    """Where a browser gets the pass: a path of ours for two minutes, or an address of Google's."""

    url = fields.String(required=True)


class _DeviceSchema(CamelSchema):
    """What a device sends."""

    class Meta:
        """Apple may send more one day."""

        unknown = EXCLUDE


class WalletDeviceSchema(_DeviceSchema):
    """What Apple's push service calls the device."""

    push_token = fields.String(required=True, validate=_TOKEN)


class ChangedPassesQuery(_DeviceSchema):
    """The tag of the answer before; without one all passes are meant."""

    since = QueryInt(data_key="passesUpdatedSince", load_default=None)


class ChangedPassesSchema(CamelSchema):
    """The passes that have changed, and the tag to ask with next time."""

    serial_numbers = fields.List(fields.String(), required=True)
    last_updated = fields.String(required=True)
