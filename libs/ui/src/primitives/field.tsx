import { ChevronDown, Search, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useRef } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { primitiveTexts } from "../texts/primitives.ts";
import styles from "./field.module.css";
import hidden from "./visually-hidden.module.css";

export interface FieldLabelProps {
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

interface FieldProps extends FieldLabelProps {
  /** The control's own id, where a form must know it. */
  id?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, its control, and the hint or error below it. */
export function Field({ label, labelHidden, hint, error, required, id, children }: FieldProps) {
  const ownId = useId();
  const t = useTexts(primitiveTexts);
  const controlId = id ?? ownId;
  const described = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean);

  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={labelHidden ? hidden.hidden : styles.label}>
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

export type TextFieldProps = FieldLabelProps &
  Omit<ComponentProps<"input">, "className" | "required">;

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

export type TextAreaFieldProps = FieldLabelProps &
  Omit<ComponentProps<"textarea">, "className" | "required">;

/** A labelled text area, some lines high. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, labelHidden, hint, error, required, id, ...area } = props;
  return (
    <Field {...{ label, labelHidden, hint, error, required, id }}>
      {(control) => <textarea rows={4} {...area} {...control} className={styles.control} />}
    </Field>
  );
}

export type SelectFieldProps = FieldLabelProps &
  Omit<ComponentProps<"select">, "className" | "required">;

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

type SuggestFieldProps = Omit<FieldLabelProps, "hint"> &
  Omit<ComponentProps<"input">, "className" | "required" | "list"> & {
    /** What is offered; anything else may be typed. */
    suggestions: readonly string[];
  };

/** A labelled choice of one from many, or of none of them: looks like a list, and takes what is typed. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, labelHidden, error, required, id, suggestions, ...input } = props;
  const t = useTexts(primitiveTexts);
  const list = useId();
  return (
    <Field {...{ label, labelHidden, error, required, id }} hint={t("chooseOrType")}>
      {(control) => (
        <span className={styles.selectFrame}>
          <input {...input} {...control} list={list} className={styles.control} />
          <ChevronDown className={styles.chevron} aria-hidden="true" size={18} />
          <datalist id={list}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        </span>
      )}
    </Field>
  );
}

export interface SearchFieldProps {
  /** What is searched: the label, and the placeholder of the empty field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Codes are typed character by character: no keyboard may correct them. */
  isCode?: boolean;
}

/** A line to search with, and a button that empties it. */
export function SearchField({ label, value, onChange, isCode }: SearchFieldProps) {
  const t = useTexts(primitiveTexts);
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onChange("");
    input.current?.focus();
  }

  return (
    <search className={styles.search}>
      <Search aria-hidden="true" size={20} className={styles.icon} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        enterKeyHint="search"
        {...(isCode && { autoCapitalize: "characters", autoCorrect: "off", spellCheck: false })}
      />
      {value !== "" && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t("clearSearch")}
          onClick={clear}
        >
          <X aria-hidden="true" size={20} />
        </button>
      )}
    </search>
  );
}
