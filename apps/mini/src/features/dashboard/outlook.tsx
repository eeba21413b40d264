import { nextBestReward } from "@loyalty/api-client";
import { useKeepTierBy, useRewards } from "@loyalty/api-client/react";
import { formatDay, useProgrammeWords, useTexts } from "@loyalty/ui";
import { rewardPath } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { CalendarClock, Gift } from "lucide-react";
import { Link } from "react-router";

import styles from "./outlook.module.css";

/** What comes next: the nearest reward by name, and by when earning keeps the tier. */
export function Outlook({ tier, points }: { tier: string | null; points: number | undefined }) {
  const t = useTexts(dashboardTexts);
  const wordsOf = useProgrammeWords();
  const { data: keepBy, isPending } = useKeepTierBy();
  const { data: rewards } = useRewards();
  const next = rewards && points !== undefined ? nextBestReward(rewards, points) : null;

  return (
    <ul role="list" className={styles.outlook} data-waiting={isPending || !rewards || undefined}>
      {next && (
        <li>
          <Gift aria-hidden="true" size={18} />
          <Link to={rewardPath(next.reward.id, "promotion")}>
            {t("nextReward", { count: next.missing, title: wordsOf(next.reward.title).words })}
          </Link>
        </li>
      )}
      {rewards && rewards.length > 0 && points !== undefined && !next && (
        <li>
          <Gift aria-hidden="true" size={18} />
          {t("allInReach")}
        </li>
      )}
      {keepBy && tier && (
        <li>
          <CalendarClock aria-hidden="true" size={18} />
          {t("forecast", { date: formatDay(keepBy), tier })}
        </li>
      )}
    </ul>
  );
}
