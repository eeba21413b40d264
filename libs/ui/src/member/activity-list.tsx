import { signedPoints, type Activity } from "@loyalty/api-client";

import { ChevronDown } from "lucide-react";
import type { ComponentType } from "react";

import { formatDateTime, formatNumber, formatTime } from "../formats/formats.ts";
import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./activity-list.module.css";
import { useActivityRemark } from "./activity-remark.ts";

/** The actions of spec 000 §4; any other is shown without a name of its own. */
const ACTIONS = [1, 2, 3, 4, 5] as const;

interface ActivityListProps {
  activities: readonly Activity[];
  /** What each entry opens to; without it they do not open. */
  Why?: ComponentType<{ activity: Activity }>;
  /** They stand under their day, which is not said again. */
  underDay?: boolean;
}

/** What happened to a member's points: a dot by type, the points with their sign, the time in Malaysia. */
export function ActivityList({ activities, Why, underDay = false }: ActivityListProps) {
  const t = useTexts(memberTexts);
  if (activities.length === 0) return <p className={styles.none}>{t("activity.none")}</p>;
  return (
    <ul role="list" className={styles.list} aria-label={t("activity.list")}>
      {activities.map((activity) => (
        <li key={activity.id}>
          {Why ? (
            <details className={styles.opens}>
              <summary className={styles.row}>
                <ActivityWords activity={activity} underDay={underDay} />
                <ChevronDown aria-hidden="true" size={18} className={styles.chevron} />
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

function ActivityWords({ activity, underDay }: { activity: Activity; underDay: boolean }) {
  const { actionId, points, createdAt } = activity;
  const t = useTexts(memberTexts);
  const action = ACTIONS.find((known) => known === actionId);
  const remark = useActivityRemark()(activity);
  const title = t(action ? `activity.action${action}` : "activity.unknownAction");

  return (
    <>
      <span className={styles.dot} data-action={actionId} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {remark && remark !== title && <span className={styles.remark}>{remark}</span>}
        <time className={styles.time} dateTime={createdAt}>
          {underDay ? formatTime(createdAt) : formatDateTime(createdAt)}
        </time>
      </span>
      <span className={styles.points} data-sign={Math.sign(signedPoints(actionId, points))}>
        {formatNumber(signedPoints(actionId, points), { signDisplay: "exceptZero" })}
      </span>
    </>
  );
}
