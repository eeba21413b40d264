import { mini } from "../support/servers.ts";
import { serveTiles } from "../support/map-tiles.ts";
import { expect, test } from "../support/test.ts";

/** SECURITY.md W3: the tile server gets the host as referrer and no path. */
test("the members' map loads its tiles, whose server gets the host as referrer and never the path @long", async ({
  page,
}) => {
  const referers = await serveTiles(page);
  await page.goto(`${mini}/locations?secret=x`);
  if (test.info().project.name === "phone") await page.getByRole("tab", { name: "Map" }).click();

  const map = page.getByRole("region", { name: /^Map of the outlets/ });
  await expect(map.locator("img.leaflet-tile-loaded").first()).toBeAttached();
  expect(new Set(referers)).toEqual(new Set([`${mini}/`]));
  await expect(map.getByRole("link", { name: "OpenStreetMap contributors" })).toHaveAttribute(
    "href",
    "https://www.openstreetmap.org/copyright",
  );
  await map.getByRole("button", { name: "Sri Petaling" }).click();
  await expect(page.getByText("Sri Petaling is marked on the map.")).toBeVisible();
});
