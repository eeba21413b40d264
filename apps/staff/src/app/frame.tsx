import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { chooseLanguage } from "@loyalty/ui/i18n/set-language.ts";
import { Toaster } from "@loyalty/ui/primitives/toast.tsx";
import { PageArrival } from "@loyalty/ui/routes/page-arrival.tsx";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/shell/preferences.tsx";
import { ThemeEffects } from "@loyalty/ui/theme/theme-effects.tsx";
import { Outlet } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import styles from "./frame.module.css";

/** The layout around every page: a bar with the app's name, the page, language and colours below. */
export function Frame() {
  const t = useTexts(staffTexts);
  return (
    <ThemeEffects>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <p className={styles.name}>{t("name")}</p>
        </header>
        <main className={styles.main}>
          <Outlet />
        </main>
        <footer className={styles.foot}>
          <LanguageSelect onChoose={(code) => void chooseLanguage(code)} />
          <SchemeSwitch />
        </footer>
      </div>
      <PageArrival />
      <Toaster />
    </ThemeEffects>
  );
}
