import {
  CalendarClock,
  ChartLine,
  CheckCheck,
  FileDiff,
  Gift,
  Inbox,
  ListOrdered,
  type LucideIcon,
  Megaphone,
  Newspaper,
  Receipt,
  ScrollText,
  SlidersHorizontal,
  Sun,
  Ticket,
  UserRoundSearch,
  Users,
  Webhook,
} from "lucide-react";
import type { ComponentType } from "react";

import type { Operation } from "./queries/requests.ts";
import type { NavigationName } from "./texts/navigation.ts";

/** A screen of the office: a line of the navigation, and a route. */
export interface OfficeScreen {
  /** What may follow the path: `/:kind?`. */
  part?: `/:${string}?`;
  /** Its sentence in `texts/en/navigation.json`, and its path: `/today`. */
  name: NavigationName;
  Icon: LucideIcon;
  /** A user who may do this sees the screen. */
  operation: Operation;
  load: () => Promise<{ default: ComponentType }>;
}

const screens: readonly OfficeScreen[] = [
  {
    name: "today",
    Icon: Sun,
    operation: "GET /staff/today",
    load: () => import("./features/today/today-screen.tsx"),
  },
  {
    name: "members",
    Icon: UserRoundSearch,
    operation: "POST /staff/member/find",
    load: () => import("./features/members/members-screen.tsx"),
  },
  {
    name: "bills",
    Icon: Receipt,
    operation: "GET /staff/bill",
    load: () => import("./features/bills/bills-screen.tsx"),
  },
  {
    name: "vouchers",
    Icon: Ticket,
    operation: "GET /staff/voucher",
    load: () => import("./features/vouchers/vouchers-screen.tsx"),
  },
  {
    name: "people",
    Icon: Users,
    operation: "GET /staff/people",
    load: () => import("./features/people/people-screen.tsx"),
  },
  {
    name: "approvals",
    Icon: CheckCheck,
    operation: "GET /staff/approval",
    load: () => import("./features/approvals/approvals-screen.tsx"),
  },
  {
    name: "inbox",
    Icon: Inbox,
    operation: "GET /staff/enquiry",
    load: () => import("./features/inbox/inbox-screen.tsx"),
  },
  {
    name: "rewards",
    part: "/:rewardId?",
    Icon: Gift,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/rewards-screen.tsx"),
  },
  {
    name: "tiers",
    Icon: ListOrdered,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/tiers-screen.tsx"),
  },
  {
    name: "programme",
    Icon: SlidersHorizontal,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/programme-screen.tsx"),
  },
  {
    name: "content",
    part: "/:kind?",
    Icon: Newspaper,
    operation: "GET /staff/content",
    load: () => import("./features/content/content-screen.tsx"),
  },
  {
    name: "hours",
    Icon: CalendarClock,
    operation: "GET /staff/outlet/{outlet_id}/hours",
    load: () => import("./features/content/hours-screen.tsx"),
  },
  {
    name: "broadcasts",
    Icon: Megaphone,
    operation: "GET /staff/broadcast",
    load: () => import("./features/broadcasts/broadcasts-screen.tsx"),
  },
  {
    name: "figures",
    Icon: ChartLine,
    operation: "GET /staff/figures",
    load: () => import("./features/figures/figures-screen.tsx"),
  },
  {
    name: "log",
    Icon: ScrollText,
    operation: "GET /staff/log",
    load: () => import("./features/log/log-screen.tsx"),
  },
  {
    name: "reconcile",
    Icon: FileDiff,
    operation: "POST /staff/reconcile",
    load: () => import("./features/reconcile/reconcile-screen.tsx"),
  },
  {
    name: "webhooks",
    Icon: Webhook,
    operation: "GET /staff/webhook",
    load: () => import("./features/webhooks/webhooks-screen.tsx"),
  },
];

/** All screens of the office, in the order of the navigation. */
export const officeScreens = screens.map((screen) => ({ ...screen, path: `/${screen.name}` }));
