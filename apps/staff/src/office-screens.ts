import {
  CalendarCheck,
  ChartBarBig,
  ChartColumnBig,
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
  Store,
  Sun,
  Ticket,
  UserRoundSearch,
  Users,
  Webhook,
} from "lucide-react";
import type { ComponentType } from "react";

import type { Operation } from "./queries/requests.ts";
import type { NavigationName } from "./texts/staff.ts";

/** The groups of the navigation, in its order; `settings` are not among the five that a telephone shows. */
export const GROUPS = ["today", "counter", "members", "programme", "reports", "settings"] as const;
export type OfficeGroup = (typeof GROUPS)[number];

export interface OfficeScreen {
  /** Where the navigation has it; null: it is the bell, or is opened from another screen. */
  group: OfficeGroup | null;
  /** What may follow the path: `/:kind?`. */
  part?: `/:${string}?`;
  /** Its sentence in `texts/en/navigation.json`, and its path: `/today`. */
  name: NavigationName;
  Icon: LucideIcon;
  operation: Operation;
  load: () => Promise<{ default: ComponentType }>;
}

const screens: readonly OfficeScreen[] = [
  {
    name: "today",
    group: "today",
    Icon: Sun,
    operation: "GET /staff/today",
    load: () => import("./features/today/today-screen.tsx"),
  },
  {
    name: "bills",
    group: "counter",
    Icon: Receipt,
    operation: "GET /staff/bill",
    load: () => import("./features/bills/bills-screen.tsx"),
  },
  {
    name: "vouchers",
    group: "counter",
    Icon: Ticket,
    operation: "GET /staff/voucher",
    load: () => import("./features/vouchers/vouchers-screen.tsx"),
  },
  {
    name: "reconcile",
    group: "counter",
    Icon: FileDiff,
    operation: "POST /staff/reconcile",
    load: () => import("./features/reconcile/reconcile-screen.tsx"),
  },
  {
    name: "members",
    group: "members",
    Icon: UserRoundSearch,
    operation: "POST /staff/member/find",
    load: () => import("./features/members/members-screen.tsx"),
  },
  {
    name: "broadcasts",
    group: "members",
    Icon: Megaphone,
    operation: "GET /staff/broadcast",
    load: () => import("./features/broadcasts/broadcasts-screen.tsx"),
  },
  {
    name: "inbox",
    group: "members",
    Icon: Inbox,
    operation: "GET /staff/enquiry",
    load: () => import("./features/inbox/inbox-screen.tsx"),
  },
  {
    name: "rewards",
    group: "programme",
    part: "/:rewardId?",
    Icon: Gift,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/rewards-screen.tsx"),
  },
  {
    name: "tiers",
    group: "programme",
    Icon: ListOrdered,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/tiers-screen.tsx"),
  },
  {
    name: "content",
    group: "programme",
    part: "/:kind?",
    Icon: Newspaper,
    operation: "GET /staff/content",
    load: () => import("./features/content/content-screen.tsx"),
  },
  {
    name: "outlets",
    group: "programme",
    part: "/:outletId?",
    Icon: Store,
    operation: "GET /staff/outlet",
    load: () => import("./features/content/outlets-screen.tsx"),
  },
  {
    name: "programme",
    group: null,
    Icon: SlidersHorizontal,
    operation: "GET /staff/programme",
    load: () => import("./features/programme/programme-screen.tsx"),
  },
  {
    name: "overview",
    group: "reports",
    Icon: ChartLine,
    operation: "GET /staff/figures",
    load: () => import("./features/reports/overview-screen.tsx"),
  },
  {
    name: "month-end",
    group: "reports",
    Icon: CalendarCheck,
    operation: "GET /staff/liability",
    load: () => import("./features/month-end/month-end-screen.tsx"),
  },
  {
    name: "reward-report",
    group: "reports",
    Icon: ChartBarBig,
    operation: "GET /staff/figures/reward",
    load: () => import("./features/reports/reward-report-screen.tsx"),
  },
  {
    name: "outlet-report",
    group: "reports",
    Icon: ChartColumnBig,
    operation: "GET /staff/figures",
    load: () => import("./features/reports/outlet-report-screen.tsx"),
  },
  {
    name: "approvals",
    group: null,
    Icon: CheckCheck,
    operation: "GET /staff/approval",
    load: () => import("./features/approvals/approvals-screen.tsx"),
  },
  {
    name: "people",
    group: "settings",
    Icon: Users,
    operation: "GET /staff/people",
    load: () => import("./features/people/people-screen.tsx"),
  },
  {
    name: "log",
    group: "settings",
    Icon: ScrollText,
    operation: "GET /staff/log",
    load: () => import("./features/log/log-screen.tsx"),
  },
  {
    name: "webhooks",
    group: "settings",
    Icon: Webhook,
    operation: "GET /staff/webhook",
    load: () => import("./features/webhooks/webhooks-screen.tsx"),
  },
];

export const officeScreens = screens.map((screen) => ({ ...screen, path: `/${screen.name}` }));
