import { LegalPage } from "../components/legal-page.tsx";

/** Terms & Conditions (spec 001 §2). */
export default function TermsScreen() {
  return <LegalPage document="terms" />;
}
