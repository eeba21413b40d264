import { useId, type ComponentProps, type ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

import text from "./text.module.css";
import styles from "./choice.module.css";
import { FieldMessage } from "./field.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { Cluster, Stack } from "../layout/layout.tsx";

interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "type" | "className"> {
  /** The sentence agreed to; it may hold links. */
  label: ReactNode;
  error?: ReactNode;
}

/** A box to tick, with the whole sentence as its target. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();

  return (
    <div>
      <Cluster nowrap align="start" gap={1}>
        <input
          {...input}
          id={id}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </Cluster>
      <FieldMessage id={`${id}-error`} kind="error" text={error} />
    </div>
  );
}

interface ToggleProps extends Omit<ComponentProps<"input">, "id" | "type" | "role" | "className"> {
  label: ReactNode;
  /** What it does, or why it cannot be moved now. */
  hint?: ReactNode;
}

/** A switch that is on or off, with its whole line as the target. */
export function Toggle({ label, hint, ...input }: ToggleProps) {
  const id = useId();
  return (
    <label className={styles.toggleLine} htmlFor={id}>
      <Stack as="span">
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={text.note}>
            {hint}
          </span>
        )}
      </Stack>
      <input
        {...input}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        className={styles.switch}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </label>
  );
}

interface RadioGroupProps<Value extends string | number> {
  label: string;
  /** Only screen readers get the label: the heading above the choices shows it already. */
  labelHidden?: boolean;
  choices: readonly { value: Value; label: ReactNode; lang?: string }[];
  /** The chosen value, empty or null for none; or, instead of both, `field`. */
  value?: Value | "" | null;
  onChange?: (value: Value) => void;
  /** From `form.register(name)`. */
  field?: UseFormRegisterReturn;
  required?: boolean;
  error?: string | undefined;
  layout?: "chips" | "columns" | "list";
}

export function RadioGroup<Value extends string | number>(props: RadioGroupProps<Value>) {
  const { label, labelHidden, choices, field, required, error, layout = "columns" } = props;
  const id = useId();
  const inputProps = ({ value }: { value: Value }) =>
    field ?? {
      name: id,
      checked: value === props.value,
      onChange: () => props.onChange?.(value),
    };

  return (
    <fieldset
      role="radiogroup"
      className={styles.group}
      aria-required={required}
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend id={`${id}-label`} className={labelHidden ? undefined : styles.legend}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
        {required && (
          <span className={text.danger} aria-hidden="true">
            {" *"}
          </span>
        )}
      </legend>
      <div className={styles[layout]} data-count={choices.length}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input {...inputProps(choice)} type="radio" value={choice.value} />
            <span lang={choice.lang}>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-error`} kind="error" text={error} />
    </fieldset>
  );
}
