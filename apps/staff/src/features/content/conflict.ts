import { ApiError } from "@loyalty/api-client/errors.ts";
import { personOf } from "@loyalty/api-client/rules/records.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";

import { contentTexts } from "../../texts/content.ts";

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

/** Gives the words of a conflict: its sentence, and those of the button that takes theirs. */
export function useConflictWords() {
  const t = useTexts(contentTexts);
  return ({ name, at }: ConflictWith) => ({
    text: t("conflict", {
      name: name === null ? t("somebody") : personOf(name),
      time: formatDateTime(at),
    }),
    theirsLabel: t("theirs"),
  });
}
