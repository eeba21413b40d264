"""Joining: the number is proved, the member made, welcomed and signed in, the consent recorded."""

from typing import Any

from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.access import context, otp, sign_in
from loyalty.features.access.context import ClientContext, PhoneNumber
from loyalty.features.access.sign_in import SignInResult
from loyalty.features.members import changes
from loyalty.features.members.consents import record_consent
from loyalty.features.members.preferences import record_joining
from loyalty.features.rewards import claims
from loyalty.rules import otp as otp_rules
from loyalty.rules.codes import Code


def join(
    number: PhoneNumber,
    client: ClientContext,
    form: dict[str, Any],
    *,
    code: str | None,
    ticket: str | None,
    language: str | None = None,
    at_mini: bool,
) -> SignInResult:
    """Make a member of the registration `form` (spec 000 §2) and sign them in; `language` is what was chosen
    in this browser before, if anything.

    In one transaction: a code is used up only when the member exists, so an unknown outlet or referral code
    costs a try and not the code. Raises Invalid and TooMany as sign-in does, and after a right code for a
    registered number Conflict `already_member` with a `signInTicket`, which signs in without a second code.
    """
    request = context.OtpRequest(otp_rules.Purpose.REGISTER, number, client)
    proof = otp.prove(request, code) if code is not None else None
    if changes.find_by_phone(current_session(), number.calling_code, number.national) is not None:
        raise _already_member(request, proof, ticket)
    with transaction() as db:
        sign_in.use(db, request, proof, ticket)
        member_id = changes.create(
            db,
            name=form["name"],
            calling_code=number.calling_code,
            number=number.national,
            gender_id=form["gender_id"],
            race_id=form["race_id"],
            date_of_birth=form["date_of_birth"],
            outlet_id=form["outlet_id"],
            occupation=form.get("occupation") or None,
            used_referral_code=form.get("referral_code") or None,
        )
        channel, version = "mini" if at_mini else "site", form.get("notice_version")
        record_consent(db, member_id, channel=channel, version=version, language=form.get("notice_language"))
        record_joining(db, member_id, form.get("agree_to_marketing"), channel=channel, version=version)
        claims.welcome(db, member_id)
        return sign_in.begin(db, member_id, client, language=language, at_mini=at_mini)


def _already_member(
    request: context.OtpRequest, proof: otp.VerifiedCode | None, ticket: str | None
) -> Conflict:
    """The answer after the right code for a registered number; the ticket signs in."""
    with transaction() as db:
        sign_in.use(db, request, proof, ticket)
        sign_in_ticket = otp.give_number_ticket(db, request, otp_rules.Purpose.LOGIN)
    return Conflict(Code.ALREADY_MEMBER, details={"signInTicket": sign_in_ticket})
