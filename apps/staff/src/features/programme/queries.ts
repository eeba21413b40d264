import { api } from "@loyalty/api-client/http.ts";
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { formQuery, useChange, usePages, useReadAgain } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** The programme that is in force, and the version that it is; 0: no file was applied yet. */
export type CurrentProgramme = Schema<"CurrentProgramme">;
/** A programme that was applied; 0 is the one before the first file, which nobody applied. */
type ProgrammeVersion = Schema<"Version">;
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

const programme = ["staff", "programme"];
const newestKey = [...programme, "newest-draft"];
const ofDraft = (draftId: number) => ({ path: { draft_id: draftId } });

/** The programme that is in force, at every visit: `GET /staff/programme`. */
export const useProgramme = (): UseQueryResult<CurrentProgramme> =>
  useQuery({
    queryKey: [...programme, "current"],
    queryFn: ({ signal }) => staffBody(() => api().GET("/staff/programme", { signal })),
    refetchOnMount: "always",
  });

/** The versions of the programme, the newest first: `GET /staff/programme/version`. */
export const useProgrammeVersions = () =>
  usePages<ProgrammeVersion>(
    [...programme, "versions"],
    async (query, signal) =>
      (await staffBody(() => api().GET("/staff/programme/version", { params: { query }, signal })))
        .versionList,
    { size: 20 },
  );

/**
 * The newest draft, null where there was none; only it can be unfinished: `GET /staff/programme/draft`. At a visit only:
 * somebody may type in it.
 */
export const useNewestDraft = (): UseQueryResult<DraftSummary | null> =>
  useQuery({
    queryKey: newestKey,
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      const { draftList } = await staffBody(() =>
        api().GET("/staff/programme/draft", { params, signal }),
      );
      return draftList[0] ?? null;
    },
    staleTime: Infinity,
    refetchOnMount: "always",
  });

const getDraftFile = (draftId: number, signal?: AbortSignal): Promise<string> =>
  staffBody(() =>
    api().GET("/staff/programme/draft/{draft_id}/file", {
      params: ofDraft(draftId),
      parseAs: "text",
      signal,
    }),
  );

// One after the other: a file that was saved in between then meets an older revision, so that it is not saved over unseen.
const editedQuery = (draftId: number) =>
  formQuery<EditedDraft>([...programme, "edited", draftId], async (signal) => {
    const params = ofDraft(draftId);
    const draft = await staffBody(() =>
      api().GET("/staff/programme/draft/{draft_id}", { params, signal }),
    );
    return { draft, file: await getDraftFile(draftId, signal) };
  });

/** A draft and its file: `GET /staff/programme/draft/{id}` and its `/file`. */
export const useEditedDraft = (draftId: number) => useQuery(editedQuery(draftId));

/** A function that reads a draft anew. */
export const useReadDraftAgain = (draftId: number) => useReadAgain(editedQuery(draftId));

/** What a revision of a draft would change, as the programme is now: `GET /staff/programme/draft/{id}/plan`. */
export const useDraftPlan = (draftId: number, revision: number): UseQueryResult<DraftPlan> =>
  useQuery({
    queryKey: [...programme, "plan", draftId, revision],
    queryFn: ({ signal }) =>
      staffBody(() =>
        api().GET("/staff/programme/draft/{draft_id}/plan", { params: ofDraft(draftId), signal }),
      ),
    refetchOnMount: "always",
  });

/** Begins a draft, of an earlier version or of what is in force (undefined): `POST /staff/programme/draft`. */
export const useBeginDraft = () =>
  useChange(
    (fromVersion: number | undefined) =>
      staffBody(() => api().POST("/staff/programme/draft", { body: { fromVersion } })),
    newestKey,
  );

/** A file to save; `revision` is the one that was changed. */
interface DraftFile {
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
export function useSaveDraft(): UseMutationResult<EditedDraft, Error, DraftFile> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draftId, ...body }) => {
      const draft = await staffBody(() =>
        api().PUT("/staff/programme/draft/{draft_id}", { params: ofDraft(draftId), body }),
      );
      return { draft, file: await getDraftFile(draftId).catch(() => body.file) };
    },
    onSuccess: (edited) => client.setQueryData(editedQuery(edited.draft.id).queryKey, edited),
  });
}

/** What is done with a draft, and why. `approve` asks for a fresh verification. */
type DraftAct = { draftId: number; revision: number; reason: string } & (
  { act: "submit"; effectiveOn: string | null } | { act: "approve" | "refuse" | "withdraw" }
);

function decide(act: DraftAct): Promise<DraftSummary> {
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

/** Submits, approves, refuses or withdraws a draft; everything of the programme follows: `POST /staff/programme/draft/{id}/{act}`. */
export function useDecideDraft(): UseMutationResult<DraftSummary, Error, DraftAct> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: async (draft) => {
      client.setQueryData(editedQuery(draft.id).queryKey, (known) => known && { ...known, draft });
      client.setQueryData(newestKey, draft);
      await Promise.all(
        ["current", "versions", "newest-draft"].map((part) =>
          client.invalidateQueries({ queryKey: [...programme, part] }),
        ),
      );
    },
    // Somebody else was quicker.
    onError: () => client.invalidateQueries({ queryKey: newestKey }),
  });
}

/** Whose file it is; of neither: of what is in force. */
export interface ProgrammeFile {
  versionId?: number;
  draftId?: number;
}

/** Gets a file of the programme, YAML: `GET /staff/programme/file`, `…/draft/{id}/file`, `…/version/{id}`. */
export const useProgrammeFile = () =>
  useMutation({
    mutationFn: async (of: ProgrammeFile) => {
      if (of.draftId !== undefined) return getDraftFile(of.draftId);
      if (of.versionId === undefined)
        return staffBody(() => api().GET("/staff/programme/file", { parseAs: "text" }));
      const params = { path: { version_id: of.versionId } };
      const version = await staffBody(() =>
        api().GET("/staff/programme/version/{version_id}", { params }),
      );
      return version.file;
    },
  });
