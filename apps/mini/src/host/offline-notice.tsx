import { useMember, useSession } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";
import { useEffect, useState } from "react";

import styles from "../arrival/arrival-notices.module.css";
import { useOnline } from "../room/use-online.ts";
import { ageOf } from "./age.ts";

/** Said above every page without a network: that what stands below is the last that was known, and how old it is. */
export function OfflineNotice() {
  const t = useTexts(arrivalTexts);
  const session = useSession();
  const online = useOnline();
  const { dataUpdatedAt } = useMember();
  const now = useMinutes();
  if (online || session.status !== "signed-in") return null;

  const age = ageOf(dataUpdatedAt, now);
  return (
    <section className={styles.notice} aria-label={t("region")}>
      <p role="status">
        {t("offline")}{" "}
        {dataUpdatedAt > 0 &&
          (age.unit === "now" ? t("updatedNow") : t(`updated${age.unit}`, { count: age.count }))}
      </p>
    </section>
  );
}

const MINUTE_MS = 60_000;

function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
