import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { useState } from "react";

import { Room } from "../../room/room.tsx";
import { ActivityDays } from "./activity-days.tsx";
import { kinds, periods, type Kind, type Period } from "./activity-filter.ts";
import styles from "./activity-screen.module.css";
import { KindTabs } from "./kind-tabs.tsx";

/** /activity: everything that moved the member's points, adjustments included (docs/readings.md). */
export function ActivityScreen() {
  const t = useTexts(pointsTexts);
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const [period, setPeriod] = useState<Period>("quarter");

  return (
    <Room title={t("activity.title")} back={{ to: paths.dashboard, label: t("activity.back") }}>
      <label className={styles.period}>
        {t("activity.period")}
        <select value={period} onChange={(event) => setPeriod(event.target.value as Period)}>
          {periods.map((name) => (
            <option key={name} value={name}>
              {t(`activity.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <KindTabs kind={kind} onChange={setKind}>
        <ActivityDays kind={kind} period={period} />
      </KindTabs>
    </Room>
  );
}
