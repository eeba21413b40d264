import { LoginRoute } from "@loyalty/ui/routes";
import { HomeScreen } from "@loyalty/ui/screens/home";

import { headOf } from "../head-of.ts";

/** The sign-in address is the home page to everybody who does not sign in. */
export function meta() {
  return headOf("home");
}

export default function LoginPage() {
  return (
    <LoginRoute>
      <HomeScreen />
    </LoginRoute>
  );
}
