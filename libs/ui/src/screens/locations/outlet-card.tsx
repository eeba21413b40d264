import { Map, MapPin, Navigation } from "lucide-react";

import type { FoundOutlet } from "../../content/outlet-search.ts";
import { isNew } from "../../content/opening.ts";
import { addressLine, type Outlet } from "../../content/outlets.ts";
import { formatClock } from "../../formats/formats.ts";
import { buttonClass } from "../../primitives/button.tsx";
import { Button } from "../../primitives/button.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { OpeningBadge } from "./opening-badge.tsx";
import styles from "./outlet-card.module.css";

interface OutletCardProps {
  found: FoundOutlet;
  now: Date | null;
  isChosen: boolean;
  /** Shows it on the map; left out where the map is what the reader came from. */
  onShow?: () => void;
}

/** One outlet: where it is, when it is open, what it offers, and how to get there. */
export function OutletCard({ found, now, isChosen, onShow }: OutletCardProps) {
  const t = useTexts(locationsTexts);
  const { outlet, km } = found;
  const { opens, closes } = outlet.hours;

  return (
    <article className={styles.card} data-chosen={isChosen ? "" : undefined}>
      <header className={styles.head}>
        <h3 className={styles.name}>{outlet.name}</h3>
        {now && isNew(outlet, now) && <span className={styles.isNew}>{t("isNew")}</span>}
        {km !== null && (
          <span className={styles.distance}>
            <MapPin aria-hidden="true" size={16} />
            {t("distance", { km: km.toFixed(1) })}
          </span>
        )}
      </header>
      <address className={styles.address}>{addressLine(outlet)}</address>
      <p className={styles.hours}>
        {t("hours", { opens: formatClock(opens), closes: formatClock(closes) })}
      </p>
      <OpeningBadge outlet={outlet} now={now} />
      <ul role="list" className={styles.features}>
        {outlet.features.map((feature) => (
          <li key={feature}>{t(`features.${feature}`)}</li>
        ))}
      </ul>
      <OutletLinks outlet={outlet} onShow={onShow} />
    </article>
  );
}

function OutletLinks({ outlet, onShow }: { outlet: Outlet; onShow?: () => void }) {
  const t = useTexts(locationsTexts);
  const { name } = outlet;
  const place = `${outlet.coordinates.lat},${outlet.coordinates.lng}`;
  return (
    <p className={styles.links}>
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
    </p>
  );
}
