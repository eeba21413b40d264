import { PrivacyScreen } from "@loyalty/ui/screens/privacy";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("privacy");
}

export default function PrivacyPage() {
  return <PrivacyScreen />;
}
