import { Button } from "@loyalty/ui/button";
import { Field, type FieldLabelProps } from "@loyalty/ui/field";
import fieldStyles from "@loyalty/ui/field.module.css";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { lazy, type Ref, Suspense, useState } from "react";
import {
  type FieldPath,
  type FieldValues,
  useController,
  type UseControllerProps,
} from "react-hook-form";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./day-field.module.css";
import menu from "./menu.module.css";
import { isDay, isMoment, readDay, readMoment, writtenDay, writtenMoment } from "./typed-day.ts";

const Calendar = lazy(() => import("./calendar.tsx"));

const DAYS = { read: readDay, written: writtenDay, isRight: isDay } as const;
const MOMENTS = { read: readMoment, written: writtenMoment, isRight: isMoment } as const;
/** The time of a day that is chosen in the calendar, until another is typed. */
const USUAL_TIME = "10:00";

interface DayFieldProps extends FieldLabelProps {
  /** `2026-11-27`, with `withTime` `2026-11-27T19:34`; empty; or what was typed and is no day. */
  value: string;
  onChange: (value: string) => void;
  withTime?: boolean | undefined;
  /** The days that the calendar offers. */
  min?: string;
  max?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A day, written and read as the reader's language has it whatever the browser's is, or chosen in a calendar. */
export function DayField({ label, labelHidden, hint, error, required, ...props }: DayFieldProps) {
  const { value, onChange, withTime, min, max, onBlur, inputRef } = props;
  const { t } = useTranslation(staffTexts);
  const { read, written, isRight } = withTime ? MOMENTS : DAYS;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [day = "", time = USUAL_TIME] = isRight(value) ? value.split("T") : [];
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
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <Popover.Trigger asChild>
              <Button variant="outline" aria-label={t("day.calendar")}>
                <CalendarDays aria-hidden="true" size={18} />
              </Button>
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Content
                align="end"
                sideOffset={4}
                collisionPadding={8}
                aria-label={t("day.calendar")}
                className={menu.menu}
              >
                <Suspense fallback={<p className={styles.loading}>{t("day.loading")}</p>}>
                  <Calendar
                    day={day}
                    min={min}
                    max={max}
                    onChoose={(chosen) => {
                      onChange(withTime ? `${chosen}T${time}` : chosen);
                      setOpen(false);
                    }}
                  />
                </Suspense>
              </Popover.Content>
            </Popover.Portal>
          </Popover.Root>
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
