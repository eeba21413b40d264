import { useTranslation } from "react-i18next";

import styles from "./preview-notice.module.css";
import { previewTexts } from "./texts/preview.ts";

/** Says at the foot of each page that it shows drafts, or that its link shows them no longer. */
export default function PreviewNotice({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useTranslation(previewTexts);
  return (
    <p role="status" className={styles.notice}>
      {t(hasEnded ? "ended" : "draft")}
    </p>
  );
}
