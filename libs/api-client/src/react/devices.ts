import {
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  addPasskey,
  endDevice,
  endOtherDevices,
  getDevices,
  getPasskeys,
  removePasskey,
} from "../calls/devices.ts";
import type { Device, Member, Passkey } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** Where the signed-in member is signed in. Fetched at every visit: there may be another device since. */
export function useDevices(): UseQueryResult<Device[]> {
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.devices(memberId),
    queryFn: memberId === null ? skipToken : ({ signal }) => getDevices(signal),
    refetchOnMount: "always",
  });
}

/** Signs one device out, or with "others" everything but this device; the list follows. */
export function useEndDevices(): UseMutationResult<void, Error, number | "others"> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (which) => (which === "others" ? endOtherDevices() : endDevice(which)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.devices(memberId) }),
  });
}

/** The signed-in member's passkeys. */
export const usePasskeys = (): UseQueryResult<Passkey[]> =>
  useMemberQuery(keys.passkeys, getPasskeys);

/** Adds one, with a new code where one is required; null when the member closed the browser's dialog. */
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
