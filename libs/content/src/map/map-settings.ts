const OPEN_STREET_MAP =
  '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>';

/** What a deployment says about the map's tiles. */
let current = {
  /** Address of the tiles with `{z}`, `{x}`, `{y}`; empty for the drawn map alone. */
  tileUrl: "",
  /** Who made the tiles, as their terms ask to be named; words and links, as HTML. */
  tileAttribution: OPEN_STREET_MAP,
};

/** Sets the tiles. An app calls it once its configuration is read; until then, and without tiles, maps are drawn. */
export function configureMap({ tileUrl, tileAttribution }: Partial<typeof current>): void {
  current = { tileUrl: tileUrl ?? "", tileAttribution: tileAttribution || OPEN_STREET_MAP };
}

export const mapSettings = () => current;
