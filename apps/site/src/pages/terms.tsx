import { TermsScreen } from "@loyalty/ui/screens/terms";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("terms");
}

export default function TermsPage() {
  return <TermsScreen />;
}
