import { CrashScreen, UnknownPath } from "@loyalty/ui/routes/crash-screen.tsx";
import { MembersOnly } from "@loyalty/ui/routes/members-only.tsx";
import { linkedPaths, memberPaths } from "@loyalty/ui/routes/paths.ts";
import { publicRoutes } from "@loyalty/ui/routes/public-routes.ts";
import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { Shell } from "./app/shell.tsx";
import { Waiting } from "./page/member-page.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** The members' pages, loaded when they are opened. */
const memberScreens: Record<keyof typeof memberPaths, Load> = {
  dashboard: () => import("./features/dashboard/dashboard-screen.tsx"),
  rewards: () => import("./features/points/points-screen.tsx"),
  redeem: () => import("./features/rewards/redeem-screen.tsx"),
  reward: () => import("./features/rewards/reward-screen.tsx"),
  rewardWithoutId: () => import("./features/rewards/reward-screen.tsx"),
  profile: () => import("./features/profile/profile-screen.tsx"),
  profileEdit: () => import("./features/profile/edit-profile-screen.tsx"),
  referral: () => import("./features/referral/referral-screen.tsx"),
  activity: () => import("./features/points/activity-screen.tsx"),
  messages: () => import("./features/messages/messages-screen.tsx"),
  personalInfo: () => import("./features/settings/personal-info-screen.tsx"),
  devices: () => import("./features/settings/devices-screen.tsx"),
  notifications: () => import("./features/settings/notifications-screen.tsx"),
  language: () => import("./features/settings/language-screen.tsx"),
  helpSupport: () => import("./features/settings/help-support-screen.tsx"),
};

/** Pages that e-mails link to, for everybody. */
const linkedScreens: Record<keyof typeof linkedPaths, Load> = {
  unsubscribe: () => import("./features/messages/unsubscribe-screen.tsx"),
};

/** By a function: of a `lazy` object React Router passes over what fails to load, and shows an empty page. */
const routesOf = <Name extends string>(screens: Record<Name, Load>, paths: Record<Name, string>) =>
  Object.entries<Load>(screens).map(([name, load]) => ({
    path: paths[name as Name],
    lazy: async () => ({ Component: (await load()).default }),
  }));

/** All routes: the public pages, those of e-mails, the members' pages behind their guard, and unknown paths, in the shell. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <CrashScreen />,
    hydrateFallbackElement: <Waiting />,
    children: [
      {
        errorElement: <CrashScreen />,
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
