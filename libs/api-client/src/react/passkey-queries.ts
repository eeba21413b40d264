import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { addPasskey, getPasskeys, removePasskey } from "../calls/passkeys.ts";
import type { Member, Passkey } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";
import { signedIn, useMemberId } from "./use-session.ts";

/** The signed-in member's passkeys. */
export const usePasskeys = (): UseQueryResult<Passkey[]> =>
  useMemberQuery(keys.passkeys, getPasskeys);

/** Adds one, with a fresh code where one is wanted; null when the member closed the browser's dialog. */
export function useAddPasskey(
  member: Member,
): UseMutationResult<Passkey | null, Error, { otpCode?: string }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ otpCode }) => addPasskey(member, otpCode),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.passkeys(member.id) }),
  });
}

/** Removes one; the list follows. */
export function useRemovePasskey(): UseMutationResult<void, Error, number> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (id) => removePasskey(signedIn(memberId), id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.passkeys(memberId) }),
  });
}
