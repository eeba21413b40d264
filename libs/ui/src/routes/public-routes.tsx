import type { RouteObject } from "react-router";

import { screens } from "../screens/index.ts";
import { LoginRoute } from "./login-route.tsx";
import { publicPaths } from "./paths.ts";

/** Home with the sign-in dialog over it. */
async function loginScreen() {
  const HomeScreen = await screens.HomeScreen();
  return function LoginScreen() {
    return (
      <LoginRoute>
        <HomeScreen />
      </LoginRoute>
    );
  };
}

/** The public rooms as route objects, each screen in a chunk of its own. */
export const publicRoutes: RouteObject[] = [
  { path: publicPaths.home, lazy: { Component: screens.HomeScreen } },
  { path: publicPaths.login, lazy: { Component: loginScreen } },
  { path: publicPaths.loginWithReferral, lazy: { Component: loginScreen } },
  { path: publicPaths.menu, lazy: { Component: screens.MenuScreen } },
  { path: publicPaths.locations, lazy: { Component: screens.LocationsScreen } },
  { path: publicPaths.about, lazy: { Component: screens.AboutScreen } },
  { path: publicPaths.membership, lazy: { Component: screens.MembershipScreen } },
  { path: publicPaths.awards, lazy: { Component: screens.AwardsScreen } },
  { path: publicPaths.careers, lazy: { Component: screens.CareersScreen } },
  { path: publicPaths.contact, lazy: { Component: screens.ContactScreen } },
  { path: publicPaths.terms, lazy: { Component: screens.TermsScreen } },
  { path: publicPaths.privacy, lazy: { Component: screens.PrivacyScreen } },
];
