import { useTexts } from "../i18n/i18n.ts";
import { legalTexts } from "../texts/legal.ts";
import { LegalPage } from "./legal-page.tsx";
import { PRIVACY_SECTIONS } from "./legal.tsx";

const sections = PRIVACY_SECTIONS.map((section) => `privacy.sections.${section}` as const);

/** Privacy Policy: a summary and nine sections (spec 001 §2). */
export default function PrivacyScreen() {
  const t = useTexts(legalTexts);
  return <LegalPage document="privacy" sections={sections} summary={t("privacy.summary")} />;
}
