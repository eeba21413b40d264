import { useSession } from "@loyalty/api-client/react";
import { isMemberPath } from "@loyalty/ui/routes";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Whoever signs in again after the server ended her session is back where she was. It stands after SignInLanding,
 * which would take her to the dashboard: the later word counts.
 */
export function ReturnAfterEnd() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const lastRoom = useRef<string | null>(null);
  const wasEnded = useRef(false);

  useEffect(() => {
    if (session.status === "signed-out") {
      wasEnded.current = session.reason === "expired";
      if (!wasEnded.current) lastRoom.current = null;
      return;
    }
    if (session.status !== "signed-in") return;
    const room = lastRoom.current;
    if (wasEnded.current && room !== null) void navigate(room, { replace: true });
    else if (isMemberPath(pathname)) lastRoom.current = pathname + search;
    wasEnded.current = false;
  }, [session, pathname, search, navigate]);

  return null;
}
