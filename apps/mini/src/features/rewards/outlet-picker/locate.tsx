import { Button, useTexts, type useGeolocation } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { LocateFixed } from "lucide-react";

import styles from "./locate.module.css";

/** The button that asks where the member is, and what came of it. While the browser itself refuses it is gone. */
export function Locate({ location, denied, blocked, find }: ReturnType<typeof useGeolocation>) {
  const t = useTexts(outletPickerTexts);
  const { state } = location;
  return (
    <>
      {state !== "found" && !blocked && (
        <Button variant="soft" busy={state === "finding"} onClick={find}>
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          {state === "finding" ? t("locate.finding") : t("locate.enable")}
        </Button>
      )}
      <p role="status" className={styles.words}>
        {state === "unknown" && t(denied ? "locate.denied" : "locate.why")}
        {state === "found" && t("locate.found")}
        {state === "failed" && t(`locate.${location.problem}`)}
      </p>
    </>
  );
}
