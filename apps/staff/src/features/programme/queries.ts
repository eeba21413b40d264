import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { formQuery, usePages, useSend } from "../../queries/queries.ts";
import { sendDecision } from "../../queries/decisions.ts";
import { call, type Schema, send } from "../../queries/requests.ts";

/** The programme that is in force, and the version that it is; 0: no file was applied yet. */
export type CurrentProgramme = Schema<"CurrentProgramme">;
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

/** The programme that is in force, at every visit. */
export const useProgramme = () =>
  useQuery({
    queryKey: [...programme, "current"],
    queryFn: ({ signal }) => call("GET /staff/programme", { signal }),
    refetchOnMount: "always",
  });

/** The versions of the programme, the newest first; 0 is the one before the first file, which nobody applied. */
export const useProgrammeVersions = () =>
  usePages(
    [...programme, "versions"],
    async (query, signal) =>
      (await call("GET /staff/programme/version", { params: { query }, signal })).versionList,
    { size: 20 },
  );

/** The newest draft, null where there was none; only it can be unfinished. At a visit only: somebody may type in it. */
export const useNewestDraft = () =>
  useQuery({
    queryKey: newestKey,
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      const { draftList } = await call("GET /staff/programme/draft", { params, signal });
      return draftList[0] ?? null;
    },
    staleTime: Infinity,
    refetchOnMount: "always",
  });

const getDraftFile = (draftId: number, signal?: AbortSignal) =>
  call("GET /staff/programme/draft/{draft_id}/file", {
    params: { path: { draft_id: draftId } },
    parseAs: "text",
    signal,
  });

/**
 * The query of a draft and its file. One after the other: a file that was saved in between then meets an older revision, so
 * that it is not saved over unseen.
 */
export const editedDraft = (draftId: number) =>
  formQuery<EditedDraft>([...programme, "edited", draftId], async (signal) => {
    const params = { path: { draft_id: draftId } };
    const draft = await call("GET /staff/programme/draft/{draft_id}", { params, signal });
    return { draft, file: await getDraftFile(draftId, signal) };
  });

/** A draft and its file. */
export const useEditedDraft = (draftId: number) => useQuery(editedDraft(draftId));

/** What a revision of a draft would change, as the programme is now. */
export const useDraftPlan = (draftId: number, revision: number) =>
  useQuery({
    queryKey: [...programme, "plan", draftId, revision],
    queryFn: ({ signal }) => {
      const params = { path: { draft_id: draftId } };
      return call("GET /staff/programme/draft/{draft_id}/plan", { params, signal });
    },
    refetchOnMount: "always",
  });

/** Begins a draft, of an earlier version or of what is in force (undefined). */
export const useBeginDraft = () => useSend("POST /staff/programme/draft", {}, newestKey);

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
 * who saved it meanwhile, a 422 `programme` what is wrong with the file.
 */
export function useSaveDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draftId, ...body }: DraftFile) => {
      const path = { draft_id: draftId };
      const draft = await send("PUT /staff/programme/draft/{draft_id}", path, body);
      return { draft, file: await getDraftFile(draftId).catch(() => body.file) };
    },
    onSuccess: (edited) => client.setQueryData(editedDraft(edited.draft.id).queryKey, edited),
  });
}

/** What is done with a draft, and why. `approve` and `refuse` ask for a fresh verification. */
type DraftAct = { draft: DraftSummary; reason: string } & (
  { act: "submit"; effectiveOn: string | null } | { act: "approve" | "refuse" | "withdraw" }
);

async function decide(of: DraftAct) {
  const { draft, reason } = of;
  const path = { draft_id: draft.id };
  if (of.act === "submit") {
    const body = { revision: draft.revision, reason, effectiveOn: of.effectiveOn };
    return send("POST /staff/programme/draft/{draft_id}/submit", path, body);
  }
  if (of.act === "withdraw") {
    return send("POST /staff/programme/draft/{draft_id}/withdraw", path, { reason });
  }
  await sendDecision("programme", draft.approvalId!, of.act, reason);
  return call("GET /staff/programme/draft/{draft_id}", { params: { path } });
}

/** Submits, approves, refuses or withdraws a draft; everything of the programme follows. */
export function useDecideDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: async (draft) => {
      client.setQueryData(editedDraft(draft.id).queryKey, (known) => known && { ...known, draft });
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

/** Gets a file of the programme, YAML. */
export const useProgrammeFile = () =>
  useMutation({
    mutationFn: async ({ draftId, versionId }: ProgrammeFile) => {
      if (draftId !== undefined) return getDraftFile(draftId);
      if (versionId === undefined) return call("GET /staff/programme/file", { parseAs: "text" });
      const params = { path: { version_id: versionId } };
      return (await call("GET /staff/programme/version/{version_id}", { params })).file;
    },
  });
