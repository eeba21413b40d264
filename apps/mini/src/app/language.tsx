import { messageOf } from "@loyalty/api-client/errors";
import {
  useChoosePreferences,
  usePreferences,
  useSendUnsentPreferences,
} from "@loyalty/api-client/react/preferences";
import { useIsMember } from "@loyalty/api-client/react/session";
import { shellTexts } from "@loyalty/shell/frame/texts";
import { translateErrors } from "@loyalty/shell/translate-errors";
import { i18n } from "@loyalty/ui/i18n";
import type { LanguageCode } from "@loyalty/ui/languages";
import {
  chooseLanguage,
  setLanguageSettings,
  startLanguage as start,
} from "@loyalty/ui/set-language";
import { showToast } from "@loyalty/ui/toast";
import { useEffect } from "react";

/** How long the first page waits for its texts; after that it starts in English and changes when they have loaded. */
const LOAD_TIMEOUT_MS = 1500;

/** Applies the stored language and formats, and follows changes from another tab or after going online. */
export async function startLanguage(): Promise<void> {
  translateErrors();
  await Promise.race([
    start({ formats: true }),
    new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS)),
  ]);
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
    showToast("error", messageOf(error, i18n.t("languageFailed", { ns: shellTexts }))),
  );
  useEffect(() => {
    if (settings) void setLanguageSettings(settings);
  }, [settings]);
  return null;
}
