import { messageOf } from "@loyalty/api-client";
import {
  useChoosePreferences,
  useIsMember,
  usePreferences,
  useSendUnsentPreferences,
} from "@loyalty/api-client/react";
import { keepLanguageSettings, type LanguageSettings, showToast, startFormats } from "@loyalty/ui";
import { chooseLanguage } from "@loyalty/ui/languages/kept-language";
import type { LanguageCode } from "@loyalty/ui/languages/languages";
import { translateRefusals } from "@loyalty/ui/languages/say-refusal";
import { speak, speakAgainOnline } from "@loyalty/ui/languages/speak";
import { shellTexts } from "@loyalty/ui/texts/shell";
import { useEffect } from "react";

/** How long the first page waits for its texts; after that it starts in English and changes when they have loaded. */
const LOAD_TIMEOUT_MS = 1500;

/** Applies the stored language and formats, and follows changes from another tab or after going online. */
export async function startLanguage(): Promise<void> {
  let first: Promise<unknown> = Promise.resolve();
  startFormats((settings) => (first = speak(settings)));
  speakAgainOnline();
  translateRefusals();
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS))]);
}

/** Changes the language: here at once, and on all devices of a member as soon as there is a network. */
export function useChooseLanguage(): (code: LanguageCode) => void {
  const isMember = useIsMember();
  const choose = useChoosePreferences();

  return (code) => {
    chooseLanguage(code);
    if (isMember) choose({ language: { selectedLanguage: code } });
  };
}

/**
 * Applies the language settings a member chose on another device, as soon as the API answers. Cached preferences of the
 * last visit are not applied: they may be older than what was chosen in this browser since.
 */
export function FollowPreferences() {
  const { data, isStale } = usePreferences();
  const settings = isStale ? undefined : data?.language;
  useSendUnsentPreferences((error) =>
    showToast("error", messageOf(error, shellTexts.say("languageFailed"))),
  );
  useEffect(() => {
    if (settings) void applyLanguageSettings(settings);
  }, [settings]);
  return null;
}

/** Stores language settings from the API in this browser and applies them. */
export function applyLanguageSettings(settings: LanguageSettings): Promise<string> {
  keepLanguageSettings(settings);
  return speak(settings);
}
