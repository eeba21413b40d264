import { ApiError } from "@loyalty/api-client/errors";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { sendDecision } from "../../queries/decisions.ts";
import { formQuery, usePages, useSend } from "../../queries/queries.ts";
import { call, type Schema, send } from "../../queries/requests.ts";
import { todayOptions } from "../../queries/today.ts";

/** A broadcast as the list has it, with what has become of its messages. */
export type BroadcastSummary = Schema<"BroadcastSummary">;
/** A broadcast with its segment and its words. */
export type Broadcast = Schema<"Broadcast">;
/** What is sent to whom, as it is saved and previewed. */
export type BroadcastContent = Schema<"BroadcastContent">;
/** Whom a broadcast would reach now, with three examples. */
export type BroadcastPreview = Schema<"BroadcastPreview">;

const list = ["staff", "broadcasts"];

/** How many of its messages have not left yet. */
export const pendingOf = ({ outcome }: BroadcastSummary): number =>
  outcome === null ? 0 : outcome.waiting + outcome.leaving;

/** Whether it was approved and waits for the time that was chosen. */
export const isScheduled = ({ state, sendAt, outcome }: BroadcastSummary): boolean =>
  state === "sending" && sendAt !== null && outcome === null;

/** In how many ms a broadcast is looked at again: while it changes by itself. One that is being written does not. */
function againIn(broadcast: BroadcastSummary | undefined): number | false {
  if (broadcast?.state === "waiting" || (broadcast && isScheduled(broadcast))) return 15_000;
  if (broadcast?.state === "sending") return 2_000;
  return broadcast && pendingOf(broadcast) > 0 ? 15_000 : false;
}

/** The broadcasts, the newest first; anew while one is being sent. */
export const useBroadcasts = () =>
  usePages(
    list,
    async (query, signal) =>
      (await call("GET /staff/broadcast", { params: { query }, signal })).broadcastList,
    {
      size: 20,
      refetchIntervalMs: (rows) => (rows.some(({ state }) => state === "sending") ? 5_000 : false),
    },
  );

const broadcastOptions = (broadcastId: number) =>
  formQuery(["staff", "broadcast", broadcastId], (signal) => {
    const params = { path: { broadcast_id: broadcastId } };
    return call("GET /staff/broadcast/{broadcast_id}", { params, signal });
  });

/** One broadcast. One that is being written is not fetched again by itself. */
export const useBroadcast = (broadcastId: number) =>
  useQuery({
    ...broadcastOptions(broadcastId),
    refetchInterval: ({ state }) => againIn(state.data),
  });

/** A function that reads a broadcast anew, when somebody else has changed it. */
export function useReadBroadcastAgain() {
  const client = useQueryClient();
  return (broadcastId: number) =>
    client.fetchQuery({ ...broadcastOptions(broadcastId), staleTime: 0 });
}

const previewOptions = (body: BroadcastContent | null) =>
  queryOptions({
    queryKey: ["staff", "broadcast-preview", body],
    queryFn: ({ signal }) => call("POST /staff/broadcast/preview", { body: body!, signal }),
    enabled: body !== null,
    refetchOnMount: "always",
  });

/** Whom some content would reach now, which keeps nothing. Null: not counted yet. */
export const usePreview = (body: BroadcastContent | null) => useQuery(previewOptions(body));

/** What is saved, and of which revision of which broadcast; null: of a new one. */
interface BroadcastSave {
  of: { id: number; revision: number } | null;
  content: BroadcastContent;
}

/** Saves a broadcast; a 409 `broadcast_changed` says who saved it meanwhile. */
export function useSaveBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ of, content }: BroadcastSave) => {
      if (of === null) return send("POST /staff/broadcast", {}, content);
      const body = { ...content, revision: of.revision };
      return send("PUT /staff/broadcast/{broadcast_id}", { broadcast_id: of.id }, body);
    },
    onSuccess: async (saved) => {
      client.setQueryData(broadcastOptions(saved.id).queryKey, saved);
      await client.invalidateQueries({ queryKey: list });
    },
  });
}

/** Sends its mail to one address; it asks for a fresh verification. */
export const useTestBroadcast = (broadcastId: number) =>
  useSend("POST /staff/broadcast/{broadcast_id}/test", { broadcast_id: broadcastId });

/** The codes of a broadcast that is no more what it was. */
const QUICKER = ["decided", "broadcast_finished", "broadcast_not_scheduled"];

/** Whether somebody else has decided a broadcast meanwhile. */
export const wasQuicker = (error: unknown): error is ApiError =>
  error instanceof ApiError && QUICKER.includes(error.code ?? "");

/** What is done with a broadcast, and why. `approve` and `refuse` ask for a fresh verification. */
export interface BroadcastAct {
  act: "submit" | "approve" | "refuse" | "withdraw" | "reopen" | "stop";
  broadcast: Broadcast;
  reason: string;
}

const STATE_AFTER = {
  submit: "waiting",
  reopen: "open",
  withdraw: "stopped",
  stop: "stopped",
} as const;

async function decide({ act, broadcast, reason }: BroadcastAct) {
  const path = { broadcast_id: broadcast.id };
  if (act === "approve" || act === "refuse") {
    await sendDecision(broadcast.approvalId!, act, reason);
    return call("GET /staff/broadcast/{broadcast_id}", { params: { path } });
  }
  const state = STATE_AFTER[act];
  const body = { state, reason, ...(act === "submit" && { revision: broadcast.revision }) };
  return send("PUT /staff/broadcast/{broadcast_id}/state", path, body);
}

/** Submits, approves, refuses, withdraws, reopens or stops a broadcast; the lists follow. */
export function useDecideBroadcast() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: (broadcast) =>
      client.setQueryData(broadcastOptions(broadcast.id).queryKey, broadcast),
    onError: (error, { broadcast }) =>
      wasQuicker(error)
        ? client.invalidateQueries({ queryKey: broadcastOptions(broadcast.id).queryKey })
        : undefined,
    onSettled: () =>
      Promise.all(
        [list, todayOptions.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
