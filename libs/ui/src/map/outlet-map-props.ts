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
  /** Where the reader is, if they told. */
  here?: Coordinates | null;
  /** How near the map goes when `here` becomes known; without it, it stays where it is. */
  hereZoom?: number;
  start: MapStart;
}
