import { useId, type ComponentProps, type ReactNode } from "react";

import styles from "./checkbox.module.css";

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
