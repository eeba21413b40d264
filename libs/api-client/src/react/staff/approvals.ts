import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";

import { decide, getApprovals, type Decision } from "../../staff/approvals.ts";
import { pageByPage } from "./page-by-page.ts";
import { staffKeys } from "./session.tsx";

const PAGE = 50;
const list = ["staff", "approvals"];

/** What waits for a second person, a page of 50 after the other; others decide too: it is fetched at every visit. */
export const useApprovals = () =>
  useInfiniteQuery({
    queryKey: list,
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getApprovals(page, signal),
      idOf: ({ kind, id }) => `${kind} ${id}`,
    }),
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
