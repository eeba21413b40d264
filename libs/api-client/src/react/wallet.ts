import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { addWalletPass, getWallets } from "../calls/wallet.ts";
import type { NewWalletPass, Wallet } from "../wire.ts";
import { keys } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

/** The wallets that a pass can be added to; none where the server has no certificates. */
export const useWallets = (): UseQueryResult<Wallet[]> =>
  useQuery({ queryKey: keys.wallets, queryFn: ({ signal }) => getWallets(signal) });

/** Makes a pass and gives the address that adds it. */
export function useAddWalletPass(): UseMutationResult<string, Error, NewWalletPass> {
  const memberId = useMemberId();
  return useMutation({ mutationFn: (wanted) => addWalletPass(signedIn(memberId), wanted) });
}
