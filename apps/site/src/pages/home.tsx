import { HomeScreen } from "@loyalty/ui/screens/home";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("home");
}

export default function HomePage() {
  return <HomeScreen />;
}
