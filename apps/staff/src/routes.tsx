import { CrashScreen } from "@loyalty/ui/routes/crash-screen.tsx";
import type { RouteObject } from "react-router";

import { Frame } from "./app/frame.tsx";
import { NotFoundScreen } from "./app/not-found-screen.tsx";
import { OfficeFrame, OnlyFor } from "./app/office-frame.tsx";
import { StartScreen } from "./app/start-screen.tsx";
import { AccountScreen } from "./features/account/account-screen.tsx";
import { InvitationScreen } from "./features/sign-in/invitation-screen.tsx";
import { SignInScreen } from "./features/sign-in/sign-in-screen.tsx";
import { officeScreens } from "./office-screens.ts";
import { paths } from "./paths.ts";

/** All routes. The office's screens are those of `office-screens.ts`. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <CrashScreen />,
    children: [
      { path: paths.start, element: <StartScreen /> },
      { path: paths.signIn, element: <SignInScreen /> },
      { path: paths.invitation, element: <InvitationScreen /> },
      {
        element: <OfficeFrame />,
        children: [
          ...officeScreens.map(({ path, operation, load }) => ({
            element: <OnlyFor operation={operation} />,
            children: [{ path, lazy: async () => ({ Component: (await load()).default }) }],
          })),
          { path: paths.account, element: <AccountScreen /> },
        ],
      },
      { path: "*", element: <NotFoundScreen /> },
    ],
  },
];
