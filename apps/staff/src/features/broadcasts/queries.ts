import { api } from "@loyalty/api-client/http.ts";
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { formQuery, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";
import { staffKeys } from "../../queries/session.tsx";

/** A broadcast as the list has it, with what has become of its messages. */
export type BroadcastSummary = Schema<"BroadcastSummary">;
/** A broadcast with its segment and its words. */
export type Broadcast = Schema<"Broadcast">;
/** What is sent to whom, as it is saved and previewed. */
export type BroadcastContent = Schema<"BroadcastContent">;
/** Whom a broadcast would reach now, with three examples. */
export type BroadcastPreview = Schema<"BroadcastPreview">;

const list = ["staff", "broadcasts"];
const ofBroadcast = (broadcastId: number) => ({ path: { broadcast_id: broadcastId } });

/** How many of its messages have not left yet. */
export const pendingOf = ({ outcome }: BroadcastSummary): number =>
  outcome === null ? 0 : outcome.waiting + outcome.leaving;

/** In how many ms a broadcast is looked at again: while it changes by itself. One that is being written does not. */
function againIn(broadcast: BroadcastSummary | undefined): number | false {
  if (broadcast?.state === "sending") return 2_000;
  if (broadcast?.state === "waiting") return 15_000;
  return broadcast && pendingOf(broadcast) > 0 ? 15_000 : false;
}

/** The broadcasts, the newest first; anew while one is being sent: `GET /staff/broadcast`. */
export const useBroadcasts = () =>
  usePages<BroadcastSummary>(
    list,
    async (query, signal) =>
      (await staffBody(() => api().GET("/staff/broadcast", { params: { query }, signal })))
        .broadcastList,
    {
      size: 20,
      refetchIntervalMs: (rows) => (rows.some(({ state }) => state === "sending") ? 5_000 : false),
    },
  );

const broadcastQuery = (broadcastId: number) =>
  formQuery<Broadcast>(["staff", "broadcast", broadcastId], (signal) =>
    staffBody(() =>
      api().GET("/staff/broadcast/{broadcast_id}", { params: ofBroadcast(broadcastId), signal }),
    ),
  );

/** One broadcast: `GET /staff/broadcast/{id}`. One that is being written is not fetched again by itself. */
export const useBroadcast = (broadcastId: number): UseQueryResult<Broadcast> =>
  useQuery({
    ...broadcastQuery(broadcastId),
    refetchInterval: ({ state }) => againIn(state.data),
  });

/** A function that reads a broadcast anew, when somebody else has changed it. */
export function useReadBroadcastAgain(): (broadcastId: number) => Promise<Broadcast> {
  const client = useQueryClient();
  return (broadcastId) => client.fetchQuery({ ...broadcastQuery(broadcastId), staleTime: 0 });
}

/** Whom some content would reach now, which keeps nothing: `POST /staff/broadcast/preview`. Null: not counted yet. */
export const usePreview = (body: BroadcastContent | null): UseQueryResult<BroadcastPreview> =>
  useQuery({
    queryKey: ["staff", "broadcast-preview", body],
    queryFn: ({ signal }) =>
      staffBody(() => api().POST("/staff/broadcast/preview", { body: body!, signal })),
    enabled: body !== null,
    refetchOnMount: "always",
  });

/** What is saved, and of which revision of which broadcast; null: of a new one. */
interface BroadcastSave {
  of: { id: number; revision: number } | null;
  content: BroadcastContent;
}

/**
 * Saves a broadcast; a 409 `broadcast_changed` says who saved it meanwhile: `POST /staff/broadcast`,
 * `PUT /staff/broadcast/{id}`.
 */
export function useSaveBroadcast(): UseMutationResult<Broadcast, Error, BroadcastSave> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, content }) =>
      staffBody(() =>
        of === null
          ? api().POST("/staff/broadcast", { body: content })
          : api().PUT("/staff/broadcast/{broadcast_id}", {
              params: ofBroadcast(of.id),
              body: { ...content, revision: of.revision },
            }),
      ),
    onSuccess: async (saved) => {
      client.setQueryData(broadcastQuery(saved.id).queryKey, saved);
      await client.invalidateQueries({ queryKey: list });
    },
  });
}

/** Sends its mail to one address; it asks for a fresh verification: `POST /staff/broadcast/{id}/test`. */
export const useTestBroadcast = () =>
  useMutation({
    mutationFn: ({ broadcastId, ...body }: Schema<"TestBroadcast"> & { broadcastId: number }) =>
      staffBody(() =>
        api().POST("/staff/broadcast/{broadcast_id}/test", {
          params: ofBroadcast(broadcastId),
          body,
        }),
      ),
  });

/** The codes of a broadcast that is no more what it was. */
const QUICKER = ["broadcast_not_waiting", "broadcast_finished", "broadcast_not_sending"];

/** Whether somebody else has decided a broadcast meanwhile. */
export const wasQuicker = (code: string | null): boolean => QUICKER.includes(code ?? "");

/** What is done with a broadcast, and why. `approve` asks for a fresh verification. */
export interface BroadcastAct {
  act: "submit" | "approve" | "refuse" | "withdraw" | "stop";
  broadcastId: number;
  revision: number;
  reason: string;
}

function decide(act: BroadcastAct): Promise<Broadcast> {
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

/** Submits, approves, refuses, withdraws or stops a broadcast; the lists follow: `POST /staff/broadcast/{id}/{act}`. */
export function useDecideBroadcast(): UseMutationResult<
  Broadcast,
  Error & { code?: string | null },
  BroadcastAct
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: (broadcast) => client.setQueryData(broadcastQuery(broadcast.id).queryKey, broadcast),
    onError: ({ code }, { broadcastId }) =>
      wasQuicker(code ?? null)
        ? client.invalidateQueries({ queryKey: broadcastQuery(broadcastId).queryKey })
        : undefined,
    onSettled: () =>
      Promise.all(
        [list, staffKeys.today].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
