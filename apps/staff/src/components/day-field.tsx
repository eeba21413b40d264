import { Button } from "@loyalty/ui/button";
import { Field, type FieldLabelProps } from "@loyalty/ui/field";
import fieldStyles from "@loyalty/ui/field.module.css";
import { CalendarDays } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import {
  type FieldPath,
  type FieldValues,
  useController,
  type UseControllerProps,
} from "react-hook-form";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./day-field.module.css";
import { isDay, isMoment, readDay, readMoment, writtenDay, writtenMoment } from "./typed-day.ts";

const DAYS = { read: readDay, written: writtenDay, isRight: isDay, picker: "date" } as const;
const MOMENTS = {
  read: readMoment,
  written: writtenMoment,
  isRight: isMoment,
  picker: "datetime-local",
} as const;

interface DayFieldProps extends FieldLabelProps {
  /** `2026-11-27`, with `withTime` `2026-11-27T19:34`; empty; or what was typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  withTime?: boolean | undefined;
  /** What the calendar offers. */
  min?: string;
  max?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A day, written and read as the user's language has it whatever the browser's is, with the browser's calendar. */
export function DayField({ label, labelHidden, hint, error, required, ...props }: DayFieldProps) {
  const { value, onChange, withTime, min, max, onBlur, inputRef } = props;
  const { t } = useTranslation(staffTexts);
  const { read, written, isRight, picker } = withTime ? MOMENTS : DAYS;
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const isUnreadable = typed === null && value !== "" && !isRight(value);
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      required={required}
      error={error ?? (isUnreadable ? t(withTime ? "day.noMoment" : "day.noDay") : undefined)}
      renderControl={(control) => (
        <span className={styles.frame}>
          <input
            {...control}
            ref={inputRef}
            type="text"
            autoComplete="off"
            className={fieldStyles.control}
            value={typed ?? written(value)}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              onChange(read(currentTarget.value) ?? currentTarget.value.trim());
            }}
            onBlur={() => {
              setTyped(null);
              onBlur?.();
            }}
          />
          <Button
            variant="outline"
            aria-label={t("day.calendar")}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays aria-hidden="true" size={18} />
          </Button>
          <input
            ref={calendar}
            type={picker}
            tabIndex={-1}
            aria-hidden="true"
            className={styles.calendar}
            min={min}
            max={max}
            value={isRight(value) ? value : ""}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </span>
      )}
    />
  );
}

type DayFormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = Omit<
  DayFieldProps,
  "value" | "onChange" | "onBlur" | "inputRef" | "error"
> &
  Pick<UseControllerProps<Values, Name, Sent>, "name" | "control">;

/** A day of a form; `control` is not needed inside a `FormProvider`. */
export function DayFormField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  name,
  control,
  ...props
}: DayFormFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ name, ...(control && { control }) });
  return (
    <DayField
      {...props}
      value={String(field.value ?? "")}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
