import { Languages } from "lucide-react";
import { useSyncExternalStore } from "react";

import { isLanguage, LANGUAGES, type LanguageCode } from "../languages/languages.ts";
import { shellTexts } from "../texts/shell.ts";
import { useLanguage } from "../texts/use-language.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./language-select.module.css";

const nothingChanges = () => () => {};

/** The languages of these pages, each by its own name. In ready HTML it waits for the app: a choice made before is lost. */
export function LanguageSelect({ onChoose }: { onChoose: (code: LanguageCode) => void }) {
  const t = useTexts(shellTexts);
  const language = useLanguage();
  const waiting = useSyncExternalStore(
    nothingChanges,
    () => false,
    () => true,
  );
  return (
    <label className={styles.choice}>
      <Languages aria-hidden="true" size={18} />
      <span>{t("language")}</span>
      <select
        className={styles.select}
        value={language}
        disabled={waiting}
        onChange={({ target }) => isLanguage(target.value) && onChoose(target.value)}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
