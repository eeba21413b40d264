import { ConfirmDialog } from "@loyalty/ui/dialog";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { QueryResult } from "@loyalty/ui/query-result";
import { chooseLanguage } from "@loyalty/ui/set-language";
import { Loading, Skeleton } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { useUnsavedChangesPrompt } from "@loyalty/ui/unsaved-changes";
import { ListChecks, ReceiptText, ScanLine, Volume2, VolumeX } from "lucide-react";
import { Activity, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, NavLink, Outlet } from "react-router";

import tabStyles from "../../components/tab-bar.module.css";
import { paths } from "../../paths.ts";
import type { Me } from "../../queries/session.tsx";
import { counterTexts } from "../../texts/counter.ts";
import {
  useCounterSession,
  useLeaveCounter,
  useTill,
  useTillQueue,
  useTillWork,
} from "../../till/queries.ts";
import type { StoredTill } from "../../till/till-database.ts";
import styles from "./counter.module.css";
import { PinScreen } from "./pin-screen.tsx";
import { isSoundOn, playSound, setSound, wakeSound } from "./sound.ts";

export interface AtCounter {
  till: StoredTill;
  me: Me;
}

/** The layout of the counter: only on an enrolled tablet, and for a cashier who has typed their PIN. */
export function CounterFrame() {
  const { t } = useTranslation(counterTexts);
  const query = useTill();
  if (query.data === null) return <Navigate to={paths.enrol} replace />;
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("noStorage")} height="100dvh">
      {(till) => till && <Counter till={till} />}
    </QueryResult>
  );
}

function Counter({ till }: { till: StoredTill }) {
  const { t } = useTranslation(counterTexts);
  const session = useCounterSession();
  const leave = useLeaveCounter();
  const me = session.data ?? null;
  // Their screen stays until another user signs in: a session may end while a bill is typed.
  const [last, setLast] = useState(me);
  if (me && me !== last) setLast(me);
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const [isLeaving, setLeaving] = useState(false);
  const leaveNow = () => leave.mutate(undefined, { onSuccess: () => setLast(null) });
  const changing = useUnsavedChangesPrompt(() => (isOnline ? leaveNow() : setLeaving(true)));
  const [isRevoked, setRevoked] = useState(false);
  useTillWork(
    till,
    me !== null,
    useCallback(() => setRevoked(true), []),
  );
  useRegisterServiceWorker();
  useSound();
  const queue = useTillQueue();
  useBeforeUnloadPrompt(queue.length > 0);
  const refused = queue.filter((entry) => entry.refused).length;

  return (
    <div className={styles.counter}>
      <header className={styles.bar}>
        <Stack as="p" className={`${textStyles.tight} ${layoutStyles.grow}`}>
          <strong className={textStyles.lg}>{me ? me.name : till.tillName}</strong>
          <span className={textStyles.note}>
            {me ? `${till.tillName} · ${till.outletName}` : till.outletName}
          </span>
        </Stack>
        <SoundSwitch />
        {me && (
          <button type="button" className={styles.leave} onClick={changing.start}>
            {t("leave")}
          </button>
        )}
      </header>
      {changing.question}
      <ConfirmDialog
        open={isLeaving}
        title={t("leave")}
        message={t("leaveOffline")}
        confirmLabel={t("leave")}
        cancelLabel={t("cancel")}
        onConfirm={leaveNow}
        onClose={() => setLeaving(false)}
      />
      {(queue.length > 0 || !isOnline) && (
        <Cluster
          as="p"
          role="status"
          gap={4}
          tight
          className={styles.state}
          data-refused={refused > 0 || undefined}
        >
          {!isOnline && <span>{t("offline")}</span>}
          {queue.length > refused && <span>{t("waiting", { count: queue.length - refused })}</span>}
          {refused > 0 && <span>{t("refused", { count: refused })}</span>}
        </Cluster>
      )}
      {isRevoked && (
        <p role="alert" className={styles.state} data-refused>
          {t("revoked.text", { till: till.tillName })}
        </p>
      )}
      <main className={styles.main}>
        {last && (
          <Activity key={last.id} mode={me ? "visible" : "hidden"}>
            <Outlet context={{ till, me: last } satisfies AtCounter} />
          </Activity>
        )}
        {session.isPending ? (
          <Loading text={t("loading")}>
            <Skeleton height="14rem" />
          </Loading>
        ) : (
          !me && <PinScreen till={till} ended={last?.name ?? null} />
        )}
      </main>
      {me ? (
        <nav aria-label={t("navigation")} className={tabStyles.tabs}>
          <NavLink end to={paths.counter} className={tabStyles.tab}>
            <ScanLine aria-hidden="true" size={24} />
            {t("tabs.scan")}
          </NavLink>
          <NavLink to={paths.counterBills} className={tabStyles.tab}>
            <ReceiptText aria-hidden="true" size={24} />
            {t("tabs.bills")}
          </NavLink>
          <NavLink to={paths.counterQueue} className={tabStyles.tab}>
            <ListChecks aria-hidden="true" size={24} />
            {t("tabs.queue", { count: queue.length })}
          </NavLink>
        </nav>
      ) : (
        <Cluster as="footer" gap={4} justify="center" className={styles.foot}>
          <LanguageSelect onChoose={chooseLanguage} />
          <SchemeSwitch />
        </Cluster>
      )}
    </div>
  );
}

function SoundSwitch() {
  const { t } = useTranslation(counterTexts);
  const [isOn, setOn] = useState(isSoundOn);
  const Icon = isOn ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-pressed={isOn}
      aria-label={t("sound")}
      onClick={() => {
        setSound(!isOn);
        setOn(!isOn);
        playSound("yes");
      }}
    >
      <Icon aria-hidden="true" size={22} />
    </button>
  );
}

/** Each touch and key makes the tablet ready for the sound of what follows. */
function useSound() {
  useEffect(() => {
    addEventListener("pointerdown", wakeSound);
    addEventListener("keydown", wakeSound);
    return () => {
      removeEventListener("pointerdown", wakeSound);
      removeEventListener("keydown", wakeSound);
    };
  }, []);
}

/** Asks before the page is closed while something waits. It is stored and would be sent at the next start all the same. */
function useBeforeUnloadPrompt(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

/** From now on the app opens without the network. A private window may refuse: then it needs one, as before. */
function useRegisterServiceWorker() {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js").catch(() => {});
    // What waits must not be cleared when the device runs out of space.
    void navigator.storage?.persist?.();
  }, []);
}

function followNetwork(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
