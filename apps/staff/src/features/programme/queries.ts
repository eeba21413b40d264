import {
  queryOptions,
  keepPreviousData,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";

import { formQuery, usePages, useSend } from "../../queries/queries.ts";
import { sendDecision } from "../../queries/decisions.ts";
import { call, type Schema, send } from "../../queries/requests.ts";

/** The programme that is in force, and the version that it is; 0: no file was applied yet. */
export type CurrentProgramme = Schema<"CurrentProgramme">;
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
const versionsKey = [...programme, "versions"];
const draftsKey = [...programme, "drafts"];

const programmeOptions = queryOptions({
  queryKey: [...programme, "current"],
  queryFn: ({ signal }) => call("GET /staff/programme", { signal }),
  refetchOnMount: "always",
});

export const useProgramme = () => useQuery(programmeOptions);

/** The versions of the programme, the newest first; 0 is the one before the first file, which nobody applied. */
export const useProgrammeVersions = () =>
  usePages(
    versionsKey,
    async (query, signal) =>
      (await call("GET /staff/programme/version", { params: { query }, signal })).versionList,
    { size: 20 },
  );

export type ProgrammeChanges = Schema<"ProgrammeChanges">;

const unfinishedDraftsOptions = queryOptions({
  queryKey: [...draftsKey, "unfinished"],
  queryFn: async ({ signal }) => {
    const params = { query: { limit: 100, isUnfinished: true } };
    return (await call("GET /staff/programme/draft", { params, signal })).draftList;
  },
  refetchOnMount: "always",
});

/** The drafts that are being changed, wait for approval or for their day, the newest first. */
export const useUnfinishedDrafts = () => useQuery(unfinishedDraftsOptions);

export const useFinishedDrafts = () =>
  usePages(
    [...draftsKey, "finished"],
    async (page, signal) => {
      const params = { query: { ...page, isUnfinished: false } };
      return (await call("GET /staff/programme/draft", { params, signal })).draftList;
    },
    { size: 20 },
  );

export const wholeDraftOptions = (draftId: number) =>
  formQuery([...programme, "draft", draftId], (signal) =>
    call("GET /staff/programme/draft/{draft_id}", {
      params: { path: { draft_id: draftId } },
      signal,
    }),
  );

export const useWholeDraft = (draftId: number) => useQuery(wholeDraftOptions(draftId));

export type WholeDraft = Schema<"Draft">;

/** How long a form rests, in milliseconds, before its plan is asked for. */
const PLAN_AFTER_MS = 500;

/**
 * What changes that are being typed would do; null: nothing is changed.
 *
 * @returns the newest plan, and whether it is that of what stands in the form now
 */
export function usePlanOf(changes: ProgrammeChanges | null) {
  const typed = JSON.stringify(changes);
  const hasRested = useDebouncedValue(typed, PLAN_AFTER_MS) === typed;
  const plan = useQuery({
    queryKey: [...programme, "plan-of", changes],
    queryFn:
      changes === null || !hasRested
        ? skipToken
        : ({ signal }) => call("POST /staff/programme/plan", { body: { changes }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { plan, isCurrent: plan.isSuccess && !plan.isPlaceholderData };
}

/** Begins a draft with some changes, or puts them into a draft that is open; returns the draft. */
export function useSaveChanges() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, changes, document }: KeptChanges): Promise<WholeDraft> =>
      draft === null
        ? send("POST /staff/programme/draft", {}, { changes })
        : send(
            "PUT /staff/programme/draft/{draft_id}",
            { draft_id: draft.id },
            { revision: draft.revision, document, fromCurrent: false },
          ),
    onSuccess: (draft) => {
      client.setQueryData(wholeDraftOptions(draft.id).queryKey, draft);
      return client.invalidateQueries({ queryKey: draftsKey });
    },
  });
}

