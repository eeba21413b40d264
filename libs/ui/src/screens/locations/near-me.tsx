import { LocateFixed, X } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "../../primitives/button/button.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { readLocationPermission, writeLocationPermission } from "./location-permission.ts";
import styles from "./near-me.module.css";
import type { Whereabouts } from "./use-whereabouts.ts";

interface NearMeProps {
  whereabouts: Whereabouts;
  onFind: () => void;
}

/** Explains why we would like to know where the reader is, and asks only after a tap. */
export function NearMe({ whereabouts, onFind }: NearMeProps) {
  const t = useTexts(locationsTexts);
  const [isDismissed, setDismissed] = useState(false);

  // After hydration: what was remembered is unknown to the prerendered page.
  useEffect(() => {
    const answer = readLocationPermission();
    setDismissed(answer === "dismissed" || answer === "denied");
  }, []);

  function dismiss() {
    writeLocationPermission("dismissed");
    setDismissed(true);
  }

  const { state } = whereabouts;
  const explains = state === "unknown" && !isDismissed;

  return (
    <div className={styles.near}>
      <div role="status" className={styles.words}>
        {explains && (
          <>
            <strong>{t("near.title")}</strong> {t("near.text")}
          </>
        )}
        {state === "found" && t("near.found")}
        {state === "failed" && t(`errors.${whereabouts.problem}`)}
      </div>
      {state !== "found" && (
        <Button
          variant={explains ? "primary" : "outline"}
          busy={state === "finding"}
          onClick={onFind}
        >
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          {state === "finding" ? t("near.finding") : t("near.find")}
        </Button>
      )}
      {explains && (
        <button
          type="button"
          className={styles.dismiss}
          aria-label={t("near.dismiss")}
          onClick={dismiss}
        >
          <X aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  );
}
