import { useSession } from "@loyalty/api-client/react";
import { useOverlay } from "@loyalty/ui";
import { isMemberPath } from "@loyalty/ui/routes";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { siteDeparture } from "./departure.ts";

/**
 * Hands a signed-in member to the mini-program: from a member path on any host, from a public one
 * on the production host (docs/handoff.md). Waits while a dialog is open, so that
 * "Registration successful!" can be read.
 */
export function HandOver() {
  const { status } = useSession();
  const busy = useOverlay() !== null;
  const door = isMemberPath(useLocation().pathname);

  useEffect(() => {
    if (status === "signed-in" && !busy) void siteDeparture().start({ fromMemberPath: door });
    if (status === "signed-out") siteDeparture().cancel();
  }, [status, busy, door]);

  return null;
}
