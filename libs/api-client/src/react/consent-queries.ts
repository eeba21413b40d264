import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { getConsent, giveConsent } from "../calls/consent.ts";
import type { Agreement, ConsentStanding } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";
import { signedIn, useMemberId } from "./use-session.ts";

/** Whether the signed-in member agreed to the notice that holds now. */
export const useConsent = (): UseQueryResult<ConsentStanding> =>
  useMemberQuery(keys.consent, getConsent);

/** Agrees to it. Refused where a still newer one holds by now: then that one is asked for. */
export function useAgree(): UseMutationResult<ConsentStanding, Error, Agreement> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    networkMode: "always",
    mutationFn: (agreement) => giveConsent(signedIn(memberId), agreement),
    onSuccess: (standing) => client.setQueryData(keys.consent(memberId), standing),
    onError: () => client.invalidateQueries({ queryKey: keys.consent(memberId) }),
  });
}
