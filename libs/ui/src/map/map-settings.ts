/** What a deployment says about the map's tiles. */
interface MapSettings {
  /** Address of the tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: string;
  /** Who made the tiles, as their terms ask to be named; words and links, as HTML. */
  tileAttribution: string;
}

const OPEN_STREET_MAP =
  '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>';

let current: MapSettings = { tileUrl: "", tileAttribution: OPEN_STREET_MAP };

/** Sets the tiles. An app calls it once its configuration is read; until then, and without tiles, maps are drawn. */
export function configureMap({ tileUrl, tileAttribution }: Partial<MapSettings>): void {
  current = { tileUrl: tileUrl ?? "", tileAttribution: tileAttribution || OPEN_STREET_MAP };
}

/** The settings of this deployment. */
export const mapSettings = (): MapSettings => current;
