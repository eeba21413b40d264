import {
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { getPreferences, savePreferences } from "../calls/preferences.ts";
import type { Preferences } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";
import { signedIn, useMemberId } from "./use-session.ts";

/** What the signed-in member prefers, on all her devices. */
export const usePreferences = (): UseQueryResult<Preferences> =>
  useMemberQuery(keys.preferences, getPreferences);

/**
 * Saves sections of it, each whole; whoever shows them sees the answer at once.
 *
 * @param withoutNetwork `fails` at once for whoever pressed Save, `waits` for the network for what holds already
 */
export function useSavePreferences(
  withoutNetwork: "fails" | "waits" = "fails",
): UseMutationResult<Preferences, Error, Partial<Preferences>> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    networkMode: withoutNetwork === "waits" ? "online" : "always",
    mutationFn: (sections) => savePreferences(signedIn(memberId), sections),
    onSuccess: (saved) => client.setQueryData(keys.preferences(memberId), saved),
  });
}
