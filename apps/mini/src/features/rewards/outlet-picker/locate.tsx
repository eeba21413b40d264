import { Button, useTexts } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { LocateFixed } from "lucide-react";

import styles from "./locate.module.css";
import type { Location } from "./use-location.ts";

/** The button that asks where the member is, and what came of it. After a no it is gone. */
export function Locate({ location, onFind }: { location: Location; onFind: () => void }) {
  const t = useTexts(outletPickerTexts);
  const { state } = location;
  const denied = state === "failed" && location.problem === "denied";
  return (
    <>
      {state !== "found" && !denied && (
        <Button variant="soft" busy={state === "finding"} onClick={onFind}>
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          {state === "finding" ? t("locate.finding") : t("locate.enable")}
        </Button>
      )}
      <p role="status" className={styles.words}>
        {state === "unknown" && t("locate.why")}
        {state === "found" && t("locate.found")}
        {state === "failed" && t(`locate.${location.problem}`)}
      </p>
    </>
  );
}
