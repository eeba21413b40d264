import { AwardsScreen } from "@loyalty/ui/screens/awards";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("awards");
}

export default function AwardsPage() {
  return <AwardsScreen />;
}
