import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useMemo, useRef } from "react";

import type { Coordinates } from "../content/outlets.ts";
import { useTexts } from "../i18n/i18n.ts";
import { inertElement } from "../shell/trusted-types.ts";
import { mapTexts } from "../texts/map.ts";
import { prefersReducedMotion } from "../theme/media-queries.ts";
import { drawGround } from "./drawn-map.ts";
import styles from "./leaflet-map.module.css";
import type { MapOutlet, MapStart, OutletMapProps } from "./map-settings.ts";
import { mapSettings } from "./map-settings.ts";

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
  useEffect(() => view.current?.showUserLocation(here, hereZoom), [here, hereZoom]);
  useEffect(() => view.current?.choose(chosen), [chosen]);

  return <div ref={place} className={styles.map} role="region" aria-label={label} />;
}

/** Spec 001 §9, Map. */
const MAX_ZOOM = 18;
const CHOSEN_ZOOM = 15;

const SVG = "http://www.w3.org/2000/svg";
/** A drop, and the bowl in it. */
const PIN = [
  "M18 43C8 30 2 25 2 16a16 16 0 0 1 32 0c0 9-6 14-16 27Z",
  "M9 16h18a9 9 0 0 1-5 8l-.5 1.5h-7L14 24a9 9 0 0 1-5-8Z",
];

export interface MapWords {
  zoomIn: string;
  zoomOut: string;
  you: string;
}

/** A map of markers. */
export interface MapView {
  show: (outlets: readonly MapOutlet[]) => void;
  /** Marks one outlet and goes there; null marks none. */
  choose: (id: number | null) => void;
  /** Marks where the reader is; a zoom goes there as well. */
  showUserLocation: (here: Coordinates | null, zoom?: number) => void;
  /** Names its buttons and the reader's place in another language. */
  rename: (words: MapWords) => void;
  remove: () => void;
}

/**
 * Puts a map into an element. Tiles come from the deployment's setting; the drawn peninsula lies below them, so that
 * there is a map without them too.
 *
 * @param onChoose gets the id of a marker that was pressed
 */
export function openMap(
  place: HTMLElement,
  { centre, zoom }: MapStart,
  firstWords: MapWords,
  onChoose: (id: number) => void,
): MapView {
  const map = L.map(place, {
    center: centre,
    zoom,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    trackResize: false, // By the element's size, below: a dialog may take its width later than the window.
    // A page that is scrolled past must not be caught by its map; a click says that it is meant.
    scrollWheelZoom: false,
    zoomAnimation: !prefersReducedMotion(),
    fadeAnimation: !prefersReducedMotion(),
    markerZoomAnimation: !prefersReducedMotion(),
    inertia: !prefersReducedMotion(),
  });
  // Leaflet focuses a pressed map, and the browser scrolls to what is focused: the click would land beside what was
  // pressed. Leaflet leaves a map alone that has the focus already.
  place.addEventListener("mousedown", () => place.focus({ preventScroll: true }), true);
  let words = firstWords;
  let zoomButtons = zoomButtonsOf(words).addTo(map);
  map.on("click focus", () => map.scrollWheelZoom.enable());
  map.on("blur mouseout", () => map.scrollWheelZoom.disable());
  drawGround(map);
  layTiles(map);
  const resizes = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resizes.observe(place);

  const markers = new Map<number, L.Marker>();
  let chosen: number | null = null;
  let you: L.CircleMarker | null = null;

  function mark(id: number | null, isChosen: boolean) {
    const marker = id === null ? undefined : markers.get(id);
    marker?.getElement()?.setAttribute("aria-pressed", String(isChosen));
    marker?.setZIndexOffset(isChosen ? 1000 : 0);
    if (isChosen) marker?.openTooltip();
    else marker?.closeTooltip();
  }

  return {
    show(outlets) {
      const wanted = new Set(outlets.map(({ id }) => id));
      for (const [id, marker] of markers) {
        if (!wanted.has(id)) {
          marker.remove();
          markers.delete(id);
        }
      }
      for (const outlet of outlets) {
        if (!markers.has(outlet.id)) markers.set(outlet.id, markerOf(outlet, map, onChoose));
      }
      mark(chosen, true);
    },
    choose(id) {
      mark(chosen, false);
      chosen = id;
      mark(id, true);
      const marker = id === null ? undefined : markers.get(id);
      if (marker) {
        const closer = Math.max(map.getZoom(), CHOSEN_ZOOM);
        map.setView(marker.getLatLng(), closer, { animate: !prefersReducedMotion() });
      }
    },
    showUserLocation(here, closer) {
      you?.remove();
      you = null;
      if (!here) return;
      you = L.circleMarker(here, { radius: 9, className: styles.you }).addTo(map);
      you.bindTooltip(textOf(words.you), { className: styles.tip });
      if (closer) map.setView(here, closer, { animate: !prefersReducedMotion() });
    },
    rename(next) {
      words = next;
      zoomButtons.remove();
      zoomButtons = zoomButtonsOf(words).addTo(map);
      you?.setTooltipContent(textOf(words.you));
    },
    remove() {
      resizes.disconnect();
      map.remove();
    },
  };
}

