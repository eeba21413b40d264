import { lastDigits, maskedName, session as store } from "@loyalty/api-client";
import { useSession } from "@loyalty/api-client/react";
import { Button, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import styles from "./arrival-notices.module.css";

/**
 * Names the member that a link from nowhere signed in, so that nobody collects points for a
 * stranger (handoff B8). It stays above every page, the member code included.
 *
 * @param until when it has done its work, in ms since 1970
 */
export function SignedInAs({ until }: { until: number }) {
  const t = useTexts(arrivalTexts);
  const session = useSession();
  const navigate = useNavigate();
  const [shown, setShown] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setShown(false), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);

  if (!shown || session.status !== "signed-in") return null;
  const { name, mobileNumber } = session.user;

  return (
    <section className={styles.notice} aria-label={t("region")}>
      <p role="status">
        {t("signedInAs", { name: maskedName(name), digits: lastDigits(mobileNumber) })}
      </p>
      <Button
        variant="ghost"
        onClick={() => {
          void store.end();
          void navigate(paths.home, { replace: true });
        }}
      >
        {t("notYou")}
      </Button>
      <Button variant="ghost" onClick={() => setShown(false)}>
        {t("dismiss")}
      </Button>
    </section>
  );
}
