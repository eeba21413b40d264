import {
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { wasAccident } from "../errors.ts";
import { useMemberId } from "./use-session.ts";

/** One thing of the signed-in member's: all of it once its own call has answered, until then what a list told of it. */
export interface One<Whole, Part> extends Pick<
  UseQueryResult,
  "error" | "isFetching" | "isPaused"
> {
  data: Whole | Part | undefined;
  refetch: () => void;
}

interface OneOptions<Whole, Part> {
  key: (memberId: number | null, id: number) => readonly unknown[];
  load: (id: number, signal: AbortSignal) => Promise<Whole>;
  /** What the lists that are known tell of it. */
  listed: (client: QueryClient, memberId: number, id: number) => Part | undefined;
  /** Again and again while somebody waits for it to change. */
  askAgainEveryMs?: number;
}

/** One thing of the signed-in member's, by its id; null waits. */
export function useOne<Whole, Part>(
  id: number | null,
  { key, load, listed, askAgainEveryMs }: OneOptions<Whole, Part>,
): One<Whole, Part> {
  const client = useQueryClient();
  const memberId = useMemberId();
  const known = id !== null && memberId !== null;
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    queryKey: key(memberId, id ?? 0),
    refetchInterval: askAgainEveryMs ?? false,
    queryFn: known ? ({ signal }) => load(id, signal) : skipToken,
  });
  // Not `placeholderData`: that goes when the call fails, and without a network it fails. What was refused is not shown.
  const part =
    data === undefined && known && (error === null || wasAccident(error))
      ? listed(client, memberId, id)
      : undefined;
  return { data: data ?? part, error, isFetching, isPaused, refetch: () => void refetch() };
}
