import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { contacts } from "../company.ts";
import type { Coordinates, Outlet } from "../outlets.ts";
import { inertElement } from "@loyalty/ui/trusted-types";
import { mapTexts } from "../texts/map.ts";
import type { BrandKey } from "@loyalty/ui/brands";
import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import { useTranslation } from "react-i18next";
import { addDrawnLayers, textElement } from "./drawn-map.ts";
import styles from "./leaflet-map.module.css";
import { mapSettings } from "./map-settings.ts";

/** Spec 001 §9, Map: it begins with Kuala Lumpur. */
const START = { center: { lat: 3.1569, lng: 101.6984 }, zoom: 11 };
const MAX_ZOOM = 18;
const CHOSEN_ZOOM = 15;

type MapOutlet = Pick<Outlet, "id" | "name" | "brand" | "coordinates">;

interface LeafletMapProps {
  /** What the map shows, for screen readers. */
  label: string;
  outlets: readonly MapOutlet[];
  /** The id of the outlet that is marked; the map goes there at zoom 15. */
  chosen: number | null;
  onChoose: (id: number) => void;
  /** Where the user is, if they share it. */
  here: Coordinates | null;
  /** How near the map goes when `here` becomes known; without it, it stays where it is. */
  hereZoom?: number;
}

/** The map itself; it comes with its library in a chunk of its own, see `outlet-map.tsx`. */
export default function LeafletMap(props: LeafletMapProps) {
  const { label, outlets, chosen, onChoose, here, hereZoom } = props;
  const { t } = useTranslation(mapTexts);
  const place = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);

  useEffect(() => {
    const opened = openMap(place.current!);
    setMap(opened);
    return () => void opened.remove();
  }, []);

  useEffect(() => {
    if (!map) return;
    const words = { zoomInTitle: t("zoomIn"), zoomOutTitle: t("zoomOut") };
    const buttons = L.control.zoom(words).addTo(map);
    return () => void buttons.remove();
  }, [map, t]);

  useEffect(() => {
    if (!map || !here) return;
    const you = L.circleMarker(here, { radius: 9, className: styles.you }).addTo(map);
    you.bindTooltip(textElement(t("you")), { className: styles.tip });
    return () => void you.remove();
  }, [map, here, t]);

  useEffect(() => {
    if (here && hereZoom) map?.setView(here, hereZoom, { animate: !prefersReducedMotion() });
  }, [map, here, hereZoom]);

  useEffect(() => {
    const outlet = outlets.find(({ id }) => id === chosen);
    if (!map || !outlet) return;
    const zoom = Math.max(map.getZoom(), CHOSEN_ZOOM);
    map.setView(outlet.coordinates, zoom, { animate: !prefersReducedMotion() });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another search leaves the map where it is
  }, [map, chosen]);

  return (
    <div ref={place} className={styles.map} role="region" aria-label={label}>
      {map &&
        outlets.map((outlet) => (
          <OutletMarker
            key={outlet.id}
            map={map}
            outlet={outlet}
            isChosen={outlet.id === chosen}
            onChoose={() => onChoose(outlet.id)}
          />
        ))}
    </div>
  );
}

/** Opens a map: the drawn peninsula, and over it the tiles of the deployment's setting, if it has some. */
function openMap(place: HTMLElement): L.Map {
  const map = L.map(place, {
    ...START,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    attributionControl: false,
    trackResize: false, // By the element's size, below: a dialog may take its width later than the window.
    // A page that is scrolled past must not be caught by its map; a click says that it is meant.
    scrollWheelZoom: false,
    // One finger scrolls the page, two move and zoom the map.
    dragging: !window.matchMedia("(pointer: coarse)").matches,
    zoomAnimation: !prefersReducedMotion(),
    fadeAnimation: !prefersReducedMotion(),
    markerZoomAnimation: !prefersReducedMotion(),
    inertia: !prefersReducedMotion(),
  });
  // Leaflet focuses a pressed map, and the browser scrolls to what is focused: the click would land beside what was
  // pressed. Leaflet leaves a map alone that has the focus already.
  place.addEventListener("mousedown", () => place.focus({ preventScroll: true }), true);
  map.on("click focus", () => map.scrollWheelZoom.enable());
  map.on("blur mouseout", () => map.scrollWheelZoom.disable());
  addDrawnLayers(map);
  addTileLayer(map);
  const resizes = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  resizes.observe(place);
  map.on("unload", () => resizes.disconnect());
  return map;
}

interface OutletMarkerProps {
  map: L.Map;
  outlet: MapOutlet;
  isChosen: boolean;
  onChoose: () => void;
}

/** The mark of an outlet: a button of its own, named, that can be reached and pressed without a mouse. */
function OutletMarker({ map, outlet, isChosen, onChoose }: OutletMarkerProps) {
  const [marker, setMarker] = useState<L.Marker | null>(null);
  const choose = useEffectEvent(onChoose);
  const { name, brand } = outlet;
  const { lat, lng } = outlet.coordinates;

  useEffect(() => {
    const icon = L.divIcon({
      className: styles.marker,
      html: inertElement(pinOf(brand)).firstElementChild as HTMLElement,
      iconSize: [44, 48],
      iconAnchor: [22, 47],
      tooltipAnchor: [0, -44],
    });
    const drawn = L.marker({ lat, lng }, { icon, riseOnHover: true }).addTo(map);
    drawn.bindTooltip(textElement(name), { direction: "top", className: styles.tip });
    drawn.on("click", () => choose());
    const element = drawn.getElement();
    element?.setAttribute("aria-label", name);
    // Leaflet presses a marker on Enter; a button answers to the space bar as well.
    element?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose();
    });
    setMarker(drawn);
    return () => void drawn.remove();
  }, [map, name, brand, lat, lng]);

  useEffect(() => {
    marker?.getElement()?.setAttribute("aria-pressed", String(isChosen));
    marker?.setZIndexOffset(isChosen ? 1000 : 0);
    if (isChosen) marker?.openTooltip();
    else marker?.closeTooltip();
  }, [marker, isChosen]);

  return null;
}

/** The mark of an outlet: a drop, and in it what its brand serves. */
const pinOf = (
  brand: BrandKey,
) => `<svg viewBox="0 0 36 44" width="36" height="44" aria-hidden="true">
  <path d="M18 43C8 30 2 25 2 16a16 16 0 0 1 32 0c0 9-6 14-16 27Z" />
  <path d="${contacts[brand].pin}" />
</svg>`;

/** The deployment's tiles. Their servers ask where a user comes from, whatever the referrer policy of the page is. */
function addTileLayer(map: L.Map) {
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
