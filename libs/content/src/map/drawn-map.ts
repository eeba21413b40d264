import L from "leaflet";

import drawn from "./drawn-map.json";
import styles from "./leaflet-map.module.css";

/**
 * Peninsular Malaysia and the islands people look for, simplified by hand to a few kilometres; the motorway from north
 * to south, which most outlets are near to; towns to find one's way by, of which `near` ones show from a closer look on.
 */
const { coasts, motorway, towns } = drawn as {
  coasts: L.LatLngTuple[][];
  motorway: L.LatLngTuple[];
  towns: { name: string; at: L.LatLngTuple; near: boolean }[];
};

/** From here on the names of smaller towns have room. */
const NEAR_ZOOM = 10;

/**
 * Draws the peninsula below everything else: the whole map where there are no tiles, and what is seen while they come
 * or when they fail.
 */
export function addDrawnLayers(map: L.Map): void {
  const pane = map.createPane("ground");
  pane.style.zIndex = "150"; // Tiles lie at 200.
  pane.setAttribute("aria-hidden", "true");
  const renderer = L.svg({ pane: "ground", padding: 1 });
  const quiet = { pane: "ground", renderer, interactive: false };

  const polygons = coasts.map((coast) => [coast]);
  L.polygon(polygons, { ...quiet, className: styles.land }).addTo(map);
  L.polyline(motorway, { ...quiet, className: styles.road }).addTo(map);

  for (const { name, at, near } of towns) {
    const icon = L.divIcon({ className: styles.town, html: textElement(name), iconSize: [0, 0] });
    const label = L.marker(at, { pane: "ground", icon, interactive: false, keyboard: false });
    const show = () => {
      if (!near || map.getZoom() >= NEAR_ZOOM) label.addTo(map);
      else label.remove();
    };
    map.on("zoomend", show);
    show();
  }
}

/** Words for Leaflet, which takes strings for markup. */
export function textElement(text: string): HTMLElement {
  const place = document.createElement("span");
  place.textContent = text;
  return place;
}
