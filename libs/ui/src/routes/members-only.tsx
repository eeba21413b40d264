import { useSession } from "@loyalty/api-client/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Navigate, Outlet } from "react-router";

import { paths } from "./paths.ts";

/**
 * Lets signed-in members through and sends everybody else to `/login`, spec 000 §2. Whoever signs
 * out inside is brought home instead, without being asked to sign in again (spec 000 §4).
 * Nothing private is painted before the session is known.
 *
 * @param waiting what to show while the stored session is being restored
 */
export function MembersOnly({ waiting }: { waiting: ReactNode }) {
  const session = useSession();
  const wasInside = useRef(false);

  useEffect(() => {
    if (session.status === "signed-in") wasInside.current = true;
  }, [session.status]);

  if (session.status === "restoring") return waiting;
  if (session.status === "signed-in") return <Outlet />;
  const leftByChoice = wasInside.current && session.reason === "signed-out";
  return <Navigate to={leftByChoice ? paths.home : paths.login} replace />;
}
