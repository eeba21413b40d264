import { Button, openOverlay, useTexts } from "@loyalty/ui";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";

import { siteOrigin } from "../config.ts";
import styles from "./arrival-notices.module.css";

/** The link that brought this visitor here signs nobody in any more: it was used, or it is too old. */
export function RefusedNotice() {
  const t = useTexts(arrivalTexts);
  return (
    <section className={styles.notice} aria-label={t("region")}>
      <p role="alert">{t("refused")}</p>
      <Button variant="ghost" onClick={() => openOverlay("sign-in")}>
        {t("signIn")}
      </Button>
      <a href={siteOrigin()}>{t("website")}</a>
    </section>
  );
}
