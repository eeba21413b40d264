import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";

import { decide, getApprovals, type Approval, type Decision } from "../../staff/approvals.ts";
import { staffKeys } from "./session.tsx";

const PAGE = 50;
const list = ["staff", "approvals"];

/** What waits for a second person, a page of 50 after the other; others decide too: it is fetched at every visit. */
export const useApprovals = () =>
  useInfiniteQuery({
    queryKey: list,
    queryFn: ({ pageParam, signal }) => getApprovals({ limit: PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Approval[], all: Approval[][]) =>
      last.length === PAGE ? all.length * PAGE : undefined,
    select: ({ pages }) => pages.flat(),
    refetchOnMount: "always",
  });

/** Decides a proposal. The list follows, also after a refusal: somebody else may have been quicker. */
export function useDecide(): UseMutationResult<void, Error, Decision> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: list }),
        client.invalidateQueries({ queryKey: staffKeys.today }),
      ]),
  });
}
