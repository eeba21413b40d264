import type { Coordinates } from "../content/outlets.ts";

/** One outlet as the map needs it. */
export interface MapOutlet {
  id: number;
  name: string;
  coordinates: Coordinates;
}

/** What a map looks at before anything is chosen. */
export interface MapStart {
  centre: Coordinates;
  zoom: number;
}

export interface OutletMapProps {
  /** What the map shows, for screen readers. */
  label: string;
  outlets: readonly MapOutlet[];
  /** The id of the outlet that is marked; the map goes there at zoom 15. */
  chosen: number | null;
  onChoose: (id: number) => void;
  /** Where the reader is, if they share it. */
  here?: Coordinates | null;
  /** How near the map goes when `here` becomes known; without it, it stays where it is. */
  hereZoom?: number;
  start: MapStart;
}

/** What a deployment says about the map's tiles. */
export interface MapSettings {
  /** Address of the tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: string;
  /** Who made the tiles, as their terms ask to be named; words and links, as HTML. */
  tileAttribution: string;
}

const OPEN_STREET_MAP =
  '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>';

let current: MapSettings = { tileUrl: "", tileAttribution: OPEN_STREET_MAP };

/**
 * Sets where the tiles of the maps come from. An app calls it once its configuration is read; until then, and where
 * no tiles are named, maps are drawn.
 */
export function configureMap({ tileUrl, tileAttribution }: Partial<MapSettings>): void {
  current = { tileUrl: tileUrl ?? "", tileAttribution: tileAttribution || OPEN_STREET_MAP };
}

/** The settings of this deployment. */
export const mapSettings = (): MapSettings => current;
