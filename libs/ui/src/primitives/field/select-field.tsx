import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { Field, type FieldLook } from "./field.tsx";
import styles from "./field.module.css";

export type SelectFieldProps = FieldLook & Omit<ComponentProps<"select">, "className" | "required">;

/** A labelled choice of one from many, with the device's own list: the best one on every phone. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, hint, error, required, id, children, ...select } = props;
  return (
    <Field {...{ label, labelHidden, hint, error, required, id }}>
      {(control) => (
        <span className={styles.selectFrame}>
          <select {...select} {...control} className={styles.control}>
            {children}
          </select>
          <ChevronDown className={styles.chevron} aria-hidden="true" size={18} />
        </span>
      )}
    </Field>
  );
}
