"""A pass as Apple Wallet shows it: pass.json, its words in every language, its pictures."""

import json
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from loyalty import config
from loyalty.gateways import apple_wallet
from loyalty.gateways.wallet_keys import AppleKeys
from loyalty.reach.wallet.passes import CardState, Pass, VoucherState
from loyalty.rules import notices
from loyalty.rules.calendar import ZONE, last_day, start_of
from loyalty.rules.group import GROUP
from loyalty.rules.people import LANGUAGES
from loyalty.rules.wallet import token

# Apple's names of our languages, where they differ.
_LPROJ = {"zh": "zh-Hans"}
_PICTURES = ("icon", "logo")
_SIZES = ("", "@2x", "@3x")
_FORMAT_VERSION = 1


def file_of(of: Pass, keys: AppleKeys) -> bytes:
    """The signed file of a pass."""
    contents = {"pass.json": json.dumps(document(of, keys), ensure_ascii=False).encode()}
    return apple_wallet.package({**contents, **_pictures(of.brand), **_strings()}, keys)


def document(of: Pass, keys: AppleKeys) -> dict[str, Any]:
    """pass.json. Labels and some values are names of texts, which the device replaces by its language's."""
    settings, brand = config.current(), GROUP.brands[of.brand]
    found: dict[str, Any] = {
        "formatVersion": _FORMAT_VERSION,
        "passTypeIdentifier": keys.pass_type,
        "teamIdentifier": keys.team,
        "serialNumber": of.serial,
        "organizationName": brand.name,
        "logoText": brand.name,
        "description": "voucher" if isinstance(of.state, VoucherState) else "card",
        "foregroundColor": _colour(brand.colours.on_card),
        "labelColor": _colour(brand.colours.on_card),
        "backgroundColor": _colour(brand.colours.card),
        "webServiceURL": f"{settings.site_origin}/api/apple",
        "authenticationToken": token(settings.hash_key, of.serial),
        # Somebody who has another member's pass can only collect points for that member.
        "sharingProhibited": True,
    }
    if of.state is None:
        return {**found, "voided": True, "storeCard": {"primaryFields": [_field("state", "void")]}}
    if isinstance(of.state, VoucherState):
        return {**found, **_voucher(of.state, of.at, settings.mini_origin)}
    return {**found, **_card(of.state, of.at, settings.mini_origin)}


def _card(card: CardState, at: datetime, origin: str) -> dict[str, Any]:
    code = {"format": "PKBarcodeFormatQR", "message": card.code, "messageEncoding": "iso-8859-1"}
    return {
        "barcodes": [{**code, "altText": card.code}],
        "storeCard": {
            "headerFields": [_field("tier", card.tier)],
            "primaryFields": [_field("points", card.points)],
            "secondaryFields": [_moment("as_of", at, with_time=True)],
            "backFields": [
                {"key": "card_hint", "label": "card_hint_label", "value": "card_hint"},
                _link("account", f"{origin}/dashboard"),
            ],
        },
    }


def _voucher(voucher: VoucherState, at: datetime, origin: str) -> dict[str, Any]:
    days = [_moment("ends", start_of(last_day(voucher.expires_at)))]
    if voucher.usable_from > at:
        days.insert(0, _moment("from", voucher.usable_from))
    details = [_field("outlets", ", ".join(voucher.outlets) or "everywhere")]
    if voucher.min_spend_sen:
        spend = _field("min_spend", voucher.min_spend_sen / 100)
        details.append({**spend, "currencyCode": GROUP.currency.code})
    found: dict[str, Any] = {
        "expirationDate": _iso(voucher.expires_at),
        "coupon": {
            "headerFields": [_field("state", f"state.{voucher.state}")],
            "primaryFields": [_field("voucher", voucher.name)],
            "secondaryFields": days,
            "auxiliaryFields": details,
            "backFields": [
                {"key": "use_hint", "label": "use", "value": "use_hint"},
                _link("page", f"{origin}/reward/{voucher.voucher_id}"),
            ],
        },
    }
    return found if voucher.state == "open" else {**found, "voided": True}


def _field(name: str, value: str | int | float) -> dict[str, Any]:
    return {"key": name, "label": name, "value": value}


def _moment(name: str, moment: datetime, *, with_time: bool = False) -> dict[str, Any]:
    """A moment in Malaysia, wherever the device is."""
    style = "PKDateStyleShort" if with_time else "PKDateStyleNone"
    styles = {"dateStyle": "PKDateStyleMedium", "timeStyle": style, "ignoresTimeZone": True}
    return {**_field(name, _iso(moment)), **styles}


def _link(name: str, address: str) -> dict[str, Any]:
    return {**_field(name, address), "dataDetectorTypes": ["PKDataDetectorTypeLink"]}


def _iso(moment: datetime) -> str:
    return moment.astimezone(ZONE).isoformat(timespec="seconds")


def _colour(colour: str) -> str:
    return f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"


def words(language: str) -> dict[str, str]:
    """The words of passes in a language."""
    return notices.words(__package__, language)


@cache
def _strings() -> dict[str, bytes]:
    """The words as Apple's files of strings, by path."""
    found = {}
    for language in LANGUAGES:
        lines = (f"{_quoted(name)} = {_quoted(value)};\n" for name, value in words(language).items())
        found[f"{_LPROJ.get(language, language)}.lproj/pass.strings"] = "".join(lines).encode()
    return found


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))


@cache
def _pictures(brand: str) -> dict[str, bytes]:
    """A brand's pictures by path, in the three densities of Apple's screens."""
    folder = files(__package__) / "pictures" / brand
    names = [f"{picture}{size}.png" for picture in _PICTURES for size in _SIZES]
    return {name: (folder / name).read_bytes() for name in names}
