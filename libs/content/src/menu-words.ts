import { currentFormats } from "@loyalty/ui/formats";
import { REFERENCE_LANGUAGE } from "@loyalty/ui/i18n";
import { useCallback } from "react";

import { type Translated, useContentWords } from "./content.ts";
import { useNewerContent } from "./published.tsx";

export interface MenuWords {
  words: string;
  /** The language of the words where it is not the page's. */
  lang?: string;
  /** What was translated, where the user wants to see it too. */
  original: string | null;
}

/** Translated unless the user turned that off, and with the original where they want it (spec 001 §3). */
function localized(english: string, translated: string): MenuWords {
  const { autoTranslateMenu = true, showOriginalText = false } = currentFormats().settings ?? {};
  if (translated === english) return { words: english, original: null };
  if (!autoTranslateMenu) return { words: english, lang: REFERENCE_LANGUAGE, original: null };
  return { words: translated, original: showOriginalText ? english : null };
}

/** The words of a dish. Re-renders when the language or the settings change. */
export function useDishWords(): (text: Translated) => MenuWords {
  const words = useContentWords();
  return (text) => localized(text.en, words(text));
}

/**
 * The words of a reward, which its calls have in English. Where the programme has them in the user's language they are
 * in that one.
 */
export function useProgrammeWords(): (english: string) => MenuWords {
  const words = useContentWords();
  const newer = useNewerContent();
  return useCallback(
    (english) => {
      const text = newer?.rewardTexts.find(({ en }) => en === english) ?? { en: english };
      return localized(english, words(text));
    },
    [words, newer],
  );
}
