import { ApiError } from "@loyalty/api-client/errors.ts";
import { personOf } from "@loyalty/api-client/rules/records.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";

import { contentTexts } from "../../texts/content.ts";
import styles from "./content.module.css";

/** Who changed it meanwhile, and the revision that is there now. */
export interface ConflictWith {
  revision: number;
  name: string | null;
  at: string;
}

/** The conflict that a refusal speaks of, or null. */
export function conflictOf(error: unknown): ConflictWith | null {
  if (!(error instanceof ApiError) || error.code !== "content_changed") return null;
  const body = error.body as { revision: number; changedBy: string | null; changedAt: string };
  return { revision: body.revision, name: body.changedBy, at: body.changedAt };
}

interface ConflictAlertProps {
  conflict: ConflictWith;
  /** The words of the button that puts what is typed in the place of theirs. */
  mineLabel: string;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Says who changed it and when, and lets the person choose between theirs and what they typed. */
export function ConflictAlert(props: ConflictAlertProps) {
  const t = useTexts(contentTexts);
  const { name, at } = props.conflict;
  return (
    <Alert kind="error">
      <p>
        {t("conflict", {
          name: name === null ? t("somebody") : personOf(name),
          time: formatDateTime(at),
        })}
      </p>
      <div className={styles.buttons}>
        <Button variant="outline" disabled={props.isBusy} onClick={props.onMine}>
          {props.mineLabel}
        </Button>
        <Button variant="outline" disabled={props.isBusy} onClick={props.onTheirs}>
          {t("theirs")}
        </Button>
      </div>
    </Alert>
  );
}
