import { useMember } from "@loyalty/api-client/react/members.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

import { arrivalTexts } from "../texts/arrival.ts";
import { rewardsTexts } from "../texts/rewards.ts";
import { useTicking } from "./clock.ts";
import { Notice } from "./member-page.tsx";
import styles from "./member-page.module.css";

/** From when the data is, while the server does not answer. Of a browser that is offline `OfflineNotice` says so. */
export function DataAge() {
  const t = useTexts(rewardsTexts);
  const { data, dataUpdatedAt, isPaused, isError } = useMember();
  const online = useOnline();
  const isOld = online && data !== undefined && (isPaused || isError);
  return (
    <p role="status" className={isOld ? styles.age : undefined}>
      {isOld && (
        <>
          <WifiOff aria-hidden="true" size={16} />
          {t("points.asOf", { time: formatDateTime(new Date(dataUpdatedAt).toISOString()) })}
        </>
      )}
    </p>
  );
}

/** Shown above every page while the browser is offline: the data below is the last known, and how old it is. */
export function OfflineNotice() {
  const t = useTexts(arrivalTexts);
  const session = useSession();
  const online = useOnline();
  const { dataUpdatedAt } = useMember();
  const now = useTicking(MINUTE_MS);
  if (online || session.status !== "signed-in") return null;

  const age = ageOf(dataUpdatedAt, now);
  return (
    <Notice>
      <p role="status">
        {t("offline")}{" "}
        {dataUpdatedAt > 0 &&
          (age.unit === "now" ? t("updatedNow") : t(`updated${age.unit}`, { count: age.count }))}
      </p>
    </Notice>
  );
}

const MINUTE_MS = 60_000;
const UNITS = [
  ["Days", 24 * 60 * MINUTE_MS],
  ["Hours", 60 * MINUTE_MS],
  ["Minutes", MINUTE_MS],
] as const;

/** The time between two instants (ms), in the largest whole unit: 5 minutes, 2 hours, 1 day; `now` below a minute. */
export function ageOf(then: number, now: number) {
  const age = now - then;
  const [unit, ms] = UNITS.find(([, each]) => age >= each) ?? [];
  return unit ? { unit, count: Math.floor(age / ms) } : ({ unit: "now" } as const);
}

/** Whether the browser has a network connection. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
