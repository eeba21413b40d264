import { useChoosePreferences, useIsMember } from "@loyalty/api-client/react";
import { chooseLanguage } from "@loyalty/ui/languages/kept-language";
import type { LanguageCode } from "@loyalty/ui/languages/languages";

/** Speaks another language: at once, and for a member on all their devices, as soon as there is a network. */
export function useChooseLanguage(): (code: LanguageCode) => void {
  const isMember = useIsMember();
  const choose = useChoosePreferences();

  return (code) => {
    chooseLanguage(code);
    if (isMember) choose({ language: { selectedLanguage: code } });
  };
}
