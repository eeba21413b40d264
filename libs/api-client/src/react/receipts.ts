import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, responseBody, type Idempotent } from "../http.ts";
import { keys } from "./queries.ts";
import { useMemberId } from "./session.ts";

/**
 * What the code of a receipt claims, for a member with the points of their tier, and why this reader cannot claim it:
 * `POST /receipt/check`.
 */
export function useReceipt(code: string) {
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.receipt(memberId, code),
    queryFn: ({ signal }) => responseBody(api().POST("/receipt/check", { body: { code }, signal })),
    // Another user may claim it at any time.
    staleTime: 0,
  });
}

/**
 * Makes the bill of a receipt's code the signed-in member's, once for each key: `POST /receipt`. Everything of the member
 * is fetched again.
 */
export function useClaimReceipt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ code, idempotencyKey }: { code: string } & Idempotent) => {
      const params = { header: { "Idempotency-Key": idempotencyKey } };
      const call = api().POST("/receipt", { params, body: { code } });
      return (await responseBody(call)).memberEarn;
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.ofMembers }),
  });
}
