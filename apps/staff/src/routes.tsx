import { CrashScreen } from "@loyalty/ui/crash-screen";
import type { RouteObject } from "react-router";

import { Frame } from "./app/frame.tsx";
import { NotFoundScreen } from "./app/not-found-screen.tsx";
import { OfficeFrame, OnlyFor } from "./app/office-frame.tsx";
import { StartScreen } from "./app/start-screen.tsx";
import { AccountScreen } from "./features/account/account-screen.tsx";
import { CounterBillsScreen } from "./features/counter/bills-screen.tsx";
import { CounterFrame } from "./features/counter/counter-frame.tsx";
import { EnrolScreen } from "./features/counter/enrol-screen.tsx";
import { QueueScreen } from "./features/counter/queue-screen.tsx";
import { ScanScreen } from "./features/counter/scan-screen.tsx";
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
      { path: paths.enrol, element: <EnrolScreen /> },
      {
        element: <CounterFrame />,
        children: [
          { path: paths.counter, element: <ScanScreen /> },
          { path: paths.counterBills, element: <CounterBillsScreen /> },
          { path: paths.counterQueue, element: <QueueScreen /> },
        ],
      },
      {
        element: <OfficeFrame />,
        children: [
          ...officeScreens.map(({ path, part = "", operation, load }) => ({
            element: <OnlyFor operation={operation} />,
            children: [
              { path: path + part, lazy: async () => ({ Component: (await load()).default }) },
            ],
          })),
          { path: paths.account, element: <AccountScreen /> },
        ],
      },
      { path: "*", element: <NotFoundScreen /> },
    ],
  },
];
