import { Languages, Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { Cluster } from "../layout/layout.tsx";
import text from "./text.module.css";
import { isLanguage, type LanguageCode, LANGUAGES } from "../i18n/languages.ts";
import { preferenceTexts } from "../texts.ts";
import { brandKeys, brands } from "../theme/brands.ts";
import { schemes } from "../theme/theme-boot.ts";
import { chooseScheme, useBrand, useScheme } from "../theme/theme-store.ts";
import styles from "./preferences.module.css";

interface BrandTabsProps {
  /** The whole names, where they fit. */
  full?: boolean;
  onChosen?: () => void;
}

/**
 * The switch between the brands: the pressed one is active. It changes the page, so it is no tab panel. A group of one
 * brand has none.
 */
export function BrandTabs({ full = false, onChosen }: BrandTabsProps) {
  const { t } = useTranslation(preferenceTexts);
  const { brand, chooseBrand } = useBrand();
  if (brandKeys.length < 2) return null;

  return (
    <div
      role="group"
      aria-label={t("brands")}
      className={full ? `${styles.tabs} ${styles.full}` : styles.tabs}
    >
      {brandKeys.map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === brand.key}
          aria-label={brands[key].name}
          className={styles.tab}
          onClick={() => {
            chooseBrand(key);
            onChosen?.();
          }}
        >
          {full ? brands[key].name : brands[key].shortName}
        </button>
      ))}
    </div>
  );
}

const nothingChanges = () => () => {};

/** The languages of these pages, each by its own name. In prerendered HTML it waits for the app: a choice made before is lost. */
export function LanguageSelect({ onChoose }: { onChoose: (code: LanguageCode) => void }) {
  const { t } = useTranslation(preferenceTexts);
  const language = useTranslation().i18n.language;
  const waiting = useSyncExternalStore(
    nothingChanges,
    () => false,
    () => true,
  );
  return (
    <Cluster as="label" gap={2} className={text.note}>
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
    </Cluster>
  );
}

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the device has it. */
export function SchemeSwitch() {
  const { t } = useTranslation(preferenceTexts);
  const scheme = useScheme();

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
            onClick={() => chooseScheme(key)}
          >
            <Icon aria-hidden="true" size={18} />
          </button>
        );
      })}
    </div>
  );
}
