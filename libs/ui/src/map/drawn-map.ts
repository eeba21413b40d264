import L from "leaflet";

import styles from "./leaflet-map.module.css";

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

  const coasts = [peninsula, ...islands].map((coast) => [coast]);
  L.polygon(coasts, { ...quiet, className: styles.land }).addTo(map);
  L.polyline(motorway, { ...quiet, className: styles.road }).addTo(map);

  for (const { name, at, near } of towns) {
    const icon = L.divIcon({ className: styles.town, html: textOf(name), iconSize: [0, 0] });
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
export function textOf(text: string): HTMLElement {
  const place = document.createElement("span");
  place.textContent = text;
  return place;
}

/** The coast and the northern border of Peninsular Malaysia, simplified by hand to a few kilometres. */
// prettier-ignore
const peninsula: L.LatLngTuple[] = [
  [6.71, 100.19], [6.5, 100.13], [6.35, 100.19], [6.1, 100.29], [5.85, 100.34], [5.66, 100.35],
  [5.4, 100.38], [5.15, 100.41], [4.98, 100.55], [4.83, 100.62], [4.55, 100.6], [4.25, 100.56],
  [4.05, 100.72], [3.98, 100.82], [3.75, 100.9], [3.5, 101.08], [3.33, 101.24], [3.1, 101.3],
  [2.98, 101.27], [2.85, 101.28], [2.7, 101.46], [2.6, 101.62], [2.52, 101.79], [2.41, 101.86],
  [2.42, 101.97], [2.3, 102.08], [2.19, 102.22], [2.1, 102.38], [2.02, 102.55], [1.85, 102.83],
  [1.75, 103], [1.62, 103.18], [1.45, 103.41], [1.27, 103.51], [1.33, 103.62], [1.45, 103.71],
  [1.43, 103.87], [1.44, 104.02], [1.36, 104.12], [1.35, 104.28], [1.6, 104.27], [1.95, 104.1],
  [2.25, 103.97], [2.43, 103.86], [2.65, 103.66], [2.85, 103.47], [3.1, 103.43], [3.5, 103.46],
  [3.82, 103.38], [4.05, 103.4], [4.25, 103.46], [4.55, 103.46], [4.8, 103.43], [5.1, 103.3],
  [5.35, 103.14], [5.55, 102.9], [5.8, 102.6], [5.98, 102.42], [6.2, 102.2], [6.23, 102.09],
  [6.05, 101.98], [5.83, 101.9], [5.73, 101.75], [5.87, 101.66], [5.73, 101.55], [5.63, 101.25],
  [5.8, 101.14], [5.94, 101.05], [6.24, 101.11], [6.25, 100.85], [6.45, 100.83], [6.52, 100.65],
  [6.68, 100.45], [6.71, 100.3],
];

/** The islands people look for on it. */
// prettier-ignore
const islands: L.LatLngTuple[][] = [
  [[5.47, 100.2], [5.46, 100.3], [5.4, 100.34], [5.28, 100.29], [5.29, 100.19], [5.38, 100.18]],
  [[6.45, 99.73], [6.43, 99.88], [6.3, 99.93], [6.24, 99.81], [6.28, 99.68], [6.38, 99.64]],
  [[1.46, 103.79], [1.39, 103.99], [1.31, 104.02], [1.24, 103.83], [1.27, 103.66], [1.38, 103.66]],
];

/** The motorway from north to south, which most outlets are near to. */
// prettier-ignore
const motorway: L.LatLngTuple[] = [
  [6.44, 100.43], [6.12, 100.4], [5.65, 100.49], [5.35, 100.43], [4.99, 100.64], [4.77, 100.94],
  [4.6, 101.12], [4.2, 101.25], [3.68, 101.52], [3.3, 101.55], [3.13, 101.6], [3.04, 101.72],
  [2.83, 101.79], [2.69, 101.95], [2.44, 102.23], [2.16, 102.58], [1.95, 103.2], [1.66, 103.6],
  [1.5, 103.73],
];

/** Towns to find one's way by, where there are no tiles; `near` ones show from a closer look on. */
const towns: { name: string; at: L.LatLngTuple; near?: boolean }[] = [
  { name: "Alor Setar", at: [6.12, 100.37] },
  { name: "George Town", at: [5.41, 100.33] },
  { name: "Ipoh", at: [4.6, 101.08] },
  { name: "Kota Bharu", at: [6.13, 102.24] },
  { name: "Kuala Terengganu", at: [5.33, 103.14] },
  { name: "Kuantan", at: [3.81, 103.33] },
  { name: "Kuala Lumpur", at: [3.147, 101.695] },
  { name: "Melaka", at: [2.195, 102.25] },
  { name: "Johor Bahru", at: [1.465, 103.755] },
  { name: "Petaling Jaya", at: [3.105, 101.64], near: true },
  { name: "Shah Alam", at: [3.073, 101.518], near: true },
  { name: "Klang", at: [3.044, 101.446], near: true },
  { name: "Subang Jaya", at: [3.05, 101.585], near: true },
  { name: "Ampang", at: [3.15, 101.767], near: true },
  { name: "Kajang", at: [2.993, 101.787], near: true },
  { name: "Putrajaya", at: [2.926, 101.69], near: true },
  { name: "Sepang", at: [2.69, 101.75], near: true },
  { name: "Gombak", at: [3.255, 101.72], near: true },
];
