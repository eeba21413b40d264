import { skipToken, useQuery, type UseQueryResult } from "@tanstack/react-query";

import { useMemberId } from "./use-session.ts";

interface MemberQueryOptions<T, Part> {
  /** The part of the answer that is wanted; all of it is kept once. */
  select?: (data: T) => Part;
  /** While somebody waits for it to change; a page in the background does not ask. */
  askAgainEveryMs?: number;
}

/**
 * A query about the signed-in member. It waits until somebody is signed in (spec 000 §6).
 *
 * @param key names it, by member
 * @param load asks the API
 */
export function useMemberQuery<T, Part = T>(
  key: (id: number | null) => readonly unknown[],
  load: (id: number, signal: AbortSignal) => Promise<T>,
  { select, askAgainEveryMs }: MemberQueryOptions<T, Part> = {},
): UseQueryResult<Part> {
  const id = useMemberId();
  return useQuery({
    queryKey: key(id),
    queryFn: id === null ? skipToken : ({ signal }) => load(id, signal),
    refetchInterval: askAgainEveryMs ?? false,
    ...(select && { select }),
  });
}
