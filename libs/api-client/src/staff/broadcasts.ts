import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A broadcast as the list has it, with what has become of its messages. */
export type BroadcastSummary = Schema<"BroadcastSummary">;
/** A broadcast with its segment and its words. */
export type Broadcast = Schema<"Broadcast">;
/** What is sent to whom, as it is saved and previewed. */
export type BroadcastContent = Schema<"BroadcastContent">;
/** Whom a broadcast would reach now, with three examples. */
export type BroadcastPreview = Schema<"BroadcastPreview">;

/** A page of the broadcasts, the newest first: `GET /staff/broadcast`. */
export const getBroadcasts = async (
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<BroadcastSummary[]> =>
  (await staffBody(() => api().GET("/staff/broadcast", { params: { query }, signal })))
    .broadcastList;

const ofBroadcast = (broadcastId: number) => ({ path: { broadcast_id: broadcastId } });

/** One broadcast: `GET /staff/broadcast/{id}`. */
export const getBroadcast = (broadcastId: number, signal?: AbortSignal): Promise<Broadcast> =>
  staffBody(() =>
    api().GET("/staff/broadcast/{broadcast_id}", { params: ofBroadcast(broadcastId), signal }),
  );

/** Counts whom it would reach now, and keeps nothing: `POST /staff/broadcast/preview`. */
export const previewBroadcast = (
  body: BroadcastContent,
  signal?: AbortSignal,
): Promise<BroadcastPreview> =>
  staffBody(() => api().POST("/staff/broadcast/preview", { body, signal }));

/** What is saved, and of which revision of which broadcast; null: of a new one. */
export interface BroadcastSave {
  of: { id: number; revision: number } | null;
  content: BroadcastContent;
}

/**
 * Saves a broadcast; a 409 `broadcast_changed` says who saved it meanwhile: `POST /staff/broadcast`,
 * `PUT /staff/broadcast/{id}`.
 */
export const saveBroadcast = ({ of, content }: BroadcastSave): Promise<Broadcast> =>
  staffBody(() =>
    of === null
      ? api().POST("/staff/broadcast", { body: content })
      : api().PUT("/staff/broadcast/{broadcast_id}", {
          params: ofBroadcast(of.id),
          body: { ...content, revision: of.revision },
        }),
  );

/** Where a test goes, and in which language. */
export type BroadcastTest = Schema<"TestBroadcast"> & { broadcastId: number };

/** Sends its mail to one address; it asks for a fresh verification: `POST /staff/broadcast/{id}/test`. */
export async function testBroadcast({ broadcastId, ...body }: BroadcastTest): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/broadcast/{broadcast_id}/test", { params: ofBroadcast(broadcastId), body }),
  );
}

/** What is done with a broadcast, and why. `approve` asks for a fresh verification. */
export interface BroadcastAct {
  act: "submit" | "approve" | "refuse" | "withdraw" | "stop";
  broadcastId: number;
  revision: number;
  reason: string;
}

/** Submits, approves, refuses, withdraws or stops a broadcast: `POST /staff/broadcast/{id}/{act}`. */
export function decideBroadcast(act: BroadcastAct): Promise<Broadcast> {
  const { revision, reason } = act;
  const params = ofBroadcast(act.broadcastId);
  return staffBody(() => {
    switch (act.act) {
      case "submit":
        return api().POST("/staff/broadcast/{broadcast_id}/submit", {
          params,
          body: { revision, reason },
        });
      case "approve":
        return api().POST("/staff/broadcast/{broadcast_id}/approve", {
          params,
          body: { revision, reason },
        });
      case "refuse":
        return api().POST("/staff/broadcast/{broadcast_id}/refuse", { params, body: { reason } });
      case "withdraw":
        return api().POST("/staff/broadcast/{broadcast_id}/withdraw", { params, body: { reason } });
      case "stop":
        return api().POST("/staff/broadcast/{broadcast_id}/stop", { params, body: { reason } });
    }
  });
}
