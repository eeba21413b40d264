import { MapPin, Navigation, Phone } from "lucide-react";

import type { FoundOutlet } from "../../content/outlet-search.ts";
import { addressLine, type Outlet } from "../../content/outlets.ts";
import { formatClock } from "../../formats/formats.ts";
import { buttonClass } from "../../primitives/button/button-class.ts";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { OpeningBadge } from "./opening-badge.tsx";
import styles from "./outlet-card.module.css";

/** One outlet: where it is, when it is open, what it offers, and how to get there. */
export function OutletCard({ found, now }: { found: FoundOutlet; now: Date | null }) {
  const t = useTexts(locationsTexts);
  const { outlet, km } = found;
  const { opens, closes } = outlet.hours;

  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>{outlet.name}</h3>
        {outlet.isNew && <span className={styles.isNew}>{t("isNew")}</span>}
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
      <OutletLinks outlet={outlet} />
    </article>
  );
}

function OutletLinks({ outlet }: { outlet: Outlet }) {
  const t = useTexts(locationsTexts);
  const { name, phone } = outlet;
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
      <a
        className={buttonClass({ variant: "ghost" })}
        href={`tel:${phone}`}
        aria-label={t("callName", { name })}
      >
        <Phone aria-hidden="true" size={18} />
        {t("call")}
      </a>
    </p>
  );
}
