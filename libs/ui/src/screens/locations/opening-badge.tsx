import { openingOf, type Opening } from "../../content/opening.ts";
import type { Outlet } from "../../content/outlets.ts";
import { formatClock, formatDay } from "../../formats/formats.ts";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./opening-badge.module.css";

/** Whether an outlet is open now; its room is kept until the time is known. */
export function OpeningBadge({ outlet, now }: { outlet: Outlet; now: Date | null }) {
  const sentence = useSentence();
  if (!now) return <p className={styles.badge} aria-hidden="true" />;
  const opening = openingOf(outlet, now);
  return (
    <p className={styles.badge} data-state={opening.state}>
      {sentence(opening)}
    </p>
  );
}

function useSentence() {
  const t = useTexts(locationsTexts);
  return (opening: Opening) => {
    if (opening.state === "soon") {
      return t("openingSoon", { date: formatDay(opening.from) });
    }
    if (opening.state === "open") return t("open", { time: formatClock(opening.until) });
    const time = formatClock(opening.opensAt);
    return opening.tomorrow ? t("closedTomorrow", { time }) : t("closedToday", { time });
  };
}
