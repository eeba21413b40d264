"""A pass as Google Wallet shows it, in the member's language."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.members import recipients
from loyalty.gateways.google_wallet import GooglePass, save_link
from loyalty.gateways.wallet_keys import GoogleKeys
from loyalty.reach.wallet.apple import words
from loyalty.reach.wallet.passes import CardState, Pass, VoucherState, row_of, state_of
from loyalty.rules.calendar import ZONE, last_day
from loyalty.rules.group import GROUP
from loyalty.rules.people import LANGUAGES
from loyalty.rules.points import money

_STATES = {"open": "ACTIVE", "used": "COMPLETED", "cancelled": "INACTIVE", "expired": "EXPIRED"}


def link(of: Pass, language: str, keys: GoogleKeys) -> str:
    """The address that saves a pass. Its class is there already (`wallet classes`): addresses are short."""
    found = content(of, language, keys.issuer)
    payload = {f"{found.kind}s": [found.content]}
    return save_link(payload, keys, origin=config.current().mini_origin, at_s=of.at.timestamp())


def classes(issuer: str) -> list[GooglePass]:
    """What Google has to know of our passes before any is saved: a class of cards and vouchers a brand."""
    found = []
    for name, brand in GROUP.brands.items():
        card = {
            "id": f"{issuer}.card-{name}",
            "issuerName": brand.name,
            "programName": brand.name,
            "programLogo": _logo(name),
            "hexBackgroundColor": brand.colours.card,
            "reviewStatus": "UNDER_REVIEW",
        }
        found.append(GooglePass("loyaltyClass", card))
        found.append(GooglePass("genericClass", {"id": f"{issuer}.voucher-{name}"}))
    return found


def content(of: Pass, language: str, issuer: str) -> GooglePass:
    """A pass as Google keeps it."""
    texts, common = words(language), {"id": f"{issuer}.{of.serial}"}
    if of.state is None:
        return _void(of, {**common, "state": "INACTIVE"}, texts, issuer, language)
    origin = config.current().mini_origin
    if isinstance(of.state, CardState):
        card = of.state
        return GooglePass(
            "loyaltyObject",
            {
                **common,
                "classId": f"{issuer}.card-{of.brand}",
                "state": "ACTIVE",
                "barcode": {"type": "QR_CODE", "value": card.code, "alternateText": card.code},
                "loyaltyPoints": {"label": texts["points"], "balance": {"int": card.points}},
                "textModulesData": [
                    _text("tier", texts, card.tier),
                    _text("as_of", texts, _time(of.at)),
                ],
                "linksModuleData": _page(f"{origin}/dashboard", texts["account"]),
            },
        )
    voucher = of.state
    return GooglePass("genericObject", {**common, **_voucher(of, voucher, texts, origin, issuer, language)})


def _void(of: Pass, common: dict[str, Any], texts: dict[str, str], issuer: str, language: str) -> GooglePass:
    """What is left of a pass after an erasure."""
    if not of.is_voucher:
        return GooglePass("loyaltyObject", {**common, "classId": f"{issuer}.card-{of.brand}"})
    title = _localized(GROUP.brands[of.brand].name, language)
    words_left = {"cardTitle": title, "header": _localized(texts["void"], language)}
    return GooglePass("genericObject", {**common, **words_left, "classId": f"{issuer}.voucher-{of.brand}"})


def _voucher(
    of: Pass, voucher: VoucherState, texts: dict[str, str], origin: str, issuer: str, language: str
) -> dict[str, Any]:
    brand = GROUP.brands[of.brand]
    modules = [
        _text("ends", texts, f"{last_day(voucher.expires_at):%d/%m/%Y}"),
        _text("outlets", texts, ", ".join(voucher.outlets) or texts["everywhere"]),
        {"id": "use", "header": texts["use"], "body": texts["use_hint"]},
    ]
    if voucher.min_spend_sen:
        modules.insert(1, _text("min_spend", texts, money(voucher.min_spend_sen)))
    return {
        "classId": f"{issuer}.voucher-{of.brand}",
        "state": _STATES[voucher.state],
        "cardTitle": _localized(brand.name, language),
        "header": _localized(voucher.name, language),
        "logo": _logo(of.brand),
        "hexBackgroundColor": brand.colours.card,
        "validTimeInterval": {
            "start": {"date": voucher.usable_from.isoformat()},
            "end": {"date": voucher.expires_at.isoformat()},
        },
        "textModulesData": modules,
        "linksModuleData": _page(f"{origin}/reward/{voucher.voucher_id}", texts["page"]),
    }


def _text(name: str, texts: dict[str, str], body: str) -> dict[str, str]:
    return {"id": name, "header": texts[name], "body": body}


def _page(uri: str, description: str) -> dict[str, Any]:
    return {"uris": [{"id": "page", "uri": uri, "description": description}]}


def _localized(value: str, language: str) -> dict[str, Any]:
    return {"defaultValue": {"language": language, "value": value}}


def _logo(brand: str) -> dict[str, Any]:
    return {"sourceUri": {"uri": f"{config.current().mini_origin}/icons/{brand}-512.png"}}


def _time(at: datetime) -> str:
    return f"{at.astimezone(ZONE):%d/%m/%Y %H:%M}"


def language_of(db: Session, member_id: int) -> str:
    """The language of a member's passes; English for somebody who was erased."""
    found = recipients.found(db, [member_id])
    return found[0].language if found and found[0].language in LANGUAGES else "en"


def compose(serial: str, issuer: str) -> GooglePass | None:
    """A changed pass as Google shall have it now; None of no pass."""
    db = current_session()
    row = row_of(db, serial)
    if row is None:
        return None
    return content(state_of(db, row, now(db)), language_of(db, row.member_id), issuer)
