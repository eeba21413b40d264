import { ChevronDown, Search, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import textStyles from "./text.module.css";
import { componentTexts } from "../texts.ts";
import { Button } from "./button.tsx";
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

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

type FieldProps<Rest> = FieldLabelProps &
  Rest & {
    /** Draws the control with what ties it to the label, and with all props that are not the field's. */
    renderControl: (props: Omit<Rest, keyof FieldLabelProps> & ControlProps) => ReactNode;
  };

/** A label, its control, and the hint or error below it. */
export function Field<Rest>(props: FieldProps<Rest>) {
  const { label, labelHidden, hint, error, required, renderControl, ...rest } = props;
  const id = useId();
  const { t } = useTranslation(componentTexts);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);

  return (
    <div className={styles.field}>
      <label
        htmlFor={id}
        className={labelHidden ? hidden.hidden : `${textStyles.sm} ${textStyles.strong}`}
      >
        <span>{label}</span>
        {required && (
          <span className={textStyles.danger} title={t("required")} aria-hidden="true">
            {" *"}
          </span>
        )}
      </label>
      {renderControl({
        ...(rest as Omit<Rest, keyof FieldLabelProps>),
        id,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      <FieldMessage id={`${id}-error`} kind="error" text={error} />
      <FieldMessage id={`${id}-hint`} kind="hint" text={hint} />
    </div>
  );
}

interface FieldMessageProps {
  id: string;
  kind: "error" | "hint";
  text: ReactNode;
}

/** The sentence below a control that describes it, if there is one. */
export function FieldMessage({ id, kind, text }: FieldMessageProps) {
  if (!text) return null;
  return (
    <p
      id={id}
      className={kind === "error" ? `${textStyles.sm} ${textStyles.danger}` : textStyles.note}
    >
      {text}
    </p>
  );
}

type LabelledProps<Tag extends "input" | "select" | "textarea"> = FieldLabelProps &
  Omit<ComponentProps<Tag>, "className" | "id" | keyof FieldLabelProps>;

/** A labelled line to type in. Its ref is the input's, so that a form library can register it. */
export function TextField(props: LabelledProps<"input">) {
  return (
    <Field
      {...props}
      renderControl={(control) => <input {...control} className={styles.control} />}
    />
  );
}

export function TextAreaField(props: LabelledProps<"textarea">) {
  return (
    <Field
      {...props}
      renderControl={(control) => <textarea rows={4} {...control} className={styles.control} />}
    />
  );
}

/** A labelled choice of one from many, with the device's own list: the best one on every phone. */
export function SelectField(props: LabelledProps<"select">) {
  return (
    <Field
      {...props}
      renderControl={(control) => (
        <span className={styles.selectFrame}>
          <select {...control} className={styles.control} />
          <ChevronDown aria-hidden="true" size={18} />
        </span>
      )}
    />
  );
}

interface SuggestFieldProps extends Omit<LabelledProps<"input">, "hint" | "list"> {
  /** What is offered; anything else may be typed. */
  suggestions: readonly string[];
}

/** A labelled choice of one from many, or of none of them: looks like a list, and takes what is typed. */
export function SuggestField({ suggestions, ...props }: SuggestFieldProps) {
  const { t } = useTranslation(componentTexts);
  const list = useId();
  return (
    <Field
      {...props}
      hint={t("chooseOrType")}
      renderControl={(control) => (
        <span className={styles.selectFrame}>
          <input {...control} list={list} className={styles.control} />
          <ChevronDown aria-hidden="true" size={18} />
          <datalist id={list}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        </span>
      )}
    />
  );
}

interface SearchFieldProps {
  /** What is searched: the label, and the placeholder of the empty field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Codes are typed character by character: no keyboard may correct them. */
  isCode?: boolean;
}

export function SearchField({ label, value, onChange, isCode }: SearchFieldProps) {
  const { t } = useTranslation(componentTexts);
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onChange("");
    input.current?.focus();
  }

  return (
    <search className={styles.search}>
      <Search aria-hidden="true" size={20} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        enterKeyHint="search"
        {...(isCode && { autoCapitalize: "characters", autoCorrect: "off", spellCheck: false })}
      />
      {value !== "" && (
        <span>
          <Button variant="icon" aria-label={t("clearSearch")} onClick={clear}>
            <X aria-hidden="true" size={20} />
          </Button>
        </span>
      )}
    </search>
  );
}
