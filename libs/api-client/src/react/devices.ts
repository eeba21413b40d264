import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, responseBody } from "../http.ts";
import { newPasskey } from "../passkeys.ts";
import { requestIdHeaders } from "../session/code-requests.ts";
import type { Member } from "../wire.ts";
import { keys, paramsOf, useMemberMutation, useMemberQuery, useRefresh } from "./queries.ts";

/**
 * Where the signed-in member is signed in, this device first: `GET /member/session`. Fetched at every visit: there may be
 * another device since.
 */
export const useDevices = () =>
  useMemberQuery(
    keys.devices,
    async (_, signal) => (await responseBody(api().GET("/member/session", { signal }))).deviceList,
    { refetchOnMount: "always" },
  );

/**
 * Signs one device out, in both apps, at once: `POST /member/session/{id}/end`; with "others" everything but this device:
 * `POST /member/session/end-others`. The list follows.
 */
export const useEndDevices = () =>
  useMutation({
    mutationFn: (which: number | "others") => {
      if (which === "others") return responseBody(api().POST("/member/session/end-others"));
      const params = { path: { device_id: which } };
      return responseBody(api().POST("/member/session/{device_id}/end", { params }));
    },
    onSettled: useRefresh(keys.devices),
  });

/** The signed-in member's passkeys, the newest first: `GET /member/{id}/passkey`. */
export const usePasskeys = () =>
  useMemberQuery(keys.passkeys, async (params, signal) => {
    const call = api().GET("/member/{member_id}/passkey", { params, signal });
    return (await responseBody(call)).passkeyList;
  });

/**
 * Adds a passkey, which the browser makes: `POST /member/{id}/passkey`. A 409 `proof_needed` wants the code of
 * `useRequestSignInCode` for the member's number. Null when the member closed the browser's dialog.
 */
export function useAddPasskey(member: Member) {
  const client = useQueryClient();
  const params = paramsOf(member.id);
  return useMutation({
    mutationFn: async (body: { otpCode?: string }) => {
      const headers = requestIdHeaders("sign-in", member);
      const options = await responseBody(
        api().POST("/member/{member_id}/passkey/options", { params, headers, body }),
      );
      const credential = await newPasskey(options);
      if (credential === null) return null;
      return responseBody(
        api().POST("/member/{member_id}/passkey", { params, body: { credential } }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.passkeys(member.id) }),
  });
}

/** Removes a passkey: `DELETE /member/{id}/passkey/{passkeyId}`. The list follows. */
export const useRemovePasskey = () =>
  useMemberMutation(
    ({ path }, passkeyId: number) =>
      responseBody(
        api().DELETE("/member/{member_id}/passkey/{passkey_id}", {
          params: { path: { ...path, passkey_id: passkeyId } },
        }),
      ),
    { onSettled: useRefresh(keys.passkeys) },
  );
