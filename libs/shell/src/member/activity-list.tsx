import { ACTION, senOf, signedPoints } from "@loyalty/api-client/rules/points";
import type { Activity } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { formatDateTime, formatMoney, formatNumber, formatTime } from "@loyalty/ui/formats";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import {
  ChevronDown,
  Gift,
  type LucideIcon,
  ReceiptText,
  SlidersHorizontal,
  Sparkles,
} from "lucide-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import { memberTexts } from "../texts/member.ts";
import styles from "./activity-list.module.css";

interface ActivityListProps {
  activities: readonly Activity[];
  /** What each entry opens to; without it they do not open. */
  Why?: ComponentType<{ activity: Activity }>;
  underDay?: boolean;
}

/** What happened to a member's points: an icon by type, the points with their sign, the time in Malaysia. */
export function ActivityList({ activities, Why, underDay = false }: ActivityListProps) {
  const { t } = useTranslation(memberTexts);
  if (activities.length === 0) return <p className={textStyles.muted}>{t("activity.none")}</p>;
  return (
    <ul role="list" className={surfaceStyles.divided} aria-label={t("activity.list")}>
      {activities.map((activity) => (
        <li key={activity.id}>
          {Why ? (
            <details>
              <summary className={styles.row}>
                <ActivityWords activity={activity} underDay={underDay} />
                <ChevronDown aria-hidden="true" size={18} />
              </summary>
              <Why activity={activity} />
            </details>
          ) : (
            <div className={styles.row}>
              <ActivityWords activity={activity} underDay={underDay} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const icons: Record<number, LucideIcon> = {
  [ACTION.registration]: Sparkles,
  [ACTION.earned]: ReceiptText,
  [ACTION.redeemed]: Gift,
};

function ActivityWords({ activity, underDay }: { activity: Activity; underDay: boolean }) {
  const { actionId, createdAt } = activity;
  const { t } = useTranslation(memberTexts);
  // The actions of spec 000 §4; any other is shown without a name of its own.
  const action = Object.values(ACTION).find((known) => known === actionId);
  const remark = useActivityRemark(activity);
  const title = t(action ? `activity.action${action}` : "activity.unknownAction");
  const points = signedPoints(actionId, activity.points);
  const Icon = icons[actionId] ?? SlidersHorizontal;

  return (
    <>
      <span className={surfaceStyles.disc}>
        <Icon aria-hidden="true" size={18} />
      </span>
      <Stack as="span">
        <span className={textStyles.strong}>{title}</span>
        <Cluster as="span" gap={3} tight className={textStyles.note}>
          {remark && remark !== title && <span>{remark}</span>}
          <time dateTime={createdAt}>
            {underDay ? formatTime(createdAt) : formatDateTime(createdAt)}
          </time>
        </Cluster>
      </Stack>
      <span
        className={`${textStyles.num} ${textStyles.strong} ${textStyles.tabular}`}
        data-sign={Math.sign(points)}
      >
        {formatNumber(points, { signDisplay: "exceptZero" })}
      </span>
    </>
  );
}

/**
 * What an activity was about, in the user's language, out of the values that come with it; the API's own remark where
 * there are none, or null where the action's name says it all.
 */
export function useActivityRemark(activity: Activity) {
  const { t } = useTranslation(memberTexts);
  const wordsOf = useProgrammeWords();
  const { actionId, points, remark, amount, outletName, memberRewardName, reason } = activity;

  if (actionId === ACTION.registration) return null;
  if (amount != null && outletName) {
    const bill = { amount: formatMoney(senOf(amount)), outlet: outletName };
    return t(signedPoints(actionId, points) < 0 ? "activity.takenBack" : "activity.bill", bill);
  }
  if (memberRewardName != null) {
    const what = wordsOf(memberRewardName).words;
    return actionId === ACTION.redeemed ? what : t("activity.cancelled", { what });
  }
  // A correction by hand repeats the action's name before its reason.
  return reason ?? remark;
}
