import { api, apiAddress, responseBody } from "../http.ts";
import type { NewWalletPass, Wallet } from "../wire.ts";

/** The wallets that a pass can be added to: `GET /wallet`. */
export const getWallets = async (signal?: AbortSignal): Promise<Wallet[]> =>
  (await responseBody(api().GET("/wallet", { signal }))).walletList;

/** The address that adds a member's pass to a wallet, good for two minutes: `POST /member/{id}/walletPass`. */
export const addWalletPass = async (id: number, wanted: NewWalletPass): Promise<string> => {
  const { url } = await responseBody(
    api().POST("/member/{member_id}/walletPass", {
      params: { path: { member_id: id } },
      body: wanted,
    }),
  );
  return url.startsWith("/api/") ? apiAddress(url.slice("/api".length)) : url;
};
