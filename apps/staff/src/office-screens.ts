import type { Operation } from "@loyalty/api-client/staff/requests.ts";
import { type LucideIcon, Sun } from "lucide-react";
import type { ComponentType } from "react";

import type { NavigationName } from "./texts/navigation.ts";

/** A screen of the office: a line of the navigation, and a route. */
export interface OfficeScreen {
  path: `/${string}`;
  /** Its sentence in `texts/en/navigation.json`. */
  name: NavigationName;
  Icon: LucideIcon;
  /** Whoever may do this sees the screen. */
  operation: Operation;
  load: () => Promise<{ default: ComponentType }>;
}

/** All screens of the office, in the order of the navigation. */
export const officeScreens: readonly OfficeScreen[] = [
  {
    path: "/today",
    name: "today",
    Icon: Sun,
    operation: "GET /staff/today",
    load: () => import("./features/today/today-screen.tsx"),
  },
];