interface KeptChanges {
  /** The open draft they belong to, and its revision; null begins one. */
  draft: { id: number; revision: number } | null;
  changes: ProgrammeChanges;
  document?: Record<string, unknown>;
}

/** Whose file it is; of neither: of what is in force. */
export interface ProgrammeFile {
  versionId?: number;
  draftId?: number;
}

const getFile = (query: ProgrammeFile, signal?: AbortSignal) =>
  call("GET /staff/programme/file", { params: { query }, parseAs: "text", signal });

/**
 * The query of a draft and its file. One after the other: a file that was saved in between then meets an older revision, so
 * that it is not saved over unseen.
 */
export const editedDraftOptions = (draftId: number) =>
  formQuery<EditedDraft>([...programme, "edited", draftId], async (signal) => {
    const params = { path: { draft_id: draftId } };
    const draft = await call("GET /staff/programme/draft/{draft_id}", { params, signal });
    return { draft, file: await getFile({ draftId }, signal) };
  });

export const useEditedDraft = (draftId: number) => useQuery(editedDraftOptions(draftId));

const draftPlanOptions = (draftId: number, revision: number) =>
  queryOptions({
    queryKey: [...programme, "plan", draftId, revision],
    queryFn: ({ signal }) => call("POST /staff/programme/plan", { body: { draftId }, signal }),
    refetchOnMount: "always",
  });

export const useDraftPlan = (draftId: number, revision: number) =>
  useQuery(draftPlanOptions(draftId, revision));

/** Begins a draft, of an earlier version or of what is in force (undefined). */
export const useBeginDraft = () => useSend("POST /staff/programme/draft", {}, draftsKey);

/** A file to save; `revision` is the one that was changed. */
interface DraftFile {
  draftId: number;
  revision: number;
  file: string;
  fromCurrent: boolean;
}

/**
 * Saves a draft, and returns it with its file as the API writes it, whose lines its plan names; a 409 `draft_changed` says
 * who saved it meanwhile, a 422 `programme` what is wrong with the file.
 */
export function useSaveDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ draftId, ...body }: DraftFile) => {
      const path = { draft_id: draftId };
      const draft = await send("PUT /staff/programme/draft/{draft_id}", path, body);
      return { draft, file: await getFile({ draftId }).catch(() => body.file) };
    },
    onSuccess: (edited) =>
      client.setQueryData(editedDraftOptions(edited.draft.id).queryKey, edited),
  });
}

/** What is done with a draft, and why. `approve` and `refuse` ask for a fresh verification. */
type DraftAct = { draft: DraftSummary; reason: string } & (
  { act: "submit"; effectiveOn: string | null } | { act: "approve" | "refuse" | "withdraw" }
);

async function decide(of: DraftAct) {
  const { draft, reason } = of;
  const path = { draft_id: draft.id };
  const setState = "PUT /staff/programme/draft/{draft_id}/state";
  if (of.act === "submit") {
    const { effectiveOn } = of;
    return send(setState, path, {
      state: "waiting",
      revision: draft.revision,
      reason,
      effectiveOn,
    });
  }
  if (of.act === "withdraw") return send(setState, path, { state: "withdrawn", reason });
  await sendDecision(draft.approvalId!, of.act, reason);
  return call("GET /staff/programme/draft/{draft_id}", { params: { path } });
}

/** Submits, approves, refuses or withdraws a draft; everything of the programme follows. */
export function useDecideDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: async (draft) => {
      client.setQueryData(
        editedDraftOptions(draft.id).queryKey,
        (known) => known && { ...known, draft },
      );
      client.setQueryData(wholeDraftOptions(draft.id).queryKey, draft);
      await Promise.all(
        [programmeOptions.queryKey, versionsKey, draftsKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    // Another user was quicker.
    onError: () => client.invalidateQueries({ queryKey: draftsKey }),
  });
}

export const useProgrammeFile = () =>
  useMutation({ mutationFn: (of: ProgrammeFile) => getFile(of) });
