import { Cluster, Stack } from "@loyalty/ui/layout";
import { BrandMark } from "@loyalty/ui/brand-logo";
import { DEFAULT_BRAND } from "@loyalty/ui/brands";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { chooseLanguage } from "@loyalty/ui/set-language";
import surfaceStyles from "@loyalty/ui/surface.module.css";
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
      <Stack as="main" gap={4} className={`${surfaceStyles.card} ${styles.card}`}>
        <Cluster as="p" gap={3} nowrap className={`${textStyles.lg} ${styles.brand}`}>
          <BrandMark brand={DEFAULT_BRAND} size={48} />
          <span>{t("name")}</span>
        </Cluster>
        <h1 className={textStyles.xxl}>{title}</h1>
        {children}
      </Stack>
      <Cluster as="footer" gap={4} justify="center">
        <LanguageSelect onChoose={chooseLanguage} />
        <SchemeSwitch />
      </Cluster>
    </div>
  );
}
