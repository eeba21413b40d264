import { Cluster } from "@loyalty/ui/layout";
import { BrandMark } from "@loyalty/ui/brand-logo";
import { DEFAULT_BRAND } from "@loyalty/ui/brands";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { chooseLanguage } from "@loyalty/ui/set-language";
import textStyles from "@loyalty/ui/text.module.css";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./standalone-page.module.css";

/** A page for who is not signed in: one card, language and colours below. */
export function StandalonePage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(staffTexts);
  return (
    <div className={styles.layout}>
      <title>{title}</title>
      <main className={styles.card}>
        <p className={styles.brand}>
          <BrandMark brand={DEFAULT_BRAND} size={48} />
          <span>{t("name")}</span>
        </p>
        <h1 className={textStyles.xxl}>{title}</h1>
        {children}
      </main>
      <Cluster as="footer" gap={4} justify="center">
        <LanguageSelect onChoose={chooseLanguage} />
        <SchemeSwitch />
      </Cluster>
    </div>
  );
}
