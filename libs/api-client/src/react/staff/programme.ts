import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  beginDraft,
  decideDraft,
  getDraftPlan,
  getEditedDraft,
  getFile,
  getNewestDraft,
  getProgramme,
  getProgrammeVersions,
  saveDraft,
  type CurrentProgramme,
  type DraftAct,
  type DraftFile,
  type DraftPlan,
  type DraftSummary,
  type EditedDraft,
  type ProgrammeFile,
} from "../../staff/programme.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 20;
const programme = ["staff", "programme"];
const newestKey = [...programme, "newest-draft"];
const editedKey = (draftId: number) => [...programme, "edited", draftId];

/** The programme that is in force, at every visit. */
export const useProgramme = (): UseQueryResult<CurrentProgramme> =>
  useQuery({
    queryKey: [...programme, "current"],
    queryFn: ({ signal }) => getProgramme(signal),
    refetchOnMount: "always",
  });

/** The versions of the programme, the newest first, a page of 20 after the other. */
export const useProgrammeVersions = () =>
  useInfiniteQuery({
    queryKey: [...programme, "versions"],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getProgrammeVersions(page, signal),
      idOf: ({ id }) => id,
    }),
    refetchOnMount: "always",
  });

/** The newest draft, null where there was none. At a visit only: somebody may type in it. */
export const useNewestDraft = (): UseQueryResult<DraftSummary | null> =>
  useQuery({
    queryKey: newestKey,
    queryFn: ({ signal }) => getNewestDraft(signal),
    staleTime: Infinity,
    refetchOnMount: "always",
  });

/** A draft and its file. It is not fetched again by itself: somebody types in it. */
export const useEditedDraft = (draftId: number): UseQueryResult<EditedDraft> =>
  useQuery({
    queryKey: editedKey(draftId),
    queryFn: ({ signal }) => getEditedDraft(draftId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A function that reads a draft anew, when somebody else has changed it. */
export function useReadDraftAgain(draftId: number): () => Promise<EditedDraft> {
  const client = useQueryClient();
  return () =>
    client.fetchQuery({
      queryKey: editedKey(draftId),
      queryFn: () => getEditedDraft(draftId),
      staleTime: 0,
    });
}

/** What a revision of a draft would change, as the programme is now. */
export const useDraftPlan = (draftId: number, revision: number): UseQueryResult<DraftPlan> =>
  useQuery({
    queryKey: [...programme, "plan", draftId, revision],
    queryFn: ({ signal }) => getDraftPlan(draftId, signal),
    refetchOnMount: "always",
  });

/** Begins a draft, of an earlier version or of what is in force (undefined). */
export function useBeginDraft(): UseMutationResult<DraftSummary, Error, number | undefined> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: beginDraft,
    // Also after a refusal: somebody else may have begun one.
    onSettled: () => client.invalidateQueries({ queryKey: newestKey }),
  });
}

/** Saves the file of a draft. */
export function useSaveDraft(): UseMutationResult<EditedDraft, Error, DraftFile> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveDraft,
    onSuccess: (edited) => client.setQueryData(editedKey(edited.draft.id), edited),
  });
}

/** Submits, approves, refuses or withdraws a draft; everything of the programme follows. */
export function useDecideDraft(): UseMutationResult<DraftSummary, Error, DraftAct> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideDraft,
    onSuccess: async (draft) => {
      client.setQueryData<EditedDraft>(
        editedKey(draft.id),
        (known) => known && { ...known, draft },
      );
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

/** Gets the file of a version, of a draft, or of what is in force. */
export const useProgrammeFile = (): UseMutationResult<string, Error, ProgrammeFile> =>
  useMutation({ mutationFn: getFile });
