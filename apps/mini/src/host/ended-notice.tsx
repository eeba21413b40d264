import { useSession } from "@loyalty/api-client/react";
import { Button, openOverlay, useTexts } from "@loyalty/ui";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";

import styles from "../arrival/arrival-notices.module.css";

/** A session that the server ended is told kindly. A sign-out by choice is none of this. */
export function EndedNotice() {
  const t = useTexts(arrivalTexts);
  const session = useSession();
  if (session.status !== "signed-out" || session.reason !== "expired") return null;
  return (
    <section className={styles.notice} aria-label={t("region")}>
      <p role="status">{t("ended")}</p>
      <Button variant="ghost" onClick={() => openOverlay("sign-in")}>
        {t("signIn")}
      </Button>
    </section>
  );
}
