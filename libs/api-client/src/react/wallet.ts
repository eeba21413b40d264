import { useQuery } from "@tanstack/react-query";

import { api, apiAddress, responseBody } from "../http.ts";
import type { NewWalletPass } from "../wire.ts";
import { keys, useMemberMutation } from "./queries.ts";

/** The wallets that a pass can be added to; none where the server has no certificates: `GET /wallet`. */
export const useWallets = () =>
  useQuery({
    queryKey: keys.wallets,
    queryFn: async ({ signal }) =>
      (await responseBody(api().GET("/wallet", { signal }))).walletList,
  });

/** Makes a pass and gives the address that adds it, good for two minutes: `POST /member/{id}/walletPass`. */
export const useAddWalletPass = () =>
  useMemberMutation(async (params, body: NewWalletPass) => {
    const call = api().POST("/member/{member_id}/walletPass", { params, body });
    const { url } = await responseBody(call);
    return url.startsWith("/api/") ? apiAddress(url.slice("/api".length)) : url;
  });
