import { CrashScreen } from "@loyalty/ui/routes/crash-screen.tsx";
import type { RouteObject } from "react-router";

import { Frame } from "./app/frame.tsx";
import { NotFoundScreen } from "./app/not-found-screen.tsx";

/** All routes, in the frame. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <CrashScreen />,
    children: [{ path: "*", element: <NotFoundScreen /> }],
  },
];
