import { type Hours, type Week, WEEKDAYS } from "@loyalty/content/opening-hours";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { X } from "lucide-react";
import { useId } from "react";
import { type FieldError, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Buttons } from "../../components/page.tsx";
import { contentTexts, type FieldName } from "../../texts/content.ts";
import styles from "./content.module.css";
import { MAX_HOURS_A_DAY } from "./hours-rule.ts";

/** The hours of a week, one line a day; a day without hours says that it is closed. */
export function WeekField({ at, name }: { at: string; name: FieldName }) {
  const { t } = useTranslation(contentTexts);
  const { getFieldState, formState } = useFormContext();
  const setWeek = useSetWeek();
  const week = useWatch({ name: at }) as Week;
  const error = getFieldState(at, formState).error as FieldError | undefined;
  const first = WEEKDAYS.find((day) => week[day].length > 0);
  const onEveryDay = (hours: readonly Hours[]) =>
    setWeek(at, Object.fromEntries(WEEKDAYS.map((day) => [day, hours])) as unknown as Week);
  return (
    <fieldset className={styles.group}>
      <legend>{t(`fields.${name}`)}</legend>
      <p className={textStyles.note}>{t("week.midnight")}</p>
      {error?.message && <p className={textStyles.danger}>{error.message}</p>}
      {WEEKDAYS.map((day) => (
        <HoursField
          key={day}
          at={`${at}.${day}`}
          label={t(`week.days.${day}`)}
          onCopy={day === first ? () => onEveryDay(week[day]) : undefined}
        />
      ))}
    </fieldset>
  );
}

/** A function that puts a copy of these hours in the place of a week's. */
export function useSetWeek() {
  const { formState, setValue } = useFormContext();
  const { isSubmitted } = formState;
  return (at: string, week: Week) => {
    for (const day of WEEKDAYS) {
      const hours = structuredClone(week[day]);
      setValue(`${at}.${day}`, hours, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  };
}

interface HoursFieldProps {
  at: string;
  /** The day whose hours they are. */
  label: string;
  /** Gives every day the hours of this one. */
  onCopy?: (() => void) | undefined;
}

/** The hours of one day; without any it is closed. */
export function HoursField({ at, label, onCopy }: HoursFieldProps) {
  const { t } = useTranslation(contentTexts);
  const labelId = useId();
  const { register, getFieldState, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: at });
  const error = (path: string) => getFieldState(`${at}.${path}`, formState).error?.message;
  return (
    <div role="group" aria-labelledby={labelId} className={styles.day}>
      <span id={labelId} className={styles.dayName}>
        {label}
      </span>
      <Stack gap={3}>
        {fields.length === 0 && <span className={styles.closedDay}>{t("week.closed")}</span>}
        {fields.map(({ id }, index) => (
          <div key={id} className={styles.pair}>
            {(["opens", "closes"] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                label={t(`fields.${end}`)}
                required
                error={error(`${index}.${end}`)}
                {...register(`${at}.${index}.${end}`)}
              />
            ))}
            <button
              type="button"
              aria-label={t("week.removeOf", { day: label, number: index + 1 })}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" size={20} />
            </button>
          </div>
        ))}
      </Stack>
      <Buttons>
        {fields.length < MAX_HOURS_A_DAY && (
          <Button
            variant="soft"
            aria-label={t("week.addTo", { day: label })}
            onClick={() => append({ opens: "", closes: "" })}
          >
            {t("week.add")}
          </Button>
        )}
      </Buttons>
      {onCopy && (
        <div className={styles.copy}>
          <Button variant="ghost" onClick={onCopy}>
            {t("week.copy", { day: label })}
          </Button>
        </div>
      )}
    </div>
  );
}
