"""/staff/programme/…: the programme, drafts of it and its versions. Who may do what is in rules/staff.py."""

from typing import Any

from flask import Response

from loyalty.backoffice.approvals.approvals import NOT_PROPOSED, ProposalKind, latest
from loyalty.backoffice.caller import office
from loyalty.backoffice.programme import drafts as service
from loyalty.backoffice.programme import programme
from loyalty.backoffice.programme.file import as_file, document_now, written
from loyalty.backoffice.programme.models import Draft, State
from loyalty.backoffice.programme.schemas import (
    MAX_FILE,
    BeginDraftSchema,
    CurrentProgrammeSchema,
    DraftSchema,
    DraftsQuery,
    DraftStateSchema,
    DraftSummarySchema,
    PlannedSchema,
    PlanSchema,
    ProgrammeFileQuery,
    SaveDraftSchema,
    VersionSchema,
    VersionsQuery,
)
from loyalty.db.session import current_session, transaction
from loyalty.features.rewards import programme as rewards
from loyalty.http.api import StaffBlueprint
from loyalty.http.files import attachment
from loyalty.http.json_body import larger_bodies
from loyalty.http.schemas import list_of
from loyalty.rules.staff import HEAD_OFFICE

YAML = "application/yaml"
TEXT = {"type": "string"}
# A document of rewards has some twenty names each.
MAX_KEYS = 20_000

blueprint = StaffBlueprint("drafts", __name__, description="The programme and drafts of it.")


def _shown(*rows: Draft) -> list[dict[str, Any]]:
    decided = latest(current_session(), ProposalKind.PROGRAMME, [row.id for row in rows])
    return [
        {
            "draft": row,
            "decision": decided.get(row.id, NOT_PROPOSED),
            "document": service.document(row),
            "changes": service.changed_by(row),
            "problem": service.problem(row),
        }
        for row in rows
    ]


@blueprint.route("/staff/programme", permission=HEAD_OFFICE)
@blueprint.response(200, CurrentProgrammeSchema)
def current() -> dict[str, Any]:
    """Return the programme as it is now."""
    db = current_session()
    return {
        "version_id": programme.newest(db),
        "document": document_now(db),
        "claim_list": rewards.claims(db),
    }


@blueprint.route("/staff/programme/plan", methods=["POST"], permission=HEAD_OFFICE)
@larger_bodies(MAX_FILE, MAX_KEYS)
@blueprint.arguments(PlannedSchema)
@blueprint.response(200, PlanSchema)
@blueprint.alt_responses(404)
def plan(of: dict[str, Any]) -> service.Plan:
    """Return what a draft or some changes would do now, whom that affects, and what is wrong or odd."""
    return service.plan(current_session(), **of)


@blueprint.route("/staff/programme/file", permission=HEAD_OFFICE)
@blueprint.arguments(ProgrammeFileQuery, location="query")
@blueprint.response(200, TEXT, content_type=YAML)
@blueprint.alt_responses(404)
def file(query: dict[str, int]) -> Response:
    """Return the programme as it is now, an earlier version or a draft as a file; lines of the problems in a
    draft's plan are lines of this.
    """
    db, draft_id, version_id = current_session(), query.get("draft_id"), query.get("version_id")
    if draft_id is not None:
        text = as_file(service.document(service.draft(db, draft_id)))
        return attachment(f"programme-draft-{draft_id}.yaml", text.encode(), YAML)
    text = written(db) if version_id is None else programme.version(db, version_id).after
    return attachment("programme.yaml", text.encode(), YAML)


@blueprint.route("/staff/programme/draft", permission=HEAD_OFFICE)
@blueprint.arguments(DraftsQuery, location="query")
@blueprint.response(200, list_of(DraftSummarySchema, "draft_list"))
def list_drafts(page: dict[str, Any]) -> dict[str, Any]:
    """List the drafts, the newest first."""
    return {"draft_list": _shown(*service.drafts(current_session(), **page))}


@blueprint.route("/staff/programme/draft", methods=["POST"], permission=HEAD_OFFICE)
@larger_bodies(MAX_FILE, MAX_KEYS)
@blueprint.arguments(BeginDraftSchema, required=False)
@blueprint.response(201, DraftSchema)
@blueprint.alt_responses(404, 409)
def begin(body: dict[str, Any]) -> dict[str, Any]:
    """Begin a draft of the programme as it is, with some changes of it, or of an earlier version."""
    with transaction() as db:
        begun = service.begin(db, office().signed(), body.get("from_version"), body.get("changes"))
    return _shown(begun)[0]


@blueprint.route("/staff/programme/draft/<id:draft_id>", permission=HEAD_OFFICE)
@blueprint.response(200, DraftSchema)
@blueprint.alt_responses(404)
def read(draft_id: int) -> dict[str, Any]:
    """Return a draft with its document."""
    return _shown(service.draft(current_session(), draft_id))[0]


@blueprint.route("/staff/programme/draft/<id:draft_id>", methods=["PUT"], permission=HEAD_OFFICE)
@larger_bodies(2 * MAX_FILE, MAX_KEYS)
@blueprint.arguments(SaveDraftSchema)
@blueprint.response(200, DraftSchema)
@blueprint.alt_responses(404, 409)
def save(body: dict[str, Any], draft_id: int) -> dict[str, Any]:
    """Save a draft. The second to save gets `draft_changed` and nothing of the first is lost."""
    return _shown(
        service.save(
            draft_id,
            body["revision"],
            office().signed(),
            wanted=body.get("document"),
            file=body.get("file", ""),
            from_current=body["from_current"],
        )
    )[0]


@blueprint.route("/staff/programme/draft/<id:draft_id>/state", methods=["PUT"], permission=HEAD_OFFICE)
@blueprint.arguments(DraftStateSchema)
@blueprint.response(200, DraftSchema)
@blueprint.alt_responses(404, 409)
def set_state(body: dict[str, Any], draft_id: int) -> dict[str, Any]:
    """Ask another person of head office to approve a draft; or withdraw one that is open, one's own that
    waits, or one that is approved for a day to come.
    """
    signature = office().signed(body["reason"])
    if body["state"] == State.WITHDRAWN:
        return _shown(service.withdraw(draft_id, signature))[0]
    with transaction() as db:
        submitted = service.submit(db, draft_id, body["revision"], body.get("effective_on"), signature)
    return _shown(submitted)[0]


@blueprint.route("/staff/programme/version", permission=HEAD_OFFICE)
@blueprint.arguments(VersionsQuery, location="query")
@blueprint.response(200, list_of(VersionSchema, "version_list"))
def list_versions(page: dict[str, Any]) -> dict[str, Any]:
    """List the versions, the newest first; the last is 0, the programme before the first file."""
    return {"version_list": programme.versions(current_session(), **page)}
