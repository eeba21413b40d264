import { LocateFixed, X } from "lucide-react";

import type { useGeolocation } from "../../geolocation/use-geolocation.ts";
import { Button } from "../../primitives/button.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./near-me.module.css";

/** Explains why we would like to know where the reader is, and asks only after a tap. */
export function NearMe({
  location,
  remembered,
  remember,
  find,
}: ReturnType<typeof useGeolocation>) {
  const t = useTexts(locationsTexts);
  const { state } = location;
  const explains = state === "unknown" && remembered !== "dismissed" && remembered !== "denied";

  return (
    <div className={styles.near}>
      <div role="status" className={styles.words}>
        {explains && (
          <>
            <strong>{t("near.title")}</strong> {t("near.text")}
          </>
        )}
        {state === "found" && t("near.found")}
        {state === "failed" && t(`errors.${location.problem}`)}
      </div>
      {state !== "found" && (
        <Button
          variant={explains ? "primary" : "outline"}
          busy={state === "finding"}
          onClick={find}
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
          onClick={() => remember("dismissed")}
        >
          <X aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  );
}
