import { newerContent, refreshContent, useNewerContent } from "@loyalty/api-client/react/content";
import type { Content } from "@loyalty/api-client/wire";
import { i18n, REFERENCE_LANGUAGE } from "@loyalty/ui/i18n";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import tags from "./snapshot/tags.json";

/**
 * What the pages say beside their own sentences: outlets, menu, banners, announcement, awards, openings, questions. A
 * page is built with a snapshot of it; what was published since is fetched after the page has loaded, and kept.
 */

type ContentName = Exclude<keyof Content, "publishedAt">;

interface ContentKind<Name extends ContentName> {
  name: Name;
  /** What the app was built with. */
  snapshot: Content[Name];
}

/** One kind of content, with its snapshot: a JSON file, of which TypeScript does not know the exact strings. */
export const contentKind = <Name extends ContentName>(
  name: Name,
  snapshot: unknown,
): ContentKind<Name> => ({ name, snapshot: snapshot as Content[Name] });

/** A text in the languages that it came in; English is always there. */
export type Translated = Content["announcement"]["title"];

/** A kind of content as it is known now; React components use `useContent`. */
export const contentNow = <Name extends ContentName>(kind: ContentKind<Name>): Content[Name] =>
  newerContent()?.[kind.name] ?? kind.snapshot;

/** A kind of content: first as the page was built with it, then as it is published. */
export function useContent<Name extends ContentName>(kind: ContentKind<Name>): Content[Name] {
  return useNewerContent()?.[kind.name] ?? kind.snapshot;
}

/** The namespace of a language's pack that has the translations of the snapshot, by their English. */
const TRANSLATIONS = "published-content";

export function textIn(text: Translated, language: string): string {
  if (language === REFERENCE_LANGUAGE) return text.en;
  const own = text[language as keyof Translated];
  const pack = i18n.getResourceBundle(language, TRANSLATIONS) as Record<string, string> | undefined;
  return own ?? pack?.[text.en] ?? text.en;
}

/** Returns texts in the user's language. Re-renders when it changes. */
export function useContentWords(): (text: Translated) => string {
  const { language } = useTranslation().i18n;
  return useCallback((text) => textIn(text, language), [language]);
}

/** How old what is known may be before a tab that is looked at again asks again. */
const STALE_TIME_MS = 60_000;
let askedAt = Number.NEGATIVE_INFINITY;

/** Shows what is published now, in the user's language. */
async function refresh(): Promise<void> {
  const { language } = i18n;
  const build = (tags as Record<string, string>)[language] ?? "";
  askedAt = Date.now();
  const isAnswered = await refreshContent(language, build, () => i18n.language === language);
  if (!isAnswered) askedAt = Number.NEGATIVE_INFINITY;
}

/**
 * Keeps the content current: after the page has loaded, in another language, and when a tab is looked at again.
 *
 * @returns how to stop
 */
export function watchContent(): () => void {
  const ask = () => void refresh();
  const askAgain = () => {
    if (document.visibilityState === "visible" && Date.now() - askedAt >= STALE_TIME_MS) ask();
  };
  if (document.readyState === "complete") ask();
  else window.addEventListener("load", ask, { once: true });
  document.addEventListener("visibilitychange", askAgain);
  i18n.on("languageChanged", ask);
  return () => {
    window.removeEventListener("load", ask);
    document.removeEventListener("visibilitychange", askAgain);
    i18n.off("languageChanged", ask);
  };
}
