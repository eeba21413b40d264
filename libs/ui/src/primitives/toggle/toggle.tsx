import { useId, type ComponentProps, type ReactNode } from "react";

import styles from "./toggle.module.css";

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
    <label className={styles.line} htmlFor={switchId}>
      <span className={styles.words}>
        <span id={`${switchId}-label`} className={styles.label}>
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
