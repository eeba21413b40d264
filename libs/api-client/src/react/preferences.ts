import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

import { isRefusal } from "../errors.ts";
import { api, responseBody } from "../http.ts";
import { tokenStore, type UnsentPreferences } from "../session/token-store.ts";
import { createExternalStore } from "../store.ts";
import type { Preferences } from "../wire.ts";
import { keys, paramsOf, useMemberMutation, useMemberQuery, type MemberParams } from "./queries.ts";
import { signedIn, useMemberId } from "./session.ts";

type Changes = UnsentPreferences["changes"];

/** What a member prefers, with the default of what they never chose: `GET /member/{id}/preferences`. */
const getPreferences = (params: MemberParams, signal?: AbortSignal) =>
  responseBody(api().GET("/member/{member_id}/preferences", { params, signal }));

/**
 * Saves sections of it, each whole, and returns everything that holds then: `PUT /member/{id}/preferences`. A section that is
 * left out stays as it is.
 */
const savePreferences = (params: MemberParams, body: Partial<Preferences>) =>
  responseBody(api().PUT("/member/{member_id}/preferences", { params, body }));

/** What the signed-in member prefers, on all their devices; what was chosen here and is not sent yet goes before. */
export function usePreferences() {
  const unsent = useUnsentChanges();
  const select = useCallback((saved: Preferences) => withChanges(saved, unsent), [unsent]);
  return useMemberQuery(keys.preferences, getPreferences, { select });
}

/** Saves sections of it, each whole; without a network it fails at once. The result is shown everywhere at once. */
export function useSavePreferences() {
  const takeSaved = useApplySaved();
  const memberId = useMemberId();
  return useMemberMutation(savePreferences, {
    onSuccess: async (saved, sections) => {
      await takeSaved(saved);
      // What was saved just now is newer than what waits.
      unsent.dropSections(signedIn(memberId), Object.keys(sections) as (keyof Preferences)[]);
    },
  });
}

/**
 * Chooses something that holds at once. It is kept in this browser until the API has it, so that neither a reload nor a
 * lost network loses it; `useSendUnsentPreferences` sends it.
 */
export function useChoosePreferences(): (changes: Changes) => void {
  const memberId = useMemberId();
  return (changes) => {
    const id = signedIn(memberId);
    unsent.keep({ memberId: id, changes: mergedChanges(unsent.of(id) ?? {}, changes) });
  };
}

/**
 * Sends what was chosen here and has not reached the API: as soon as it is chosen, at the start of a visit, and when the
 * network is back. Rendered once an app.
 *
 * @param onRefused called when the API does not accept it: then it holds no longer
 */
export function useSendUnsentPreferences(onRefused: (error: Error) => void): void {
  const memberId = useMemberId();
  const changes = useUnsentChanges();
  const takeSaved = useApplySaved();
  const { mutate } = useMutation({
    // One after the other; whichever comes second sends what was chosen meanwhile, or nothing.
    scope: { id: "unsent-preferences" },
    networkMode: "online",
    retry: (failures, error) => failures < RETRIES && !isFinal(error),
    mutationFn: async (id: number) => {
      const sent = unsent.of(id);
      if (sent === null) return;
      // A section is saved whole. What the other fields are by now, the API knows.
      const sections = withChanges(await getPreferences(paramsOf(id)), sent);
      const names = Object.keys(sent) as (keyof Preferences)[];
      const body = Object.fromEntries(names.map((name) => [name, sections[name]]));
      await takeSaved(await savePreferences(paramsOf(id), body));
      unsent.drop(id, sent);
    },
    onError: (error, id) => {
      if (!isFinal(error)) return;
      unsent.drop(id);
      onRefused(error);
    },
  });

  useEffect(() => {
    if (memberId === null || changes === null) return undefined;
    const send = () => mutate(memberId);
    send();
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, [memberId, changes, mutate]);
}

const RETRIES = 3;

// After a 401 or 429 it is sent again later.
const isFinal = (error: Error) => isRefusal(error) && error.status !== 401;

/** Takes over the saved preferences; a response that is under way has what held before. */
export function useApplySaved(): (saved: Preferences) => Promise<void> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return async (saved) => {
    const queryKey = keys.preferences(memberId);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, saved);
  };
}

const changed = createExternalStore({});

/** What waits to be sent; of one member at most. */
const unsent = {
  of(memberId: number): Changes | null {
    const kept = tokenStore.unsentPreferences.read();
    return kept?.memberId === memberId ? kept.changes : null;
  },
  keep(next: UnsentPreferences) {
    tokenStore.unsentPreferences.write(next);
    changed.set({});
  },
  /** @param only unless something else was chosen since */
  drop(memberId: number, only?: Changes) {
    const kept = this.of(memberId);
    if (kept === null || (only && JSON.stringify(only) !== JSON.stringify(kept))) return;
    tokenStore.unsentPreferences.clear();
    changed.set({});
  },
  dropSections(memberId: number, names: readonly (keyof Preferences)[]) {
    const left = { ...this.of(memberId) };
    for (const name of names) delete left[name];
    if (Object.keys(left).length === 0) this.drop(memberId);
    else this.keep({ memberId, changes: left });
  },
};

/** The signed-in member's, or null. */
function useUnsentChanges(): Changes | null {
  const memberId = useMemberId();
  // As text, which stays the same while the changes do.
  const text = useSyncExternalStore(
    changed.subscribe,
    () => JSON.stringify(memberId === null ? null : unsent.of(memberId)),
    () => "null",
  );
  return useMemo(() => JSON.parse(text) as Changes | null, [text]);
}

const mergedChanges = (before: Changes, changes: Changes): Changes => ({
  ...before,
  ...Object.fromEntries(
    (Object.keys(changes) as (keyof Preferences)[]).map((name) => [
      name,
      { ...before[name], ...changes[name] },
    ]),
  ),
});

const withChanges = (saved: Preferences, changes: Changes | null): Preferences =>
  changes === null ? saved : (mergedChanges(saved, changes) as Preferences);
