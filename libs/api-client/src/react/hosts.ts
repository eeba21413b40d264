import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, responseBody } from "../http.ts";
import { requestIdHeaders } from "../session/code-requests.ts";
import type { Member } from "../wire.ts";
import { keys, useMemberMutation, useMemberQuery, useRefresh } from "./queries.ts";

/** The super-apps that are set up, and which of them sign the member in: `GET /member/{id}/host`. */
export const useHosts = () =>
  useMemberQuery(keys.hosts, async (params, signal) => {
    const call = api().GET("/member/{member_id}/host", { params, signal });
    return (await responseBody(call)).hostList;
  });

interface Linking {
  name: string;
  linkTicket: string;
  otpCode?: string;
}

/**
 * Links an account at a super-app to the member who agrees to it: `POST /member/{id}/host/{name}`. A 409 `proof_needed`
 * wants the code of `useRequestSignInCode` for the member's number. The list follows.
 */
export function useLinkHost(member: Member) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...proof }: Linking) =>
      responseBody(
        api().POST("/member/{member_id}/host/{name}", {
          params: { path: { member_id: member.id, name } },
          headers: requestIdHeaders("sign-in", member),
          body: { agreed: true, ...proof },
        }),
      ),
    onSuccess: async () => {
      const queryKey = keys.hosts(member.id);
      // A first fetch that is still under way may have been answered before the link, and is not repeated by itself.
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    },
  });
}

/** Unlinks an account at a super-app: `DELETE /member/{id}/host/{name}`. The list follows. */
export const useUnlinkHost = () =>
  useMemberMutation(
    ({ path }, name: string) =>
      responseBody(
        api().DELETE("/member/{member_id}/host/{name}", { params: { path: { ...path, name } } }),
      ),
    { onSettled: useRefresh(keys.hosts) },
  );
