"""Routes of applications and feedback, which are stored first and emailed afterwards (spec 001 §3)."""

from loyalty.errors import TooMany
from loyalty.features.enquiries import forms
from loyalty.features.enquiries.models import EnquiryKind
from loyalty.features.enquiries.schemas import CareerSchema, FeedbackSchema
from loyalty.http import rate_limits
from loyalty.http.api import Blueprint
from loyalty.http.client import client_network, is_own_machine
from loyalty.http.json_body import larger_bodies
from loyalty.http.schemas import MessageSchema
from loyalty.rules.codes import Code

# A file of 5 MB in base64 and the other fields (SECURITY.md B2).
MAX_APPLICATION_BYTES = 7_864_320
# The files checked for one address in an hour, accepted or not; each process counts for itself.
MAX_FILES, FILES_WINDOW_S = 20, 3600.0

blueprint = Blueprint("enquiries", __name__, description="Applications and feedback.")


@blueprint.route("/email/career", methods=["POST"])
@larger_bodies(MAX_APPLICATION_BYTES)
@blueprint.arguments(CareerSchema)
@blueprint.response(200, MessageSchema)
@blueprint.alt_responses(429)
def career(form: dict[str, str]) -> dict[str, str]:
    """Take an application for a job, with a file of 5 MB at most."""
    forms.refuse_closed(form["department"], form["place"])
    if form["attachment_file"]:
        _refuse_many_files()
    attachment = forms.attachment_of(
        form.pop("attachment_file"), form.pop("attachment_file_name"), form.pop("attachment_file_extension")
    )
    forms.store(EnquiryKind.CAREER, form, attachment, network=client_network(), is_local=is_own_machine())
    return {
        "message": "Application submitted successfully! HR will review your application and contact you soon."
    }


@blueprint.route("/email/feedback", methods=["POST"])
@blueprint.arguments(FeedbackSchema)
@blueprint.response(200, MessageSchema)
@blueprint.alt_responses(429)
def feedback(form: dict[str, str]) -> dict[str, str]:
    """Take a feedback on an outlet."""
    forms.store(EnquiryKind.FEEDBACK, form, None, network=client_network(), is_local=is_own_machine())
    return {"message": "Thank you for your feedback! We will get back to you soon."}


def _refuse_many_files() -> None:
    """Raise TooMany for an address that sends many files: checking one costs more than sending it."""
    if wait := rate_limits.wait_s("files", MAX_FILES, FILES_WINDOW_S):
        minutes = -(-wait // 60)
        raise TooMany(Code.ATTACHMENTS_FLOOD, {"minutes": minutes}, retry_after_s=wait)
