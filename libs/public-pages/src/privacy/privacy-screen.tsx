import { LegalPage } from "../components/legal-page.tsx";

/** Privacy Policy (spec 001 §2). */
export default function PrivacyScreen() {
  return <LegalPage document="privacy" />;
}
