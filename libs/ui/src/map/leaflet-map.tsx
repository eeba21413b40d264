import "leaflet/dist/leaflet.css";

import { useEffect, useMemo, useRef } from "react";

import { mapTexts } from "../texts/map.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./leaflet-map.module.css";
import { openMap, type MapView } from "./leaflet-view.ts";
import type { OutletMapProps } from "./outlet-map-props.ts";

/** The map itself; it comes with its library in a chunk of its own, see `outlet-map.tsx`. */
export default function LeafletMap(props: OutletMapProps) {
  const { outlets, chosen, here = null, hereZoom, start, label, onChoose } = props;
  const t = useTexts(mapTexts);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(null);
  const words = useMemo(() => ({ zoomIn: t("zoomIn"), zoomOut: t("zoomOut"), you: t("you") }), [t]);
  const latest = useRef({ onChoose, start, words });
  latest.current = { onChoose, start, words };

  useEffect(() => {
    const { current: now } = latest;
    const map = openMap(place.current!, now.start, now.words, (id) => latest.current.onChoose(id));
    view.current = map;
    return () => map.remove();
  }, []);

  const named = useRef(words);
  useEffect(() => {
    if (named.current === words) return;
    named.current = words;
    view.current?.rename(words);
  }, [words]);
  useEffect(() => view.current?.show(outlets), [outlets]);
  useEffect(() => view.current?.stand(here, hereZoom), [here, hereZoom]);
  useEffect(() => view.current?.choose(chosen), [chosen]);

  return <div ref={place} className={styles.map} role="region" aria-label={label} />;
}
