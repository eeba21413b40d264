import { messageOf } from "@loyalty/api-client";
import { usePreferences, useSendUnsentPreferences } from "@loyalty/api-client/react";
import { showToast } from "@loyalty/ui";
import { shellTexts } from "@loyalty/ui/texts/shell";
import { useEffect } from "react";

import { takeLanguageSettings } from "./take-language-settings.ts";

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
    if (settings) void takeLanguageSettings(settings);
  }, [settings]);
  return null;
}
