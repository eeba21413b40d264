import { api } from "../http.ts";
import type { Content } from "../wire.ts";
import { type Schema, staffBody } from "./requests.ts";

/** How a kind of content stands: who changed it when, and how much is not translated. */
export type ContentKind = Schema<"Kind">;
/** A kind of content as it is edited: what is published, and the draft, null where there is none. */
export type EditedContent = Schema<"Edited">;
/** A published version; `again` is the version that it took back to. */
export type ContentVersion = Omit<EditedContent["published"], "document">;
/** When an outlet is open, and the revision of all outlets. */
export type OutletHours = Schema<"OutletHours">;
/** The document of a kind: its form is the kind's. */
export type ContentDocument = Record<string, unknown>;

/** Every kind of content: `GET /staff/content`. */
export const getContentKinds = async (signal?: AbortSignal): Promise<ContentKind[]> =>
  (await staffBody(() => api().GET("/staff/content", { signal }))).kindList;

const ofKind = (kind: string) => ({ path: { kind } });

/** A kind of content as it is edited: `GET /staff/content/{kind}`. */
export const getEditedContent = (kind: string, signal?: AbortSignal): Promise<EditedContent> =>
  staffBody(() => api().GET("/staff/content/{kind}", { params: ofKind(kind), signal }));

/** Saves a draft; a 409 `content_changed` says who changed it meanwhile: `PUT /staff/content/{kind}`. */
export const saveContent = (
  kind: string,
  body: { revision: number; document: ContentDocument },
): Promise<EditedContent> =>
  staffBody(() => api().PUT("/staff/content/{kind}", { params: ofKind(kind), body }));

/** Forgets a draft: `POST /staff/content/{kind}/discard`. */
export const discardContent = (kind: string, revision: number): Promise<EditedContent> =>
  staffBody(() =>
    api().POST("/staff/content/{kind}/discard", { params: ofKind(kind), body: { revision } }),
  );

/** What is published, and why. */
export interface Publication {
  revision: number;
  reason: string;
}

/** Publishes a draft: `POST /staff/content/{kind}/publish`. */
export const publishContent = (kind: string, body: Publication): Promise<EditedContent> =>
  staffBody(() => api().POST("/staff/content/{kind}/publish", { params: ofKind(kind), body }));

/** The published versions, the newest first: `GET /staff/content/{kind}/version`. */
export const getContentVersions = async (
  kind: string,
  signal?: AbortSignal,
): Promise<ContentVersion[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/content/{kind}/version", { params: ofKind(kind), signal }),
    )
  ).versionList;

/** Publishes an earlier version again: `POST /staff/content/{kind}/version/{id}/publish`. */
export const publishVersion = (
  kind: string,
  versionId: number,
  body: Publication,
): Promise<EditedContent> =>
  staffBody(() =>
    api().POST("/staff/content/{kind}/version/{version_id}/publish", {
      params: { path: { kind, version_id: versionId } },
      body,
    }),
  );

/**
 * What members read now (five seconds old at most), and with every draft published: `GET /content`,
 * `GET /staff/content/preview`.
 */
export async function getContentPreview(
  signal?: AbortSignal,
): Promise<{ before: Content; after: Content }> {
  const [before, after] = await Promise.all([
    staffBody(() => api().GET("/content", { signal, cache: "no-store" })),
    staffBody(() => api().GET("/staff/content/preview", { signal })),
  ]);
  return { before, after };
}

/** Keeps a picture, and gives its name: `POST /staff/content/image`. The file is in base64. */
export const uploadImage = async (fileName: string, file: string): Promise<string> =>
  (await staffBody(() => api().POST("/staff/content/image", { body: { fileName, file } }))).image;

const ofOutlet = (outletId: number) => ({ path: { outlet_id: outletId } });

/** The hours and closures of an outlet: `GET /staff/outlet/{id}/hours`. */
export const getOutletHours = (outletId: number, signal?: AbortSignal): Promise<OutletHours> =>
  staffBody(() =>
    api().GET("/staff/outlet/{outlet_id}/hours", { params: ofOutlet(outletId), signal }),
  );

/** Publishes the hours and closures of an outlet at once: `PUT /staff/outlet/{id}/hours`. */
export const setOutletHours = (
  outletId: number,
  body: OutletHours & Publication,
): Promise<OutletHours> =>
  staffBody(() =>
    api().PUT("/staff/outlet/{outlet_id}/hours", { params: ofOutlet(outletId), body }),
  );
