import {
  CrashScreen,
  memberPaths,
  MembersOnly,
  publicRoutes,
  UnknownPath,
} from "@loyalty/ui/routes";
import type { RouteObject } from "react-router";

import { Shell } from "./app/shell.tsx";
import { Waiting } from "./page/member-page.tsx";

/** The members' rooms, each in a chunk of its own. */
const memberRoutes: RouteObject[] = [
  {
    path: memberPaths.dashboard,
    lazy: {
      Component: async () =>
        (await import("./features/dashboard/dashboard-screen.tsx")).DashboardScreen,
    },
  },
  {
    path: memberPaths.rewards,
    lazy: {
      Component: async () => (await import("./features/points/points-screen.tsx")).PointsScreen,
    },
  },
  {
    path: memberPaths.activity,
    lazy: {
      Component: async () => (await import("./features/points/activity-screen.tsx")).ActivityScreen,
    },
  },
  {
    path: memberPaths.redeem,
    lazy: {
      Component: async () => (await import("./features/rewards/redeem-screen.tsx")).RedeemScreen,
    },
  },
  {
    path: memberPaths.reward,
    lazy: {
      Component: async () => (await import("./features/rewards/reward-screen.tsx")).RewardScreen,
    },
  },
  {
    path: memberPaths.rewardWithoutId,
    lazy: {
      Component: async () => (await import("./features/rewards/reward-screen.tsx")).RewardScreen,
    },
  },
  {
    path: memberPaths.profile,
    lazy: {
      Component: async () => (await import("./features/profile/profile-screen.tsx")).ProfileScreen,
    },
  },
  {
    path: memberPaths.profileEdit,
    lazy: {
      Component: async () =>
        (await import("./features/profile/edit-profile-screen.tsx")).EditProfileScreen,
    },
  },
  {
    path: memberPaths.referral,
    lazy: {
      Component: async () =>
        (await import("./features/referral/referral-screen.tsx")).ReferralScreen,
    },
  },
  {
    path: memberPaths.personalInfo,
    lazy: {
      Component: async () =>
        (await import("./features/settings/personal-info-screen.tsx")).PersonalInfoScreen,
    },
  },
  {
    path: memberPaths.devices,
    lazy: {
      Component: async () => (await import("./features/settings/devices-screen.tsx")).DevicesScreen,
    },
  },
  {
    path: memberPaths.notifications,
    lazy: {
      Component: async () =>
        (await import("./features/settings/notifications-screen.tsx")).NotificationsScreen,
    },
  },
  {
    path: memberPaths.language,
    lazy: {
      Component: async () =>
        (await import("./features/settings/language-screen.tsx")).LanguageScreen,
    },
  },
  {
    path: memberPaths.helpSupport,
    lazy: {
      Component: async () =>
        (await import("./features/settings/help-support-screen.tsx")).HelpSupportScreen,
    },
  },
];

/** THE MAP: the shell, the public rooms, the members' rooms behind their guard, and every other path. */
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
          { element: <MembersOnly waiting={<Waiting />} />, children: memberRoutes },
          { path: "*", element: <UnknownPath /> },
        ],
      },
    ],
  },
];
