import { useSyncExternalStore } from "react";

import { contentAddress } from "../http.ts";
import { createExternalStore, localStore, storedJson } from "../store.ts";
import type { Content } from "../wire.ts";

/**
 * The published content where it is newer than what the app was built with. Without the query cache, which public pages
 * do not load.
 */
const published = createExternalStore<Content | null>(null);

/** What was published since the build, as it is known now; null where that is nothing. */
export const newerContent = published.getSnapshot;

/** The same for a component; a prerendered page is hydrated as it was built. */
export const useNewerContent = (): Content | null =>
  useSyncExternalStore(published.subscribe, published.getSnapshot, () => null);

interface Kept {
  tag: string;
  content: Content;
  language: string;
  /** The tag of what the app was built with then: another build may read documents of another form. */
  build: string;
}

const stored = storedJson<Kept>(localStore, "content");

function kept(language: string, build: string): Kept | null {
  const found = stored.read();
  return found?.language === language && found.build === build ? found : null;
}

/**
 * What is published now, in English and one language: `GET /content`. Without the session's token, so that proxies
 * may answer it.
 *
 * @param tag of the content that is known already
 * @returns null where it is the same still
 * @throws for every other response, and for none at all
 */
async function getContent(language: string, tag: string) {
  const response = await fetch(contentAddress(language), {
    headers: { "If-None-Match": `"${tag}"` },
    credentials: "omit",
  });
  if (response.status === 304) return null;
  if (!response.ok) throw new Error(`GET /content was answered ${response.status}`);
  const content = (await response.json()) as Content;
  // A proxy that compresses makes it a weak tag.
  const sent = /"([^"]*)"/.exec(response.headers.get("ETag") ?? "")?.[1] ?? "";
  return sent === tag ? null : { tag: sent, content };
}

/**
 * Asks for what is published now. Where the API is away, pages stay as they are, or show what an earlier visit kept.
 *
 * @param build the tag under which the API sends what the app was built with
 * @param isWanted whether the answer still is: not where the language has changed meanwhile
 * @returns whether the API answered
 */
export async function refreshContent(
  language: string,
  build: string,
  isWanted: () => boolean,
): Promise<boolean> {
  const own = kept(language, build);
  try {
    const answer = await getContent(language, own?.tag ?? build);
    if (!isWanted()) return true;
    if (answer?.tag === build) {
      stored.clear();
      published.set(null);
    } else if (answer) {
      stored.write({ ...answer, language, build });
      published.set(answer.content);
    } else if (own) published.set(own.content);
    return true;
  } catch {
    if (own && isWanted()) published.set(own.content);
    return false;
  }
}

export function forgetContent(): void {
  published.set(null);
}
