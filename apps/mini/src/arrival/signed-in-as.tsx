import { lastDigits, maskedName, session as store } from "@loyalty/api-client";
import { useSession } from "@loyalty/api-client/react";
import { Button, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { useArrival } from "./arrival.ts";
import styles from "./arrival-notices.module.css";

/**
 * Whether a member who was signed in by a link from nowhere is still being named. Nothing else is asked
 * meanwhile: an answer would go to an account that may be somebody else's.
 */
export function useSignedInAs(): { isShown: boolean; dismiss: () => void } {
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
 * every dialog, the member code included.
 */
export function SignedInAs({ onDismiss }: { onDismiss: () => void }) {
  const t = useTexts(arrivalTexts);
  const session = useSession();
  const navigate = useNavigate();

  if (session.status !== "signed-in") return null;
  const { name, mobileNumber } = session.user;

  return (
    // Live, so that it stays in reach of a screen reader while a dialog hides the page.
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
      <button
        type="button"
        className={styles.dismiss}
        aria-label={t("dismiss")}
        onClick={onDismiss}
      >
        <X size={20} aria-hidden />
      </button>
    </section>
  );
}
