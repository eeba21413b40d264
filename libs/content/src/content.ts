import type { Content } from "@loyalty/api-client/wire";
import { i18n, REFERENCE_LANGUAGE } from "@loyalty/ui/i18n";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { useNewerContent } from "./published.tsx";

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
