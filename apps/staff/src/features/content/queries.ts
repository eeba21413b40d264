import { api } from "@loyalty/api-client/http.ts";
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { formQuery, useReadAgain } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** How a kind of content stands: who changed it when, and how much is not translated. */
type ContentKind = Schema<"Kind">;
/** A kind of content as it is edited: what is published, and the draft, null where there is none. */
export type EditedContent = Schema<"Edited">;
/** A published version; `again` is the version that it took back to. */
type ContentVersion = Omit<EditedContent["published"], "document">;
/** When an outlet is open, and the revision of all outlets. */
export type OutletHours = Schema<"OutletHours">;
/** The document of a kind: its form is the kind's. */
export type ContentDocument = Record<string, unknown>;

const content = ["staff", "content"];
const ofKind = (kind: string) => ({ path: { kind } });

/** Every kind of content, at every visit: `GET /staff/content`. */
export const useContentKinds = (): UseQueryResult<ContentKind[]> =>
  useQuery({
    queryKey: [...content, "kinds"],
    queryFn: async ({ signal }) =>
      (await staffBody(() => api().GET("/staff/content", { signal }))).kindList,
    refetchOnMount: "always",
  });

const editedQuery = (kind: string) =>
  formQuery<EditedContent>([...content, "edited", kind], (signal) =>
    staffBody(() => api().GET("/staff/content/{kind}", { params: ofKind(kind), signal })),
  );

/** A kind as it is edited: `GET /staff/content/{kind}`. */
export const useEditedContent = (kind: string) => useQuery(editedQuery(kind));

/** A function that reads a kind anew. */
export const useReadContentAgain = (kind: string) => useReadAgain(editedQuery(kind));

/** The published versions of a kind, the newest first: `GET /staff/content/{kind}/version`. */
export const useContentVersions = (kind: string): UseQueryResult<ContentVersion[]> =>
  useQuery({
    queryKey: [...content, "versions", kind],
    queryFn: async ({ signal }) => {
      const params = ofKind(kind);
      const found = await staffBody(() =>
        api().GET("/staff/content/{kind}/version", { params, signal }),
      );
      return found.versionList;
    },
    refetchOnMount: "always",
  });

/**
 * What members read now (five seconds old at most), and with every draft published: `GET /content`,
 * `GET /staff/content/preview`. `revision` is of the draft that is looked at.
 */
export const useContentPreview = (kind: string, revision: number) =>
  useQuery({
    queryKey: [...content, "preview", kind, revision],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([
        staffBody(() => api().GET("/content", { signal, cache: "no-store" })),
        staffBody(() => api().GET("/staff/content/preview", { signal })),
      ]);
      return { before, after };
    },
    refetchOnMount: "always",
  });

/** A change of a kind, which the answer shows; the lists follow. */
function useContentChange<Change>(
  kind: string,
  change: (change: Change) => Promise<EditedContent>,
): UseMutationResult<EditedContent, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (edited) => {
      client.setQueryData(editedQuery(kind).queryKey, edited);
      await Promise.all([
        client.invalidateQueries({ queryKey: [...content, "kinds"] }),
        client.invalidateQueries({ queryKey: [...content, "versions", kind] }),
      ]);
    },
  });
}

/** Saves a draft; a 409 `content_changed` says who changed it meanwhile: `PUT /staff/content/{kind}`. */
export const useSaveContent = (kind: string) =>
  useContentChange(kind, (body: { revision: number; document: ContentDocument }) =>
    staffBody(() => api().PUT("/staff/content/{kind}", { params: ofKind(kind), body })),
  );

/** Forgets a draft: `POST /staff/content/{kind}/discard`. */
export const useDiscardContent = (kind: string) =>
  useContentChange(kind, (revision: number) =>
    staffBody(() =>
      api().POST("/staff/content/{kind}/discard", { params: ofKind(kind), body: { revision } }),
    ),
  );

/** What is published, and why. */
interface Publication {
  revision: number;
  reason: string;
}

/** Publishes a draft: `POST /staff/content/{kind}/publish`. */
export const usePublishContent = (kind: string) =>
  useContentChange(kind, (body: Publication) =>
    staffBody(() => api().POST("/staff/content/{kind}/publish", { params: ofKind(kind), body })),
  );

/** Publishes an earlier version again: `POST /staff/content/{kind}/version/{id}/publish`. */
export const usePublishVersion = (kind: string) =>
  useContentChange(kind, ({ versionId, ...body }: Publication & { versionId: number }) =>
    staffBody(() =>
      api().POST("/staff/content/{kind}/version/{version_id}/publish", {
        params: { path: { kind, version_id: versionId } },
        body,
      }),
    ),
  );

/** Keeps a picture, and gives its name: `POST /staff/content/image`. The file is in base64. */
export const useUploadImage = () =>
  useMutation({
    mutationFn: async (body: { fileName: string; file: string }) =>
      (await staffBody(() => api().POST("/staff/content/image", { body }))).image,
  });

const ofOutlet = (outletId: number) => ({ path: { outlet_id: outletId } });

const hoursQuery = (outletId: number) =>
  formQuery<OutletHours>(["staff", "outlet", outletId, "hours"], (signal) =>
    staffBody(() =>
      api().GET("/staff/outlet/{outlet_id}/hours", { params: ofOutlet(outletId), signal }),
    ),
  );

/** The hours and closures of an outlet: `GET /staff/outlet/{id}/hours`. */
export const useOutletHours = (outletId: number) => useQuery(hoursQuery(outletId));

/** A function that reads an outlet's hours anew. */
export const useReadHoursAgain = (outletId: number) => useReadAgain(hoursQuery(outletId));

/** Publishes the hours and closures of an outlet at once: `PUT /staff/outlet/{id}/hours`. */
export function useSetOutletHours(
  outletId: number,
): UseMutationResult<OutletHours, Error, OutletHours & Publication> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body) =>
      staffBody(() =>
        api().PUT("/staff/outlet/{outlet_id}/hours", { params: ofOutlet(outletId), body }),
      ),
    onSuccess: (hours) => client.setQueryData(hoursQuery(outletId).queryKey, hours),
  });
}
