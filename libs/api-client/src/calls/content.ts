import { contentAddress } from "../http.ts";
import type { Content } from "../wire.ts";

/** The published content, and the tag that says which it is. */
export interface TaggedContent {
  tag: string;
  content: Content;
}

/**
 * What is published now, in English and one language: `GET /content`. Without the session's token, so that proxies
 * may answer it.
 *
 * @param tag of the content that is known already
 * @returns null where it is the same still
 * @throws for every other response, and for none at all
 */
export async function getContent(language: string, tag: string): Promise<TaggedContent | null> {
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
