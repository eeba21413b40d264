import { useMember } from "@loyalty/api-client/react/members";
import { useSession } from "@loyalty/api-client/react/session";
import { formatDateTime, largestUnit } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { arrivalTexts } from "../texts.ts";
import { rewardsTexts } from "../texts.ts";
import { useNowEvery } from "./clock.ts";
import { Notice } from "./member-page.tsx";

/** From when the data is, while the server does not answer. Of a browser that is offline `OfflineNotice` says so. */
export function DataAge() {
  const { t } = useTranslation(rewardsTexts);
  const { data, dataUpdatedAt, isPaused, isError, isFetching } = useMember();
  const online = useOnline();
  const isSlow = useIsSlow(isFetching);
  const isOld = online && data !== undefined && (isPaused || isError || isSlow);
  return (
    <p role="status">
      {isOld && (
        <Cluster as="span" gap={2} nowrap className={textStyles.sm}>
          <WifiOff aria-hidden="true" size={16} />
          <span>
            {t("points.asOf", { time: formatDateTime(new Date(dataUpdatedAt).toISOString()) })}
          </span>
        </Cluster>
      )}
    </p>
  );
}

const SLOW_AFTER_MS = 3000;

/** Whether an answer has been waited for longer than usual. */
function useIsSlow(isFetching: boolean): boolean {
  const [isSlow, setLate] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setLate(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isFetching]);
  return isSlow;
}

/** Shown above every page while the browser is offline: the data below is the last known, and how old it is. */
export function OfflineNotice() {
  const { t } = useTranslation(arrivalTexts);
  const session = useSession();
  const online = useOnline();
  const { dataUpdatedAt } = useMember();
  const now = useNowEvery(60_000);
  if (online || session.status !== "signed-in") return null;

  const { unit, count } = largestUnit(now - dataUpdatedAt) ?? { unit: "now", count: 0 };
  return (
    <Notice>
      <p role="status">
        {dataUpdatedAt > 0 ? `${t("offline")} ${t(`updated.${unit}`, { count })}` : t("offline")}
      </p>
    </Notice>
  );
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
