import { isBrandKey } from "@loyalty/ui/brands";
import { isLanguage } from "@loyalty/ui/languages";
import { setLanguage } from "@loyalty/ui/set-language";
import { chooseBrand } from "@loyalty/ui/theme-store";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import styles from "./preview-notice.module.css";
import { previewTexts } from "./texts/preview.ts";

/**
 * Says at the foot of each page that it shows drafts, or that its link shows them no longer. The link names the brand and
 * the language in which the draft is looked at; the language is not kept for the next visit.
 */
export default function PreviewNotice({ hasEnded }: { hasEnded: boolean }) {
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    const [brand, language] = [asked.get("brand"), asked.get("language") ?? ""];
    if (isBrandKey(brand)) chooseBrand(brand);
    if (isLanguage(language)) {
      void setLanguage({ selectedLanguage: language, fallbackLanguage: "en" });
    }
  }, []);
  const { t } = useTranslation(previewTexts);
  return (
    <p role="status" className={styles.notice}>
      {t(hasEnded ? "ended" : "draft")}
    </p>
  );
}
