import { ChevronDown } from "lucide-react";
import { useId, type ComponentProps } from "react";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Field, type FieldLook } from "./field.tsx";
import styles from "./field.module.css";

type SuggestFieldProps = Omit<FieldLook, "hint"> &
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
