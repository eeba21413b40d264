import { formatList } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { shortDay } from "../../components/day-parts.ts";
import type { Operation } from "../../queries/requests.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { todayTexts } from "../../texts/today.ts";
import type { Home } from "./queries.ts";
import styles from "./today.module.css";

type Coming = Home["comingList"][number];

/** So many are shown: with the rest of the page they fit into a window of 1440 × 900. */
const SHOWN = 7;
/** More outlets or changes are counted. */
const MAX_NAMED = 2;

const SCREENS: Record<
  Coming["kind"],
  { operation: Operation; path: (id: number | null) => string }
> = {
  closure: { operation: "GET /staff/outlet", path: () => "/outlets" },
  hours: { operation: "GET /staff/outlet", path: () => "/outlets" },
  "reward-starts": { operation: "GET /staff/programme", path: (id) => `/rewards/${id}` },
  "reward-ends": { operation: "GET /staff/programme", path: (id) => `/rewards/${id}` },
  draft: { operation: "GET /staff/programme", path: (id) => `/programme?draft=${id}` },
  broadcast: { operation: "GET /staff/broadcast", path: () => "/broadcasts" },
};

/** What starts and what ends in the next 30 days. */
export function ComingUp({ coming }: { coming: readonly Coming[] }) {
  const { t } = useTranslation(todayTexts);
  const { data: me } = useMe();
  const sentenceOf = useSentence();
  return (
    <section
      className={`${surfaceStyles.panel} ${surfaceStyles.clip} ${styles.coming}`}
      aria-labelledby="coming"
    >
      <Cluster gap={3} tight align="baseline" justify="between" className={styles.head}>
        <h2 id="coming" className={textStyles.md}>
          {t("coming.title")}
        </h2>
      </Cluster>
      {coming.length === 0 ? (
        <p className={`${textStyles.note} ${styles.none}`}>{t("coming.none")}</p>
      ) : (
        <ul role="list">
          {coming.slice(0, SHOWN).map((each) => {
            const { operation, path } = SCREENS[each.kind];
            const sentence = sentenceOf(each);
            return (
              <li
                key={`${each.kind} ${each.day} ${each.id ?? each.name ?? ""} ${each.things.join()}`}
                className={styles.day}
              >
                <span className={textStyles.fine}>{daysOf(each)}</span>
                {hasPermission(me, operation) ? (
                  <Link to={path(each.id)}>{sentence}</Link>
                ) : (
                  <span>{sentence}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** "28 Nov", of a closure that takes longer "28 Nov – 2 Dec". */
const daysOf = ({ day, lastDay }: Coming) =>
  lastDay === null || lastDay === day ? shortDay(day) : `${shortDay(day)} – ${shortDay(lastDay)}`;

function useSentence() {
  const { t } = useTranslation(todayTexts);
  return ({ kind, name, things, isEverywhere, waits }: Coming): string => {
    const named = things.length <= MAX_NAMED ? formatList([...things]) : null;
    const outlets = isEverywhere
      ? t("coming.everywhere")
      : (named ?? t("coming.outlets", { count: things.length }));
    const changes =
      things.length === 0
        ? t("coming.rules")
        : (named ?? t("coming.changes", { count: things.length }));
    switch (kind) {
      case "closure":
      case "hours":
        return name === null
          ? t(`coming.${kind}`, { outlets })
          : t(`coming.${kind}Because`, { outlets, name });
      case "draft":
        return t(waits ? "coming.draftWaits" : "coming.draft", { changes });
      case "broadcast":
        return t(waits ? "coming.broadcastWaits" : "coming.broadcast", { name });
      default:
        return t(`coming.${kind}`, { name });
    }
  };
}
