import { useId, type ComponentProps, type ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import styles from "./choice.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** The sentence agreed to; it may hold links. */
  label: ReactNode;
  error?: ReactNode;
}

/** A box to tick, with the whole sentence as its target. */
export function Checkbox({ label, error, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;

  return (
    <div>
      <div className={styles.line}>
        <input
          {...input}
          id={boxId}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${boxId}-error` : undefined}
        />
        <label htmlFor={boxId} className={styles.label}>
          {label}
        </label>
      </div>
      {error && (
        <p id={`${boxId}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface ToggleProps extends Omit<ComponentProps<"input">, "type" | "role" | "className"> {
  label: ReactNode;
  /** What it does, or why it cannot be moved now. */
  hint?: ReactNode;
}

/** A switch that is on or off, with its whole line as the target. */
export function Toggle({ label, hint, id, ...input }: ToggleProps) {
  const ownId = useId();
  const switchId = id ?? ownId;
  return (
    <label className={styles.toggleLine} htmlFor={switchId}>
      <span className={styles.words}>
        <span id={`${switchId}-label`} className={styles.toggleLabel}>
          {label}
        </span>
        {hint && (
          <span id={`${switchId}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        {...input}
        id={switchId}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        className={styles.switch}
        aria-labelledby={`${switchId}-label`}
        aria-describedby={hint ? `${switchId}-hint` : undefined}
      />
    </label>
  );
}

interface RadioGroupProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  /** From `form.register(name)`. */
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** A required choice of one from few, every choice one tap away. */
export function RadioGroup({ label, choices, field, error }: RadioGroupProps) {
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
