import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import styles from "./choice-group.module.css";

interface ChoiceGroupProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  /** From `form.register(name)`. */
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** A required choice of one from few, every choice one tap away. */
export function ChoiceGroup({ label, choices, field, error }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      className={styles.group}
      aria-required="true"
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend id={`${id}-label`} className={styles.legend}>
        {label}
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      </legend>
      <div className={styles.choices} data-count={choices.length}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input {...field} type="radio" value={choice.value} className={styles.radio} />
            {choice.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
