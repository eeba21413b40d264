import { usePreferences } from "@loyalty/api-client/react";
import { useEffect } from "react";

import { takeLanguageSettings } from "./take-language-settings.ts";

/** What a member chose on one device holds on this one, as soon as the API has said it. */
export function FollowPreferences() {
  const { data } = usePreferences();
  const settings = data?.language;
  useEffect(() => {
    if (settings) void takeLanguageSettings(settings);
  }, [settings]);
  return null;
}
