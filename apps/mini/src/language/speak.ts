import { i18n, type LanguageSettings } from "@loyalty/ui";
import { addLanguage, hasLanguage, isLanguage } from "@loyalty/ui/texts/languages";

import { fetchPack } from "./language-packs.ts";

/**
 * Speaks the chosen language. Where its texts can neither be fetched nor are kept offline, the fallback's are tried,
 * and then English, which came with the app.
 *
 * @returns the language that is spoken now
 */
export async function speak(
  wish: Pick<LanguageSettings, "selectedLanguage" | "fallbackLanguage">,
): Promise<string> {
  for (const code of [wish.selectedLanguage, wish.fallbackLanguage, "en"]) {
    if (!isLanguage(code) || !(await isReady(code))) continue;
    if (i18n.language !== code) await i18n.changeLanguage(code);
    return code;
  }
  return i18n.language;
}

async function isReady(code: string): Promise<boolean> {
  if (hasLanguage(code)) return true;
  try {
    addLanguage(code, await fetchPack(code));
    return true;
  } catch {
    return false;
  }
}
