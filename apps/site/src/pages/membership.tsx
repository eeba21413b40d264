import { MembershipScreen } from "@loyalty/ui/screens/membership";
import { questions } from "@loyalty/ui/seo/questions";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("membership", () => [questions()]);
}

export default function MembershipPage() {
  return <MembershipScreen />;
}
