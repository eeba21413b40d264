import { serverNow } from "@loyalty/api-client/http";
import { useMember } from "@loyalty/api-client/react/members";
import { openingOf } from "@loyalty/content/opening-hours";
import { findOutlets } from "@loyalty/content/outlet-search";
import { useOutlets } from "@loyalty/content/outlets";
import { sourceOf } from "@loyalty/content/pictures";
import { formatClock, formatNumber } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useGeolocation } from "@loyalty/content/use-geolocation";
import { paths } from "@loyalty/shell/paths";
import { Store } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useNowEvery } from "../../components/clock.ts";
import { dashboardTexts } from "./texts.ts";
import styles from "./nearest-outlet.module.css";

/** Spec 001 §9, Locations. */
const GEOLOCATION = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000, watch: true };

/** The nearest outlet that is open, for members who share their location; else their own. Nobody is asked for it here. */
export function NearestOutlet() {
  const { t } = useTranslation(dashboardTexts);
  const outlets = useOutlets();
  const { data: member } = useMember();
  const { location } = useGeolocation(GEOLOCATION);
  useNowEvery(60_000);
  const now = serverNow();

  const here = location.state === "found" ? location.here : null;
  const isOpen = (outlet: (typeof outlets)[number]) => openingOf(outlet, now).state === "open";
  const found = findOutlets(outlets, { query: "", filter: "all", sort: "distance", here, now });
  const shown = here
    ? found.find(({ outlet }) => isOpen(outlet))
    : found.find(({ outlet }) => outlet.id === member?.outletId);
  if (!shown) return null;

  const { outlet, km } = shown;
  const opening = openingOf(outlet, now);
  return (
    <section
      className={`${styles.outlet} ${surfaceStyles.card}`}
      aria-label={t(here ? "outlet.nearest" : "outlet.yours")}
    >
      {outlet.picture ? (
        <img
          {...sourceOf(outlet.picture, "scenes", "64px")}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Store aria-hidden="true" size={26} />
      )}
      <div className={layoutStyles.growWide}>
        <h2>{outlet.name}</h2>
        <Cluster as="p" gap={2} tight className={textStyles.note}>
          {opening.state === "open" ? (
            <b className={textStyles.success}>
              {opening.until === null
                ? t("outlet.open")
                : t("outlet.openTill", { time: formatClock(opening.until) })}
            </b>
          ) : (
            <span>{t("outlet.closed")}</span>
          )}
          {km !== null && (
            <span>{t("outlet.km", { km: formatNumber(km, { minimumFractionDigits: 1 }) })}</span>
          )}
        </Cluster>
      </div>
      {opening.state === "open" ? (
        <a
          href={`https://www.google.com/maps/dir/?api=1&destination=${outlet.coordinates.lat},${outlet.coordinates.lng}`}
          target="_blank"
          rel="noopener"
          className={`${textStyles.action} ${textStyles.sm}`}
        >
          {t("outlet.directions")}
        </a>
      ) : (
        <Link to={paths.locations} className={`${textStyles.action} ${textStyles.sm}`}>
          {t("outlet.others")}
        </Link>
      )}
    </section>
  );
}
