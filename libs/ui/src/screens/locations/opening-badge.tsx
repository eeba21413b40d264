import { openingOf, spokenDay, spokenTime, type Opening } from "../../content/opening.ts";
import type { Outlet } from "../../content/outlets.ts";
import { i18n } from "../../texts/i18n.ts";
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
  const { language } = i18n;
  return (opening: Opening) => {
    if (opening.state === "soon") {
      return t("openingSoon", { date: spokenDay(opening.from, language) });
    }
    if (opening.state === "open") return t("open", { time: spokenTime(opening.until, language) });
    const time = spokenTime(opening.opensAt, language);
    return opening.tomorrow ? t("closedTomorrow", { time }) : t("closedToday", { time });
  };
}
