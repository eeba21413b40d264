import type { LanguageSettings } from "../formats/spell.ts";
import { i18n, REFERENCE_LANGUAGE } from "../texts/i18n.ts";
import { fetchPack } from "./language-packs.ts";
import { isLanguage } from "./languages.ts";

/** What a reader wants to read, and what else where that cannot be had. */
export type Wish = Pick<LanguageSettings, "selectedLanguage" | "fallbackLanguage">;

let newest: Wish | null = null;
/** The work on the newest wish, for whoever wishes the same meanwhile. */
let working: Promise<string> | null = null;

/**
 * Speaks the chosen language. Where its texts can neither be fetched nor are kept offline, the fallback's are tried,
 * and then English, which came with the app. A newer wish wins, however late the texts of an older one arrive.
 *
 * @returns the language that is spoken now
 */
export function speak(wish: Wish): Promise<string> {
  if (working && newest && isSame(newest, wish)) return working;
  newest = wish;
  const work = speakOneOf(wish).finally(() => {
    if (working === work) working = null;
  });
  working = work;
  return work;
}

const isSame = (one: Wish, other: Wish) =>
  one.selectedLanguage === other.selectedLanguage &&
  one.fallbackLanguage === other.fallbackLanguage;

async function speakOneOf(wish: Wish): Promise<string> {
  for (const code of [wish.selectedLanguage, wish.fallbackLanguage, REFERENCE_LANGUAGE]) {
    const ready = isLanguage(code) && (await isReady(code));
    if (newest !== wish) break;
    if (!ready) continue;
    if (i18n.language !== code) await i18n.changeLanguage(code);
    break;
  }
  return i18n.language;
}

/** Asks again for the chosen language when the network is back and another one had to stand in. */
export function speakAgainOnline(): void {
  window.addEventListener("online", () => {
    if (newest && newest.selectedLanguage !== i18n.language) void speak(newest);
  });
}

/** Namespaces of a pack, of which one is enough to know that it is here: every page has a shell. */
const ANY = "shell";

async function isReady(code: string): Promise<boolean> {
  if (code === REFERENCE_LANGUAGE || i18n.hasResourceBundle(code, ANY)) return true;
  try {
    for (const [namespace, sentences] of Object.entries(await fetchPack(code))) {
      i18n.addResourceBundle(code, namespace, sentences);
    }
    return true;
  } catch {
    return false;
  }
}
