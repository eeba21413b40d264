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

/** So long a first page waits for its language; after that it begins in English and changes when the texts are here. */
const PATIENCE_MS = 1500;

/** Applies the kept formats and speaks the kept language, also when another tab or the network changes it. */
export async function startLanguage(): Promise<void> {
  let first: Promise<unknown> = Promise.resolve();
  startFormats((settings) => (first = speak(settings)));
  speakAgainOnline();
  translateRefusals();
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Speaks another language: at once, and for a member on all their devices, as soon as there is a network. */
export function useChooseLanguage(): (code: LanguageCode) => void {
  const isMember = useIsMember();
  const choose = useChoosePreferences();

  return (code) => {
    chooseLanguage(code);
    if (isMember) choose({ language: { selectedLanguage: code } });
  };
}

/**
 * What a member chose on one device holds on this one, as soon as the API has said it. What the app kept from the last
 * visit is older than what this browser speaks, and is not taken.
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

/** Language settings the API holds: kept in this browser, their formats applied, their language spoken. */
export function applyLanguageSettings(settings: LanguageSettings): Promise<string> {
  keepLanguageSettings(settings);
  return speak(settings);
}
