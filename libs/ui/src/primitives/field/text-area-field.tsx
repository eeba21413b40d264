import type { ComponentProps } from "react";

import { Field, type FieldLook } from "./field.tsx";
import styles from "./field.module.css";

export type TextAreaFieldProps = FieldLook &
  Omit<ComponentProps<"textarea">, "className" | "required">;

/** A labelled room to write in, some lines high. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, labelHidden, hint, error, required, id, ...area } = props;
  return (
    <Field {...{ label, labelHidden, hint, error, required, id }}>
      {(control) => <textarea rows={4} {...area} {...control} className={styles.control} />}
    </Field>
  );
}
