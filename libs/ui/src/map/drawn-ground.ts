import L from "leaflet";

import styles from "./leaflet-map.module.css";
import { islands, motorway, peninsula, towns } from "./peninsula.ts";

/** From here on the names of smaller towns have room. */
const NEAR_ZOOM = 10;

/**
 * Draws the peninsula below everything else: the whole map where there are no tiles, and what is seen while they come
 * or when they fail.
 */
export function drawGround(map: L.Map): void {
  const pane = map.createPane("ground");
  pane.style.zIndex = "150"; // Tiles lie at 200.
  pane.setAttribute("aria-hidden", "true");
  const renderer = L.svg({ pane: "ground", padding: 1 });
  const quiet = { pane: "ground", renderer, interactive: false };

  L.polygon([peninsula, ...islands].map((coast) => [[...coast]]) as L.LatLngExpression[][][], {
    ...quiet,
    className: styles.land,
  }).addTo(map);
  L.polyline([...motorway] as L.LatLngExpression[], { ...quiet, className: styles.road }).addTo(
    map,
  );

  for (const { name, at, near } of towns) {
    const said = document.createElement("span");
    said.textContent = name;
    const icon = L.divIcon({
      className: styles.town,
      html: said,
      iconSize: [0, 0],
    });
    const label = L.marker(at, { pane: "ground", icon, interactive: false, keyboard: false });
    if (!near) label.addTo(map);
    else map.on("zoomend", () => shown(label, map.getZoom() >= NEAR_ZOOM, map)).fire("zoomend");
  }
}

function shown(label: L.Marker, isShown: boolean, map: L.Map) {
  if (isShown) label.addTo(map);
  else label.remove();
}
