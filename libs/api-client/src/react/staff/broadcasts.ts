import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  decideBroadcast,
  getBroadcast,
  getBroadcasts,
  previewBroadcast,
  saveBroadcast,
  testBroadcast,
  type Broadcast,
  type BroadcastAct,
  type BroadcastContent,
  type BroadcastPreview,
  type BroadcastSave,
  type BroadcastSummary,
  type BroadcastTest,
} from "../../staff/broadcasts.ts";
import { pageByPage } from "./page-by-page.ts";
import { staffKeys } from "./session.tsx";

const PAGE = 20;
const list = ["staff", "broadcasts"];
const keyOf = (broadcastId: number) => ["staff", "broadcast", broadcastId];

/** How many of its messages have not left yet. */
export const pendingOf = ({ outcome }: BroadcastSummary): number =>
  outcome === null ? 0 : outcome.waiting + outcome.leaving;

/** In how many ms a broadcast is looked at again: while it changes by itself. One that is being written does not. */
function againIn(broadcast: BroadcastSummary | undefined): number | false {
  if (broadcast?.state === "sending") return 2_000;
  if (broadcast?.state === "waiting") return 15_000;
  return broadcast && pendingOf(broadcast) > 0 ? 15_000 : false;
}

/** The broadcasts, the newest first, a page of 20 after the other; anew while one is being sent. */
export const useBroadcasts = () =>
  useInfiniteQuery({
    queryKey: list,
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getBroadcasts(page, signal),
      idOf: ({ id }) => id,
    }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((each) => each.state === "sending") ? 5_000 : false,
  });

/** One broadcast. One that is being written is not fetched again by itself: somebody types in it. */
export const useBroadcast = (broadcastId: number): UseQueryResult<Broadcast> =>
  useQuery({
    queryKey: keyOf(broadcastId),
    queryFn: ({ signal }) => getBroadcast(broadcastId, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => againIn(state.data),
  });

/** A function that reads a broadcast anew, when somebody else has changed it. */
export function useReadBroadcastAgain(): (broadcastId: number) => Promise<Broadcast> {
  const client = useQueryClient();
  return (broadcastId) =>
    client.fetchQuery({
      queryKey: keyOf(broadcastId),
      queryFn: () => getBroadcast(broadcastId),
      staleTime: 0,
    });
}

/** Whom some content would reach now; null: nothing is to be counted yet. */
export const usePreview = (content: BroadcastContent | null): UseQueryResult<BroadcastPreview> =>
  useQuery({
    queryKey: ["staff", "broadcast-preview", content],
    queryFn: ({ signal }) => previewBroadcast(content as BroadcastContent, signal),
    enabled: content !== null,
    refetchOnMount: "always",
  });

/** Saves a broadcast, a new one or a revision. */
export function useSaveBroadcast(): UseMutationResult<Broadcast, Error, BroadcastSave> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveBroadcast,
    onSuccess: async (saved) => {
      client.setQueryData(keyOf(saved.id), saved);
      await client.invalidateQueries({ queryKey: list });
    },
  });
}

/** Sends a test to one address. */
export const useTestBroadcast = (): UseMutationResult<void, Error, BroadcastTest> =>
  useMutation({ mutationFn: testBroadcast });

/** The codes of a broadcast that is no more what it was. */
const QUICKER = ["broadcast_not_waiting", "broadcast_finished", "broadcast_not_sending"];

/** Whether somebody else has decided a broadcast meanwhile. */
export const wasQuicker = (code: string | null): boolean => QUICKER.includes(code ?? "");

/** Submits, approves, refuses, withdraws or stops a broadcast; the lists follow. */
export function useDecideBroadcast(): UseMutationResult<
  Broadcast,
  Error & { code?: string | null },
  BroadcastAct
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideBroadcast,
    onSuccess: (broadcast) => client.setQueryData(keyOf(broadcast.id), broadcast),
    onError: ({ code }, { broadcastId }) =>
      wasQuicker(code ?? null)
        ? client.invalidateQueries({ queryKey: keyOf(broadcastId) })
        : undefined,
    onSettled: () =>
      Promise.all(
        [list, staffKeys.today].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
