import { Monitor, Moon, Sun } from "lucide-react";

import { schemes } from "../brand/look.ts";
import { useScheme } from "../brand/use-scheme.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./scheme-switch.module.css";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the device has it. */
export function SchemeSwitch() {
  const t = useTexts(shellTexts);
  const { scheme, chooseScheme } = useScheme();

  return (
    <div role="group" aria-label={t("scheme.label")} className={styles.switch}>
      {schemes.map((key) => {
        const Icon = icons[key];
        return (
          <button
            key={key}
            type="button"
            aria-pressed={key === scheme}
            aria-label={t(`scheme.${key}`)}
            title={t(`scheme.${key}`)}
            className={styles.choice}
            onClick={() => chooseScheme(key)}
          >
            <Icon aria-hidden="true" size={18} />
          </button>
        );
      })}
    </div>
  );
}
