import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { type ComponentProps, lazy } from "react";
import { useTranslation } from "react-i18next";

import { mapTexts } from "../texts/map.ts";
import styles from "./outlet-map.module.css";

const LeafletMap = lazy(() => import("./leaflet-map.tsx"));

/**
 * A map of outlets that fills its parent, which gives it a height. The library behind it, 42 kB, is fetched when the
 * map is first shown; it needs a window, so no prerendered page shows one.
 */
export function OutletMap(props: ComponentProps<typeof LeafletMap>) {
  const { t } = useTranslation(mapTexts);
  return (
    <LazyBoundary
      fallback={
        <p className={styles.placeholder} role="status">
          {t("loading")}
        </p>
      }
      errorFallback={<p className={styles.placeholder}>{t("failed")}</p>}
    >
      <LeafletMap {...props} />
    </LazyBoundary>
  );
}
