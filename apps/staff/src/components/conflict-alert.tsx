import { ApiError } from "@loyalty/api-client/errors";
import { personOf } from "@loyalty/api-client/rules/records";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import { Buttons } from "./page.tsx";

/** Who saved a form's record meanwhile, and the revision that is there now. */
export interface Conflict {
  revision: number;
  changedBy: string | null;
  changedAt: string;
}

/** The conflict that a refusal speaks of, or null. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError && error.status === 409)) return null;
  const body = error.body as Partial<Conflict>;
  return body.changedAt === undefined ? null : (body as Conflict);
}

interface ConflictAlertProps {
  conflict: Conflict;
  /** What is typed stays readable when theirs is taken. */
  keepsMine?: boolean;
  isBusy: boolean;
  /** Puts what is typed in the place of theirs; the revision is the one that it replaces. */
  onMine: (revision: number) => void;
  onTheirs: () => void;
}

/** Another user saved it meanwhile: the person chooses between theirs and what they typed. */
export function ConflictAlert({
  conflict,
  keepsMine,
  isBusy,
  onMine,
  onTheirs,
}: ConflictAlertProps) {
  const { t } = useTranslation(staffTexts);
  const { revision, changedBy, changedAt } = conflict;
  const name = changedBy === null ? t("conflict.somebody") : personOf(changedBy);
  return (
    <Alert kind="error">
      <p>{t("conflict.text", { name, time: formatDateTime(changedAt) })}</p>
      <Buttons>
        <Button variant="outline" disabled={isBusy} onClick={() => onMine(revision)}>
          {t("conflict.mine")}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onTheirs}>
          {t(keepsMine ? "conflict.show" : "conflict.drop")}
        </Button>
      </Buttons>
    </Alert>
  );
}
