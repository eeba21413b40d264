import { MenuScreen } from "@loyalty/ui/screens/menu";
import { menuCard } from "@loyalty/ui/seo/menu-card";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("menu", (origin) => [menuCard(origin)]);
}

export default function MenuPage() {
  return <MenuScreen />;
}
