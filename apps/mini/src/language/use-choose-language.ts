import { messageOf } from "@loyalty/api-client";
import { usePreferences, useSavePreferences, useSession } from "@loyalty/api-client/react";
import { showToast, useTexts } from "@loyalty/ui";
import { chooseLanguage } from "@loyalty/ui/languages/kept-language";
import type { LanguageCode } from "@loyalty/ui/languages/languages";
import { shellTexts } from "@loyalty/ui/texts/shell";

/** Speaks another language: at once, and for a member on all her devices. */
export function useChooseLanguage(): (code: LanguageCode) => void {
  const t = useTexts(shellTexts);
  const { status } = useSession();
  const { data } = usePreferences();
  const { mutate } = useSavePreferences("waits");

  return (code) => {
    const kept = chooseLanguage(code);
    if (status !== "signed-in") return;
    mutate(
      { language: { ...(data?.language ?? kept), selectedLanguage: code } },
      { onError: (error) => showToast("error", messageOf(error, t("languageFailed"))) },
    );
  };
}
