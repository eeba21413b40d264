import { valibotResolver } from "@hookform/resolvers/valibot";
import { serverNow } from "@loyalty/api-client/http";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { DayFormField } from "../../components/day-field.tsx";
import { FormDialog, ReasonField, useReasonRule } from "../../components/form-dialog.tsx";
import { Buttons } from "../../components/page.tsx";
import { isDay } from "../../components/typed-day.ts";
import { programmeTexts } from "../../texts/office-programme.ts";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { type DraftSummary, useDecideDraft } from "./queries.ts";

/** A programme may be decided so many days ahead (the API's backoffice/programme/drafts.py). */
const MAX_AHEAD_DAYS = 366;

interface AskDialogProps {
  /** Saves what is not saved yet, and returns the draft that is to be approved. */
  draft: () => Promise<DraftSummary>;
  hasDay?: boolean;
  /** Shows a refusal where it is about; false: it is shown in the dialog. */
  onRefused?: (error: unknown) => boolean;
  onAsked: () => void;
  onClose: () => void;
}

export function AskDialog({ draft, hasDay = false, onRefused, onAsked, onClose }: AskDialogProps) {
  const { t } = useTranslation(programmeTexts);
  const { t: own } = useTranslation(rewardsTexts);
  const decide = useDecideDraft();
  const [limits] = useState(() => {
    const now = serverNow();
    const last = new Date(now.getTime() + MAX_AHEAD_DAYS * 24 * 3_600_000);
    return { min: malaysianDate(now), max: malaysianDate(last) };
  });
  const isRight = (day: string) =>
    day === "" || (isDay(day) && day >= limits.min && day <= limits.max);
  const form = useForm({
    defaultValues: { day: "", reason: "" },
    resolver: valibotResolver(
      v.object({
        day: v.pipe(v.string(), v.check(isRight, t("dayWrong"))),
        reason: useReasonRule({ required: true }),
      }),
    ),
  });
  const usual = [own("reasons.season"), own("reasons.cost"), own("reasons.mistake")];
  return (
    <FormDialog
      form={form}
      title={t("submitTitle")}
      text={t("submitText")}
      confirmLabel={t("submit")}
      failed={t("decideFailed")}
      onRefused={(error) => {
        if (!onRefused?.(error)) return false;
        onClose();
        return true;
      }}
      onConfirm={async ({ day, reason }) => {
        const effectiveOn = day === "" ? null : day;
        await decide.mutateAsync({ act: "submit", draft: await draft(), reason, effectiveOn });
        showToast("success", t("submitted"), 8);
        onAsked();
      }}
      onClose={onClose}
    >
      <Buttons>
        {usual.map((reason) => (
          <Button
            key={reason}
            variant="outline"
            onClick={() => form.setValue("reason", reason, { shouldDirty: true })}
          >
            {reason}
          </Button>
        ))}
      </Buttons>
      <ReasonField error={form.formState.errors.reason?.message} {...form.register("reason")} />
      {!hasDay && (
        <DayFormField
          label={t("day")}
          hint={t("dayHint")}
          {...limits}
          control={form.control}
          name="day"
        />
      )}
    </FormDialog>
  );
}
