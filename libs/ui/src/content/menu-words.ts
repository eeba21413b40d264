import { useCallback } from "react";

import { currentFormats } from "../i18n/formats.ts";
import { i18n, REFERENCE_LANGUAGE, type Sentences, useTexts } from "../i18n/i18n.ts";
import { programmeTexts } from "../texts/programme.ts";
import { type Translated, useContentWords } from "./content.ts";

/** Words of the menu or of a reward, as the reader wants them. */
export interface MenuWords {
  words: string;
  /** The language of the words where it is not the page's. */
  lang?: string;
  /** What was translated, where the reader wants to see it too. */
  original: string | null;
}

/** Translated unless the reader turned that off, and with the original where they want it (spec 001 §3). */
function chosen(english: string, translated: string): MenuWords {
  const { autoTranslateMenu = true, showOriginalText = false } = currentFormats().settings ?? {};
  if (translated === english) return { words: english, original: null };
  if (!autoTranslateMenu) return { words: english, lang: REFERENCE_LANGUAGE, original: null };
  return { words: translated, original: showOriginalText ? english : null };
}

/** The words of a dish. Draws again when the language or the settings change. */
export function useDishWords(): (text: Translated) => MenuWords {
  const words = useContentWords();
  return (text) => chosen(text.en, words(text));
}

/**
 * The words of a reward, which the API sends in English. What the catalogue knows is translated; what an operator has
 * written since stays as it is.
 */
export function useProgrammeWords(): (english: string) => MenuWords {
  const t = useTexts(programmeTexts);
  return useCallback(
    (english) => {
      const name = namesByText().get(bare(english));
      return chosen(english, name ? t(name as Parameters<typeof t>[0]) : english);
    },
    [t],
  );
}

/** Spaces and line ends between marks mean nothing. */
const bare = (text: string) => text.replace(/>\s+</g, "><").replace(/\s+/g, " ").trim();

let names: Map<string, string> | null = null;

function namesByText(): Map<string, string> {
  const english = i18n.getResourceBundle(REFERENCE_LANGUAGE, programmeTexts.namespace) as Sentences;
  names ??= new Map(entriesOf(english).map(([name, text]) => [bare(text), name]));
  return names;
}

function entriesOf(sentences: Sentences, prefix = ""): [name: string, text: string][] {
  return Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : entriesOf(value, `${prefix}${name}.`),
  );
}
