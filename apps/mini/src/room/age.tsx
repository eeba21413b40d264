import { useMember } from "@loyalty/api-client/react";
import { formatDateTime, useTexts } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { WifiOff } from "lucide-react";

import styles from "./age.module.css";
import { useOnline } from "./use-online.ts";

/**
 * Where the network is there and the server does not answer: that what is shown is the last that was known, and from
 * when. Without a network the bar above every page says it, once.
 */
export function Age() {
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
