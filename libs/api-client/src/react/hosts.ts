import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { getHosts, linkHost, unlinkHost } from "../calls/hosts.ts";
import type { Host, Member } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The super-apps that are set up, and which of them sign the member in. */
export const useHosts = (): UseQueryResult<Host[]> => useMemberQuery(keys.hosts, getHosts);

interface Linking {
  name: string;
  linkTicket: string;
  otpCode?: string;
}

/** Links an account at a super-app, with a new code where one is required; the list follows. */
export function useLinkHost(member: Member): UseMutationResult<Host, Error, Linking> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, linkTicket, otpCode }) => linkHost(member, name, linkTicket, otpCode),
    onSuccess: async () => {
      const queryKey = keys.hosts(member.id);
      // A first fetch that is still under way may have been answered before the link, and is not repeated by itself.
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    },
  });
}

/** Unlinks one; the list follows. */
export function useUnlinkHost(): UseMutationResult<void, Error, string> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (name) => unlinkHost(signedIn(memberId), name),
    onSettled: () => client.invalidateQueries({ queryKey: keys.hosts(memberId) }),
  });
}
