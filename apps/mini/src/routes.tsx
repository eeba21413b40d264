import { CrashScreen } from "@loyalty/ui/routes/crash-screen.tsx";
import { MembersOnly } from "@loyalty/ui/routes/members-only.tsx";
import { linkedPaths, memberPaths } from "@loyalty/ui/routes/paths.ts";
import { publicRoutes } from "@loyalty/ui/routes/public-routes.ts";
import { UnknownPath } from "@loyalty/ui/routes/unknown-path.tsx";
import type { RouteObject } from "react-router";

import { Shell } from "./app/shell.tsx";
import { Waiting } from "./page/member-page.tsx";

/**
 * The members' pages, loaded when they are opened. By a function: of a `lazy` object React Router passes over what fails
 * to load, and shows an empty page.
 */
const memberRoutes: RouteObject[] = [
  {
    path: memberPaths.dashboard,
    lazy: async () => ({
      Component: (await import("./features/dashboard/dashboard-screen.tsx")).DashboardScreen,
    }),
  },
  {
    path: memberPaths.rewards,
    lazy: async () => ({
      Component: (await import("./features/points/points-screen.tsx")).PointsScreen,
    }),
  },
  {
    path: memberPaths.activity,
    lazy: async () => ({
      Component: (await import("./features/points/activity-screen.tsx")).ActivityScreen,
    }),
  },
  {
    path: memberPaths.messages,
    lazy: async () => ({
      Component: (await import("./features/messages/messages-screen.tsx")).MessagesScreen,
    }),
  },
  {
    path: memberPaths.redeem,
    lazy: async () => ({
      Component: (await import("./features/rewards/redeem-screen.tsx")).RedeemScreen,
    }),
  },
  {
    path: memberPaths.reward,
    lazy: async () => ({
      Component: (await import("./features/rewards/reward-screen.tsx")).RewardScreen,
    }),
  },
  {
    path: memberPaths.rewardWithoutId,
    lazy: async () => ({
      Component: (await import("./features/rewards/reward-screen.tsx")).RewardScreen,
    }),
  },
  {
    path: memberPaths.profile,
    lazy: async () => ({
      Component: (await import("./features/profile/profile-screen.tsx")).ProfileScreen,
    }),
  },
  {
    path: memberPaths.profileEdit,
    lazy: async () => ({
      Component: (await import("./features/profile/edit-profile-screen.tsx")).EditProfileScreen,
    }),
  },
  {
    path: memberPaths.referral,
    lazy: async () => ({
      Component: (await import("./features/referral/referral-screen.tsx")).ReferralScreen,
    }),
  },
  {
    path: memberPaths.personalInfo,
    lazy: async () => ({
      Component: (await import("./features/settings/personal-info-screen.tsx")).PersonalInfoScreen,
    }),
  },
  {
    path: memberPaths.devices,
    lazy: async () => ({
      Component: (await import("./features/settings/devices-screen.tsx")).DevicesScreen,
    }),
  },
  {
    path: memberPaths.notifications,
    lazy: async () => ({
      Component: (await import("./features/settings/notifications-screen.tsx")).NotificationsScreen,
    }),
  },
  {
    path: memberPaths.language,
    lazy: async () => ({
      Component: (await import("./features/settings/language-screen.tsx")).LanguageScreen,
    }),
  },
  {
    path: memberPaths.helpSupport,
    lazy: async () => ({
      Component: (await import("./features/settings/help-support-screen.tsx")).HelpSupportScreen,
    }),
  },
];

/** Pages that e-mails link to, for everybody. */
const linkedRoutes: RouteObject[] = [
  {
    path: linkedPaths.unsubscribe,
    lazy: async () => ({
      Component: (await import("./features/messages/unsubscribe-screen.tsx")).UnsubscribeScreen,
    }),
  },
];

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
          ...linkedRoutes,
          { element: <MembersOnly waiting={<Waiting />} />, children: memberRoutes },
          { path: "*", element: <UnknownPath /> },
        ],
      },
    ],
  },
];
