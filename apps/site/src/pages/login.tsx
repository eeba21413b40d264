import { LoginRoute } from "@loyalty/ui/routes";

import { headOf } from "../head-of.ts";
import HomePage from "./home.tsx";

/** The sign-in address is the home page to everybody who does not sign in. */
export function meta() {
  return headOf("home");
}

export default function LoginPage() {
  return (
    <LoginRoute>
      <HomePage />
    </LoginRoute>
  );
}
