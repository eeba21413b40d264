import { useChangeInWords, useHoursInWords } from "@loyalty/content/hours-in-words";
import { comingChanges, type Opening, openingOf } from "@loyalty/content/opening-hours";
import { type FoundOutlet, isNew } from "@loyalty/content/outlet-search";
import { addressLine, type Outlet } from "@loyalty/content/outlets";
import { sourceOf } from "@loyalty/content/pictures";
import { Button, buttonClass } from "@loyalty/ui/button";
import { formatClock, formatDay } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Map, MapPin, Navigation } from "lucide-react";
import { startTransition, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./outlet-card.module.css";
import { locationsTexts } from "./texts.ts";

interface OutletCardProps {
  found: FoundOutlet;
  now: Date | null;
  isChosen: boolean;
  /** Shows it on the map; left out where the map is what the user came from. */
  onShow?: () => void;
}

/** One outlet: where it is, when it is open, what it offers, and how to get there. */
export function OutletCard({ found, now, isChosen, onShow }: OutletCardProps) {
  const { t } = useTranslation(locationsTexts);
  const { outlet, km } = found;
  const inWords = useHoursInWords();
  const changeInWords = useChangeInWords();

  return (
    <article
      className={`${styles.card} ${surfaceStyles.card} ${layoutStyles.avoidBreak}`}
      data-chosen={isChosen ? "" : undefined}
    >
      {outlet.picture && (
        <img
          {...sourceOf(outlet.picture, "scenes", "(width < 48rem) 100vw, 26rem")}
          alt=""
          width={600}
          height={400}
          loading="lazy"
          decoding="async"
        />
      )}
      <Cluster as="header" gap={2}>
        <h3 className={textStyles.xl}>{outlet.name}</h3>
        {now && isNew(outlet, now) && (
          <strong className={`${surfaceStyles.gold} ${surfaceStyles.tag}`}>{t("isNew")}</strong>
        )}
        {km !== null && (
          <Cluster
            as="strong"
            gap={1}
            className={`${layoutStyles.toEnd} ${textStyles.primary} ${textStyles.tabular}`}
          >
            <MapPin aria-hidden="true" size={16} />
            {t("distance", { km: km < 0.1 ? "< 0.1" : km.toFixed(1) })}
          </Cluster>
        )}
      </Cluster>
      <address>{addressLine(outlet)}</address>
      <div className={textStyles.muted}>
        {inWords(outlet.hours).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {now &&
          comingChanges(outlet, now).map((change) => (
            <p key={change.firstDay} className={textStyles.strong}>
              {changeInWords(change)}
            </p>
          ))}
      </div>
      <OpeningBadge outlet={outlet} now={now} />
      <Cluster as="ul" role="list" gap={2}>
        {outlet.features.map((feature) => (
          <li key={feature} className={`${surfaceStyles.panel} ${surfaceStyles.tag}`}>
            {t(`features.${feature}`)}
          </li>
        ))}
      </Cluster>
      <OutletLinks outlet={outlet} onShow={onShow} />
    </article>
  );
}

function OutletLinks({ outlet, onShow }: { outlet: Outlet; onShow?: () => void }) {
  const { t } = useTranslation(locationsTexts);
  const { name } = outlet;
  const place = `${outlet.coordinates.lat},${outlet.coordinates.lng}`;
  return (
    <Cluster as="p" gap={1} className={`${styles.links} ${layoutStyles.noPrint}`}>
      <a
        className={buttonClass({ variant: "soft" })}
        href={`https://www.google.com/maps/dir/?api=1&destination=${place}`}
        target="_blank"
        rel="noopener"
        aria-label={t("directionsTo", { name })}
      >
        <Navigation aria-hidden="true" size={18} />
        {t("directions")}
      </a>
      <a
        className={buttonClass({ variant: "ghost" })}
        href={`https://waze.com/ul?ll=${place}&navigate=yes`}
        target="_blank"
        rel="noopener"
        aria-label={t("wazeTo", { name })}
      >
        {t("waze")}
      </a>
      {onShow && (
        <Button variant="ghost" aria-label={t("map.showName", { name })} onClick={onShow}>
          <Map aria-hidden="true" size={18} />
          {t("map.show")}
        </Button>
      )}
    </Cluster>
  );
}

/** Whether an outlet is open now; its space is reserved until the time is known. */
export function OpeningBadge({ outlet, now }: { outlet: Outlet; now: Date | null }) {
  const sentence = useSentence();
  if (!now) return <p className={styles.opening} aria-hidden="true" />;
  const opening = openingOf(outlet, now);
  return (
    <p className={`${styles.opening} ${layoutStyles.noPrint}`} data-state={opening.state}>
      {sentence(opening)}
    </p>
  );
}

function useSentence() {
  const { t } = useTranslation(locationsTexts);
  return (opening: Opening) => {
    if (opening.state === "soon") {
      return t("openingSoon", { date: formatDay(opening.from) });
    }
    if (opening.state === "open") {
      const { until } = opening;
      return until === null ? t("openAlways") : t("open", { time: formatClock(until) });
    }
    const time = formatClock(opening.opensAt);
    if (opening.state === "away") return t("closedUntil", { date: formatDay(opening.on), time });
    return opening.tomorrow ? t("closedTomorrow", { time }) : t("closedToday", { time });
  };
}

const MINUTE_MS = 60_000;

/** The time, kept up to the minute; null on a prerendered page, which must not say yesterday's. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    // Every badge is drawn again: in between whatever the user does meanwhile, not in one piece before it.
    const update = () => startTransition(() => setNow(new Date()));
    update();
    const timer = setInterval(update, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
