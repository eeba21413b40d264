import { Search, X } from "lucide-react";
import { useRef } from "react";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./search-field.module.css";

export interface SearchFieldProps {
  /** What is searched, as label and as what stands in the empty field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Codes are spelled letter by letter: no keyboard may correct them. */
  spelled?: boolean;
}

/** A line to search with, and a button that empties it. */
export function SearchField({ label, value, onChange, spelled }: SearchFieldProps) {
  const t = useTexts(primitiveTexts);
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onChange("");
    input.current?.focus();
  }

  return (
    <search className={styles.field}>
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
        {...(spelled && { autoCapitalize: "characters", autoCorrect: "off", spellCheck: false })}
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
