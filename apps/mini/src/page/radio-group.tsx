import { VisuallyHidden } from "@loyalty/ui/primitives/visually-hidden.tsx";
import { type ReactNode, useId } from "react";

import styles from "./radio-group.module.css";

interface RadioGroupProps<Value extends string | number> {
  label: string;
  /** Only screen readers get the label: the heading above the choices shows it already. */
  labelHidden?: boolean;
  choices: readonly { value: Value; label: ReactNode; lang?: string }[];
  /** Empty or null while nothing is chosen. */
  value: Value | "" | null;
  onChange: (value: Value) => void;
  /** Short choices in columns, or choices of several lines one below the other. */
  layout?: "columns" | "list";
}

/** One of few choices, each a radio button. */
export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, labelHidden, choices, value, onChange, layout = "columns" } = props;
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={labelHidden ? undefined : styles.legend}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <div className={styles[layout]}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span lang={choice.lang}>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
