import { lazy, useEffect, useState } from "react";

import { useTexts } from "../i18n/i18n.ts";
import { LazyBoundary } from "../primitives/lazy-boundary.tsx";
import { mapTexts } from "../texts/map.ts";
import type { MapStart, OutletMapProps } from "./map-settings.ts";
import styles from "./outlet-map.module.css";

const LeafletMap = lazy(() => import("./leaflet-map.tsx"));

/** Kuala Lumpur, where the claim flow and the locations screen begin (spec 001 §9). */
export const KUALA_LUMPUR: MapStart = { centre: { lat: 3.1569, lng: 101.6984 }, zoom: 11 };

/**
 * A map of outlets that fills its parent, which gives it a height. The library behind it, 42 kB, is fetched when the
 * map is first shown, and never while a page is prerendered.
 */
export function OutletMap(props: OutletMapProps) {
  const t = useTexts(mapTexts);
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);

  const loading = (
    <p className={styles.placeholder} role="status">
      {t("loading")}
    </p>
  );
  return (
    <LazyBoundary
      fallback={loading}
      errorFallback={<p className={styles.placeholder}>{t("failed")}</p>}
    >
      {isHere ? <LeafletMap {...props} /> : loading}
    </LazyBoundary>
  );
}
