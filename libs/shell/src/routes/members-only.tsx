import { LastSession, useSession } from "@loyalty/api-client/react/session";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Outlet } from "react-router";

import styles from "./members-only.module.css";

/**
 * Shows its pages to signed-in members only; `SessionRedirects` sends everybody else away (spec 000 §2). Nothing private is
 * painted before the session is known.
 *
 * A page that the back-forward cache shows again stays as it was, with what was typed on it, hidden until the session was
 * checked; another member gets pages of their own.
 *
 * @param waiting what to show meanwhile
 */
export function MembersOnly({ waiting }: { waiting: ReactNode }) {
  const session = useSession();
  const [last, setLast] = useState(session);
  if (session.status !== "restoring" && session !== last) setLast(session);
  const shown = session.status === "restoring" ? last : session;
  const isHidden = session.status === "restoring";
  useRestoreFocus(isHidden);

  if (shown.status === "restoring") return waiting;
  if (shown.status === "signed-out") return null;
  return (
    <LastSession value={shown}>
      {isHidden && <div className={styles.waiting}>{waiting}</div>}
      <div className={styles.shown} inert={isHidden} data-held={isHidden || undefined}>
        <Outlet key={shown.user.id} />
      </div>
    </LastSession>
  );
}

/** What is hidden loses the focus; it has it again when it is shown. */
function useRestoreFocus(isHidden: boolean) {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isHidden) focused.current = document.activeElement;
    else if (focused.current instanceof HTMLElement) {
      focused.current.focus({ preventScroll: true });
      focused.current = null;
    }
  }, [isHidden]);
}
