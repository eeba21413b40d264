import { publicRoutes } from "@loyalty/public-pages/routes";
import { MembersOnly } from "@loyalty/shell/members-only";
import { linkedPaths, memberPaths } from "@loyalty/shell/paths";
import { UnknownPath } from "@loyalty/shell/unknown-path";
import { CrashScreen } from "@loyalty/ui/crash-screen";
import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { Shell } from "./app/shell.tsx";
import { Waiting } from "./components/member-page.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** The members' pages, loaded when they are opened. */
const memberScreens: Record<keyof typeof memberPaths, Load> = {
  dashboard: () => import("./features/dashboard/dashboard-screen.tsx"),
  rewards: () => import("./features/rewards/rewards-screen.tsx"),
  redeem: () => import("./features/redeem/redeem-screen.tsx"),
  reward: () => import("./features/reward/reward-screen.tsx"),
  rewardWithoutId: () => import("./features/reward/reward-screen.tsx"),
  profile: () => import("./features/profile/profile-screen.tsx"),
  profileEdit: () => import("./features/profile/edit/edit-profile-screen.tsx"),
  referral: () => import("./features/referral/referral-screen.tsx"),
  activity: () => import("./features/activity/activity-screen.tsx"),
  messages: () => import("./features/messages/messages-screen.tsx"),
  personalInfo: () => import("./features/settings/personal-info/personal-info-screen.tsx"),
  devices: () => import("./features/settings/devices/devices-screen.tsx"),
  notifications: () => import("./features/settings/notifications/notifications-screen.tsx"),
  language: () => import("./features/settings/language/language-screen.tsx"),
  helpSupport: () => import("./features/settings/help-support/help-support-screen.tsx"),
};

const linkedScreens: Record<keyof typeof linkedPaths, Load> = {
  unsubscribe: () => import("./features/messages/unsubscribe-screen.tsx"),
};

/** A `lazy` function: React Router ignores load errors of the object form and renders an empty page. */
const routesOf = <Name extends string>(screens: Record<Name, Load>, paths: Record<Name, string>) =>
  Object.entries<Load>(screens).map(([name, load]) => ({
    path: paths[name as Name],
    lazy: async () => ({ Component: (await load()).default }),
  }));

/** All routes: the public pages, those of e-mails, the members' pages behind their guard, and unknown paths, in the shell. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <CrashScreen unknownPath={<UnknownPath />} />,
    children: [
      {
        errorElement: <CrashScreen unknownPath={<UnknownPath />} />,
        children: [
          ...publicRoutes,
          ...routesOf(linkedScreens, linkedPaths),
          {
            element: <MembersOnly waiting={<Waiting />} />,
            children: routesOf(memberScreens, memberPaths),
          },
          { path: "*", element: <UnknownPath /> },
        ],
      },
    ],
  },
];
