import { messageOf } from "@loyalty/api-client/errors";
import { useSession, useSignedInMember } from "@loyalty/api-client/react/session";
import { lastDigits, maskedName } from "@loyalty/api-client/rules/records";
import { session as store } from "@loyalty/api-client/session";
import { openDialog, useOpenDialog } from "@loyalty/shell/dialogs";
import { paths } from "@loyalty/shell/paths";
import { Button } from "@loyalty/ui/button";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { showToast } from "@loyalty/ui/toast";
import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Notice } from "../components/member-page.tsx";
import { siteOrigin } from "../config.ts";
import { arrivalTexts } from "../texts.ts";
import { hostsTexts } from "../texts.ts";
import styles from "./arrival.module.css";
import { hosts, miniArrival } from "./start-session.ts";

/** What became of the token in the address, if there was one. */
export function useArrival() {
  const { subscribe, getSnapshot } = miniArrival();
  return useSyncExternalStore(subscribe, getSnapshot);
}

const ConfirmDialog = lazy(async () => ({
  default: (await import("@loyalty/ui/dialog")).ConfirmDialog,
}));

/** The questions and the refusal that follow the link which brought the visitor here (handoff table C). */
export function ArrivalNotices() {
  const { t } = useTranslation(arrivalTexts);
  const arrival = useArrival();
  const session = useSession();

  if (arrival.status === "refused" && session.status === "signed-out") {
    return (
      <Notice>
        <p role="alert">{t("refused")}</p>
        <Button variant="ghost" onClick={() => openDialog("sign-in")}>
          {t("signIn")}
        </Button>
        <a href={siteOrigin()}>{t("website")}</a>
      </Notice>
    );
  }
  if (arrival.status !== "asking" && arrival.status !== "other-member") return null;

  const question = arrival.status === "asking" ? "ask" : "otherMember";
  const current = session.status === "signed-in" ? session.user.name : "";
  const names =
    arrival.status === "other-member"
      ? {
          name: arrival.maskedName,
          digits: arrival.lastDigits,
          current: current || t("otherMember.currentFallback"),
        }
      : undefined;
  return (
    // Who cannot be asked has not agreed.
    <LazyBoundary onError={() => void miniArrival().decline()}>
      <ConfirmDialog
        open
        title={t(`${question}.title`)}
        message={t(`${question}.message`, names)}
        confirmLabel={t(`${question}.confirm`, names)}
        cancelLabel={t(`${question}.cancel`, names)}
        closeOnOverlay={false}
        onConfirm={() => void miniArrival().confirm()}
        onCancel={() => void miniArrival().decline()}
      />
    </LazyBoundary>
  );
}

/** Shown after the server ended the session; not after a sign-out by choice. */
export function EndedNotice() {
  const { t } = useTranslation(arrivalTexts);
  const session = useSession();
  if (session.status !== "signed-out" || session.reason !== "expired") return null;
  return (
    <Notice>
      <p role="status">{t("ended")}</p>
      <Button variant="ghost" onClick={() => openDialog("sign-in")}>
        {t("signIn")}
      </Button>
    </Notice>
  );
}

/**
 * Whether `SignedInAs` is still shown after a link of unknown origin signed a member in. No other dialog opens
 * meanwhile: the answer would go to an account that may be another user's.
 */
export function useSignedInAs() {
  const arrival = useArrival();
  const session = useSession();
  const until = arrival.status === "accepted" ? arrival.notYouUntil : null;
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setIsOver(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);

  const isShown = until !== null && !isOver && session.status === "signed-in";
  return { isShown, dismiss: () => setIsOver(true) };
}

/**
 * Names the member, so that nobody collects points for a stranger (docs/handoff.md B8). It stays above every page and
 * every dialog, the one with the member code included.
 */
export function SignedInAs({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation(arrivalTexts);
  const member = useSignedInMember();
  const navigate = useNavigate();

  if (member === null) return null;
  const { name, mobileNumber } = member;

  return (
    // A live region, so that screen readers reach it while a dialog hides the page.
    <section className={styles.signedInAs} aria-label={t("region")} aria-live="polite">
      <p>{t("signedInAs", { name: maskedName(name), digits: lastDigits(mobileNumber) })}</p>
      <Button
        variant="ghost"
        onClick={() => {
          void store.end();
          void navigate(paths.home, { replace: true });
        }}
      >
        {t("notYou")}
      </Button>
      <Button variant="icon" aria-label={t("dismiss")} onClick={onDismiss}>
        <X size={20} aria-hidden />
      </Button>
    </section>
  );
}

/** Does once what follows a handoff from the site. */
export function ArrivedMember() {
  const arrival = useArrival();
  const user = useSignedInMember();
  const cameFromSite = arrival.status === "accepted" && arrival.notYouUntil === null;

  useEffect(() => {
    if (!cameFromSite || user === null) return;
    // Only a handoff needs the texts of the registration; without them the visit is the same.
    void import("./arrived-member.ts").then(({ onArrived }) => onArrived(user)).catch(() => {});
  }, [cameFromSite, user]);

  return null;
}

const LinkDialog = lazy(async () => ({
  default: (await import("./link-dialog.tsx")).LinkDialog,
}));

/** What a super-app could not do, and the question whether it may sign the member in from now on. */
export function HostNotices() {
  const { t } = useTranslation(hostsTexts);
  const state = useSyncExternalStore(hosts.subscribe, hosts.getSnapshot);
  const session = useSession();
  const open = useOpenDialog();
  const failed = state.status === "failed" ? state : null;

  // Said once, whatever language is chosen afterwards.
  const sayFailed = useEffectEvent(({ title, error }: NonNullable<typeof failed>) =>
    showToast("error", messageOf(error, t("failed", { host: title ?? t("someHost") })), 8),
  );
  useEffect(() => {
    if (failed !== null) sayFailed(failed);
  }, [failed]);

  if (state.status !== "to-link") return null;
  if (session.status === "signed-out") {
    return (
      <Notice>
        <p role="status">{t("signInFirst", { host: state.link.title })}</p>
      </Notice>
    );
  }
  return session.status === "signed-in" && open === null ? (
    <Suspense>
      <LinkDialog link={state.link} member={session.user} onDone={hosts.forgetLink} />
    </Suspense>
  ) : null;
}
