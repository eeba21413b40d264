import { LegalPage } from "./legal-page.tsx";
import { TERMS_SECTIONS } from "./legal.tsx";

const sections = TERMS_SECTIONS.map((section) => `terms.sections.${section}` as const);

/** Terms & Conditions: eight sections (spec 001 §2). */
export default function TermsScreen() {
  return <LegalPage document="terms" sections={sections} />;
}