const zoomButtonsOf = ({ zoomIn, zoomOut }: MapWords) =>
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut });

/** The deployment's tiles. Their servers ask where a reader comes from, whatever the referrer policy of the page is. */
function layTiles(map: L.Map) {
  const { tileUrl, tileAttribution } = mapSettings();
  if (!tileUrl) return;
  L.tileLayer(tileUrl, {
    maxZoom: MAX_ZOOM,
    referrerPolicy: "strict-origin-when-cross-origin",
    className: styles.tiles,
  }).addTo(map);
  const attribution = new L.Control({ position: "bottomright" });
  attribution.onAdd = () => {
    const place = attributionOf(tileAttribution);
    L.DomEvent.disableClickPropagation(place);
    return place;
  };
  attribution.addTo(map);
}

/** The sign of an outlet. As elements and not as markup: no markup is written into the page. */
function pin(): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 36 44", width: "36", height: "44" }))
    drawing.setAttribute(name, value);
  drawing.setAttribute("aria-hidden", "true");
  for (const line of PIN) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", line);
    drawing.append(path);
  }
  return drawing;
}

/** Words for Leaflet, which takes strings for markup. */
function textOf(text: string): HTMLElement {
  const place = document.createElement("span");
  place.textContent = text;
  return place;
}

/** The mark of an outlet: a button of its own, named, that can be reached and pressed without a mouse. */
function markerOf(
  { id, name, coordinates }: MapOutlet,
  map: L.Map,
  onChoose: (id: number) => void,
) {
  const marker = L.marker(coordinates, {
    icon: L.divIcon({
      className: styles.marker,
      html: pin() as Element as HTMLElement,
      iconSize: [44, 48],
      iconAnchor: [22, 47],
      tooltipAnchor: [0, -44],
    }),
    riseOnHover: true,
  }).addTo(map);
  marker.bindTooltip(textOf(name), { direction: "top", className: styles.tip });
  marker.on("click", () => onChoose(id));
  // Leaflet presses a marker on Enter; a button answers to the space bar as well.
  const element = marker.getElement();
  element?.setAttribute("aria-label", name);
  element?.setAttribute("aria-pressed", "false");
  element?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(id);
  });
  return marker;
}

/**
 * Who made the tiles, as the deployment writes it: words, and links to pages on the web. Every other mark of it is
 * left out.
 *
 * @param html such as `© <a href="https://…">OpenStreetMap contributors</a>`
 */
export function attributionOf(html: string): HTMLElement {
  const place = document.createElement("div");
  place.className = "leaflet-control-attribution";
  place.append(...[...inertElement(html).childNodes].flatMap(drawn));
  return place;
}

function drawn(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? "")];
  if (!(node instanceof Element) || node.matches("script, style, template")) return [];
  const inside = [...node.childNodes].flatMap(drawn);
  const address = node.getAttribute("href") ?? "";
  if (node.localName !== "a" || !/^https?:\/\//.test(address)) return inside;
  const link = document.createElement("a");
  link.href = address;
  link.append(...inside);
  return [link];
}
