import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { checkReceipt, claimReceipt } from "../calls/receipts.ts";
import type { Idempotent } from "../calls/rewards.ts";
import type { Bill, Receipt } from "../wire.ts";
import { keys } from "./queries.ts";
import { useMemberId } from "./session.ts";

/** What the code of a receipt claims; for a member with the points of their tier. */
export function useReceipt(code: string): UseQueryResult<Receipt> {
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.receipt(memberId, code),
    queryFn: ({ signal }) => checkReceipt(code, signal),
    // Somebody else may claim it at any time.
    staleTime: 0,
  });
}

/** Claims the bill of a receipt; everything of the member is fetched again. */
export function useClaimReceipt(): UseMutationResult<Bill, Error, { code: string } & Idempotent> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: claimReceipt,
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.ofMembers }),
  });
}
