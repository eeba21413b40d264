import { CareersScreen } from "@loyalty/ui/screens/careers";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("careers");
}

export default function CareersPage() {
  return <CareersScreen />;
}
