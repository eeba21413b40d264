import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** The programme that is in force, and the version that it is; 0: no file was applied yet. */
export type CurrentProgramme = Schema<"CurrentProgramme">;
/** A programme that was applied; 0 is the one before the first file, which nobody applied. */
export type ProgrammeVersion = Schema<"Version">;
/** A draft of the programme without its document. */
export type DraftSummary = Schema<"DraftSummary">;
/** What a draft would change, what is wrong with it, and what looks like a mistake. */
export type DraftPlan = Schema<"Plan">;
/** Why a draft cannot be applied; `line` is that of its file. */
export type ProgrammeProblem = DraftPlan["problems"][number];
/** A draft and its file, YAML. */
export interface EditedDraft {
  draft: DraftSummary;
  file: string;
}

/** Which page of a list. */
interface Part {
  limit?: number;
  offset?: number;
}

/** The programme that is in force: `GET /staff/programme`. */
export const getProgramme = (signal?: AbortSignal): Promise<CurrentProgramme> =>
  staffBody(() => api().GET("/staff/programme", { signal }));

/** A page of the versions, the newest first: `GET /staff/programme/version`. */
export const getProgrammeVersions = async (
  query: Part,
  signal?: AbortSignal,
): Promise<ProgrammeVersion[]> =>
  (await staffBody(() => api().GET("/staff/programme/version", { params: { query }, signal })))
    .versionList;

/** The newest draft, or null; only it can be unfinished: `GET /staff/programme/draft`. */
export const getNewestDraft = async (signal?: AbortSignal): Promise<DraftSummary | null> => {
  const params = { query: { limit: 1 } };
  const { draftList } = await staffBody(() =>
    api().GET("/staff/programme/draft", { params, signal }),
  );
  return draftList[0] ?? null;
};

const ofDraft = (draftId: number) => ({ path: { draft_id: draftId } });

/** Begins a draft, of an earlier version or of what is in force: `POST /staff/programme/draft`. */
export const beginDraft = (fromVersion?: number): Promise<DraftSummary> =>
  staffBody(() => api().POST("/staff/programme/draft", { body: { fromVersion } }));

const getDraft = (draftId: number, signal?: AbortSignal): Promise<DraftSummary> =>
  staffBody(() =>
    api().GET("/staff/programme/draft/{draft_id}", { params: ofDraft(draftId), signal }),
  );

const getDraftFile = (draftId: number, signal?: AbortSignal): Promise<string> =>
  staffBody(() =>
    api().GET("/staff/programme/draft/{draft_id}/file", {
      params: ofDraft(draftId),
      parseAs: "text",
      signal,
    }),
  );

/** Whose file it is; of neither: of what is in force. */
export interface ProgrammeFile {
  versionId?: number;
  draftId?: number;
}

/** A file of the programme, YAML: `GET /staff/programme/file`, `…/draft/{id}/file`, `…/version/{id}`. */
export async function getFile(of: ProgrammeFile): Promise<string> {
  if (of.draftId !== undefined) return getDraftFile(of.draftId);
  if (of.versionId === undefined)
    return staffBody(() => api().GET("/staff/programme/file", { parseAs: "text" }));
  const params = { path: { version_id: of.versionId } };
  const version = await staffBody(() =>
    api().GET("/staff/programme/version/{version_id}", { params }),
  );
  return version.file;
}

/**
 * A draft and its file: `GET /staff/programme/draft/{id}` and its `/file`. One after the other: a file that was saved
 * in between then meets an older revision, so that it is not saved over unseen.
 */
export async function getEditedDraft(draftId: number, signal?: AbortSignal): Promise<EditedDraft> {
  const draft = await getDraft(draftId, signal);
  return { draft, file: await getDraftFile(draftId, signal) };
}

/** A file to save; `revision` is the one that was changed. */
export interface DraftFile {
  draftId: number;
  revision: number;
  file: string;
  /** It was compared with the programme as it is now. */
  fromCurrent: boolean;
}

/**
 * Saves a draft, and gives it with its file as the API writes it, whose lines its plan names; a 409 `draft_changed` says
 * who saved it meanwhile, a 422 `programme` what is wrong with the file: `PUT /staff/programme/draft/{id}`.
 */
export async function saveDraft({ draftId, ...body }: DraftFile): Promise<EditedDraft> {
  const draft = await staffBody(() =>
    api().PUT("/staff/programme/draft/{draft_id}", { params: ofDraft(draftId), body }),
  );
  return { draft, file: await getDraftFile(draftId).catch(() => body.file) };
}

/** What a draft would change now: `GET /staff/programme/draft/{id}/plan`. */
export const getDraftPlan = (draftId: number, signal?: AbortSignal): Promise<DraftPlan> =>
  staffBody(() =>
    api().GET("/staff/programme/draft/{draft_id}/plan", { params: ofDraft(draftId), signal }),
  );

/** What is done with a draft, and why. `approve` asks for a fresh verification. */
export type DraftAct = { draftId: number; revision: number; reason: string } & (
  { act: "submit"; effectiveOn: string | null } | { act: "approve" | "refuse" | "withdraw" }
);

/** Submits, approves, refuses or withdraws a draft: `POST /staff/programme/draft/{id}/{act}`. */
export function decideDraft(act: DraftAct): Promise<DraftSummary> {
  const { revision, reason } = act;
  const params = ofDraft(act.draftId);
  return staffBody(() => {
    switch (act.act) {
      case "submit":
        return api().POST("/staff/programme/draft/{draft_id}/submit", {
          params,
          body: { revision, reason, effectiveOn: act.effectiveOn },
        });
      case "approve":
        return api().POST("/staff/programme/draft/{draft_id}/approve", {
          params,
          body: { revision, reason },
        });
      case "refuse":
        return api().POST("/staff/programme/draft/{draft_id}/refuse", { params, body: { reason } });
      case "withdraw":
        return api().POST("/staff/programme/draft/{draft_id}/withdraw", {
          params,
          body: { reason },
        });
    }
  });
}
