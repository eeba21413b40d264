import { useSession } from "@loyalty/api-client/react/session";
import { createDeparture, handoffTarget, pendingReceipt } from "@loyalty/api-client/session";
import { handoffParams } from "@loyalty/shell/carried";
import { useOpenDialog } from "@loyalty/shell/dialogs";
import { isKnownPath, isMemberPath } from "@loyalty/shell/known-paths";
import { paths } from "@loyalty/shell/paths";
import { Button } from "@loyalty/ui/button";
import { useEffect, useSyncExternalStore } from "react";
import { preconnect } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigation } from "react-router";

import { siteConfig } from "../config.ts";
import { siteTexts } from "../texts/site.ts";
import styles from "./hand-over.module.css";

type Departure = ReturnType<typeof createDeparture>;

const idle: ReturnType<Departure["getSnapshot"]> = { status: "idle" };

let departure: Departure | undefined;

/** This page's one way to the mini-program: the machine of handoff table B. Browser only. */
export function siteDeparture(): Departure {
  departure ??= createDeparture({
    config: siteConfig(),
    location: window.location,
    carry: handoffParams,
    leave: (url) => window.location.replace(withReceipt(url)),
    isKnownPath,
  });
  return departure;
}

/** Takes the code of a scanned receipt along, behind the # of its page's address, where no log and no Referer has it. */
function withReceipt(url: URL): URL {
  if (url.pathname !== paths.receipt) return url;
  const whole = new URL(url);
  whole.hash = pendingReceipt.of(window.location) || pendingReceipt.read();
  pendingReceipt.clear();
  return whole;
}

/** Whether the public pages of this host hand their members over, by themselves and with the same path. */
export function handsOverHere(): boolean {
  const config = siteConfig();
  return (
    window.location.host === config.productionHost &&
    "origin" in handoffTarget(config, window.location)
  );
}

const subscribe = (listener: () => void) => siteDeparture().subscribe(listener);

/** How far the departure has come. A prerendered page is idle. */
export function useDeparture() {
  return useSyncExternalStore(
    subscribe,
    () => siteDeparture().getSnapshot(),
    () => idle,
  );
}

/**
 * Hands a signed-in member to the mini-program: from a member path on any host, from a public one
 * on the production host (docs/handoff.md). Waits while a dialog is open, so that "Registration successful!"
 * can be read, and until a page that was gone to is there: its path is the one that is handed over.
 */
export function HandOver() {
  const { status } = useSession();
  const isNavigating = useNavigation().state !== "idle";
  const isBusy = useOpenDialog() !== null || isNavigating;
  const fromMemberPath = isMemberPath(useLocation().pathname);

  useEffect(() => {
    if (status === "signed-in" && !isBusy) {
      const target = handoffTarget(siteConfig(), window.location);
      // While the ticket is asked for, the way to the other host is opened.
      if ("origin" in target && (fromMemberPath || handsOverHere())) preconnect(target.origin);
      void siteDeparture().start({ fromMemberPath });
    }
    if (status === "signed-out") siteDeparture().cancel();
  }, [status, isBusy, fromMemberPath]);

  return null;
}

/**
 * The way to the mini-program by hand, on a public page whose departure waits for the network or stopped before it
 * could turn in circles (docs/handoff.md, the site's part). `MemberRedirect` has a button of its own.
 */
export function OpenMembersApp() {
  const { t } = useTranslation(siteTexts);
  const { status } = useDeparture();
  const { pathname } = useLocation();
  if ((status !== "waiting" && status !== "stopped") || isMemberPath(pathname)) return null;

  return (
    <div className={styles.bar} role="status">
      <p>{t(`handoff.${status}Title`)}</p>
      <Button
        variant="outline"
        onClick={() => void siteDeparture().start({ fromMemberPath: false, byHand: true })}
      >
        {t("handoff.open")}
      </Button>
    </div>
  );
}
