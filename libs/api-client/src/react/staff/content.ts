import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  discardContent,
  getContentKinds,
  getContentPreview,
  getContentVersions,
  getEditedContent,
  publishContent,
  publishVersion,
  saveContent,
  uploadImage,
  type ContentDocument,
  type ContentKind,
  type ContentVersion,
  type EditedContent,
  type Publication,
} from "../../staff/content.ts";

const content = ["staff", "content"];
const keyOf = (kind: string) => [...content, "edited", kind];

/** Every kind of content, at every visit. */
export const useContentKinds = (): UseQueryResult<ContentKind[]> =>
  useQuery({
    queryKey: [...content, "kinds"],
    queryFn: ({ signal }) => getContentKinds(signal),
    refetchOnMount: "always",
  });

/** A kind as it is edited. It is not fetched again by itself: a form is made of it. */
export const useEditedContent = (kind: string): UseQueryResult<EditedContent> =>
  useQuery({
    queryKey: keyOf(kind),
    queryFn: ({ signal }) => getEditedContent(kind, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A function that reads a kind anew, when somebody else has changed it. */
export function useReadContentAgain(kind: string): () => Promise<EditedContent> {
  const client = useQueryClient();
  return () =>
    client.fetchQuery({
      queryKey: keyOf(kind),
      queryFn: () => getEditedContent(kind),
      staleTime: 0,
    });
}

/** The published versions of a kind, the newest first. */
export const useContentVersions = (kind: string): UseQueryResult<ContentVersion[]> =>
  useQuery({
    queryKey: [...content, "versions", kind],
    queryFn: ({ signal }) => getContentVersions(kind, signal),
    refetchOnMount: "always",
  });

/** What members read now, and with every draft published. `revision` is of the draft that is looked at. */
export const useContentPreview = (kind: string, revision: number) =>
  useQuery({
    queryKey: [...content, "preview", kind, revision],
    queryFn: ({ signal }) => getContentPreview(signal),
    refetchOnMount: "always",
  });

/** A change of a kind, which the answer shows; the lists follow. */
function useChange<Change>(
  kind: string,
  change: (change: Change) => Promise<EditedContent>,
): UseMutationResult<EditedContent, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (edited) => {
      client.setQueryData(keyOf(kind), edited);
      await Promise.all([
        client.invalidateQueries({ queryKey: [...content, "kinds"] }),
        client.invalidateQueries({ queryKey: [...content, "versions", kind] }),
      ]);
    },
  });
}

/** Saves a draft. */
export const useSaveContent = (kind: string) =>
  useChange(kind, (body: { revision: number; document: ContentDocument }) =>
    saveContent(kind, body),
  );

/** Forgets a draft. */
export const useDiscardContent = (kind: string) =>
  useChange(kind, (revision: number) => discardContent(kind, revision));

/** Publishes a draft. */
export const usePublishContent = (kind: string) =>
  useChange(kind, (body: Publication) => publishContent(kind, body));

/** Publishes an earlier version again. */
export const usePublishVersion = (kind: string) =>
  useChange(kind, ({ versionId, ...body }: Publication & { versionId: number }) =>
    publishVersion(kind, versionId, body),
  );

/** Keeps a picture, and gives its name. */
export const useUploadImage = (): UseMutationResult<
  string,
  Error,
  { name: string; file: string }
> => useMutation({ mutationFn: ({ name, file }) => uploadImage(name, file) });
