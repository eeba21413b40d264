import { useId, type ReactNode } from "react";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./field.module.css";

export interface FieldLook {
  label: ReactNode;
  /** What helps before anything went wrong. */
  hint?: ReactNode;
  /** What went wrong; it takes the hint's place in what is read out first. */
  error?: ReactNode;
  /** Shows the field as required; the sentence of refusal is the form's. */
  required?: boolean;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
}

/** What ties a control to its label, hint and error. Spread it on the control. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps extends FieldLook {
  /** The control's own id, where a form must know it. */
  id?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, its control, and what is said below it. */
export function Field({ label, labelHidden, hint, error, required, id, children }: FieldProps) {
  const ownId = useId();
  const t = useTexts(primitiveTexts);
  const controlId = id ?? ownId;
  const described = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean);

  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={labelHidden ? styles.hidden : styles.label}>
        {label}
        {required && (
          <span className={styles.required} title={t("required")} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {error && (
        <p id={`${controlId}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${controlId}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
