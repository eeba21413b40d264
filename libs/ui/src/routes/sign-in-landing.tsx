import { useSession } from "@loyalty/api-client/react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

import { pathAfterSignIn, pathForMember } from "./known-paths.ts";

/**
 * Takes a member to the dashboard: after a sign-in on `/`, `/login`, `/locations`, `/about` or
 * `/menu`, and whenever a signed-in person opens `/` or a login path (spec 000 §2).
 *
 * @param staysAt whether this host leaves a signed-in person's home page as it is, because it hands
 *   them over from there with the same path
 */
export function SignInLanding({ staysAt = nowhere }: { staysAt?: () => boolean }) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const before = useRef(status);

  useEffect(() => {
    const justSignedIn = before.current === "signed-out" && status === "signed-in";
    before.current = status;
    if (status !== "signed-in") return;
    if (!justSignedIn && staysAt()) return;
    const target = justSignedIn ? pathAfterSignIn(pathname) : pathForMember(pathname);
    if (target !== pathname) void navigate(target, { replace: true });
  }, [staysAt, status, pathname, navigate]);

  return null;
}

function nowhere() {
  return false;
}
