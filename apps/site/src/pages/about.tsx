import { AboutScreen } from "@loyalty/ui/screens/about";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("about");
}

export default function AboutPage() {
  return <AboutScreen />;
}
