import type { ComponentProps } from "react";

import { Field, type FieldLook } from "./field.tsx";
import styles from "./field.module.css";

export type TextFieldProps = FieldLook & Omit<ComponentProps<"input">, "className" | "required">;

/** A labelled line to type in. Its ref is the input's, so that a form library can register it. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  required,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, required, id }}>
      {(control) => <input {...input} {...control} className={styles.control} />}
    </Field>
  );
}
