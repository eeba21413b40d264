import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError } from "@loyalty/api-client/errors";
import { Grid } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { TextField } from "@loyalty/ui/field";
import { showToast } from "@loyalty/ui/toast";
import { FormProvider, type Resolver, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { DayFormField } from "../../components/day-field.tsx";
import { FormDialog, ReasonField, useReasonRule } from "../../components/form-dialog.tsx";
import { Buttons } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { dayRule } from "../../components/typed-day.ts";
import { contentTexts, outletsTexts } from "../../texts/content.ts";
import { hoursRule } from "./hours-rule.ts";
import styles from "./outlets.module.css";
import type { OfficeOutlet } from "../../queries/outlets.ts";
import { useChangeDays } from "./queries.ts";
import { HoursField } from "./week-field.tsx";

const MAX_NAME = 60;

interface TypedDays {
  outletIds: string[];
  name: string;
  firstDay: string;
  lastDay: string;
  kind: "closed" | "hours";
  hours: { opens: string; closes: string }[];
  reason: string;
}

/** Closes several outlets on some days, or gives them other hours on these days. */
export function DaysDialog(props: { outlets: readonly OfficeOutlet[]; onClose: () => void }) {
  const { outlets, onClose } = props;
  const { t } = useTranslation(outletsTexts);
  const { t: content } = useTranslation(contentTexts);
  const change = useChangeDays();
  const missing = content("problem.missing");
  const common = {
    outletIds: v.pipe(v.array(v.string()), v.minLength(1, t("days.noOutlet"))),
    name: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(MAX_NAME, content("problem.long", { most: MAX_NAME })),
    ),
    firstDay: v.pipe(dayRule(), v.nonEmpty(missing)),
    lastDay: dayRule(),
    reason: useReasonRule({ required: true }),
  };
  const rule = v.pipe(
    v.variant("kind", [
      v.object({ ...common, kind: v.literal("closed") }),
      v.object({
        ...common,
        kind: v.literal("hours"),
        hours: v.pipe(hoursRule(content), v.minLength(1, missing)),
      }),
    ]),
    v.forward(
      v.partialCheck(
        [["firstDay"], ["lastDay"]],
        ({ firstDay, lastDay }) => lastDay === "" || lastDay >= firstDay,
        content("problem.order"),
      ),
      ["lastDay"],
    ),
  );
  const form = useForm<TypedDays>({
    defaultValues: {
      outletIds: outlets.length === 1 ? [String(outlets[0]!.id)] : [],
      name: "",
      firstDay: "",
      lastDay: "",
      kind: "closed",
      hours: [{ opens: "", closes: "" }],
      reason: "",
    },
    resolver: valibotResolver(rule) as unknown as Resolver<TypedDays>,
  });
  const { errors } = form.formState;
  const isClosed = useWatch({ control: form.control, name: "kind" }) === "closed";
  const choose = (ids: string[]) => form.setValue("outletIds", ids, { shouldDirty: true });
  const usual = [t("reasons.holiday"), t("reasons.repair"), t("reasons.event")];
  return (
    <FormProvider {...form}>
      <FormDialog
        form={form}
        title={t("days.title")}
        text={t("days.text")}
        confirmLabel={t("publish")}
        failed={t("failed")}
        onRefused={(error) => {
          if (!(error instanceof ApiError)) return false;
          const fields = Object.entries(error.fields).filter(([name]) => name in form.getValues());
          for (const [name, [problem]] of fields) {
            form.setError(name as keyof TypedDays, { message: problem && problemText(problem) });
          }
          return fields.length > 0;
        }}
        onConfirm={async ({ outletIds, name, firstDay, lastDay, kind, hours, reason }) => {
          await change.mutateAsync({
            outletIds: outletIds.map(Number),
            ...(name !== "" && { name }),
            firstDay,
            lastDay: lastDay || firstDay,
            hours: kind === "closed" ? [] : hours,
            reason,
          });
          showToast("success", t("done"), 5);
        }}
        onClose={onClose}
      >
        {outlets.length > 1 && (
          <>
            <fieldset className={styles.chosen}>
              <legend>{t("title")}</legend>
              {outlets.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  value={String(id)}
                  {...form.register("outletIds")}
                />
              ))}
            </fieldset>
            {errors.outletIds && <p role="alert">{errors.outletIds.message}</p>}
            <Buttons>
              <Button variant="ghost" onClick={() => choose(outlets.map(({ id }) => String(id)))}>
                {t("days.all")}
              </Button>
            </Buttons>
          </>
        )}
        <RadioGroup
          label={t("days.kind")}
          choices={[
            { value: "closed", label: t("days.closed") },
            { value: "hours", label: t("days.hours") },
          ]}
          field={form.register("kind")}
        />
        <TextField
          label={content("fields.name")}
          hint={t("days.nameHint")}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register("name")}
        />
        <Grid gap={3} columns="narrow">
          <DayFormField
            label={content("fields.firstDay")}
            required
            control={form.control}
            name="firstDay"
          />
          <DayFormField
            label={content("fields.lastDay")}
            hint={t("days.lastHint")}
            control={form.control}
            name="lastDay"
          />
        </Grid>
        {!isClosed && <HoursField at="hours" label={content("fields.hours")} />}
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
        <ReasonField error={errors.reason?.message} {...form.register("reason")} />
      </FormDialog>
    </FormProvider>
  );
}
