import { useTexts } from "@loyalty/ui";
import { LANGUAGES, type LanguageCode } from "@loyalty/ui/texts/languages";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import styles from "./language-choice.module.css";

interface LanguageChoiceProps {
  chosen: LanguageCode;
  onChoose: (code: LanguageCode) => void;
}

/** The languages this app speaks, each by its own name and in its own voice. */
export function LanguageChoice({ chosen, onChoose }: LanguageChoiceProps) {
  const t = useTexts(settingsTexts);
  return (
    <div role="radiogroup" aria-label={t("language.language")} className={styles.choices}>
      {LANGUAGES.map(({ code, name }) => (
        <label key={code} className={styles.choice}>
          <input
            type="radio"
            name="selectedLanguage"
            value={code}
            checked={code === chosen}
            onChange={() => onChoose(code)}
          />
          <span lang={code}>{name}</span>
        </label>
      ))}
    </div>
  );
}
