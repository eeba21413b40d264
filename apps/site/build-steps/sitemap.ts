import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** In the place of the site's origin, until deploy/web-release.sh knows it. */
const origin = "https://site.invalid";

/**
 * Lists the pages for search engines: `sitemap.xml`, and `robots.txt` that names it.
 *
 * @param folder of the built pages
 * @param pages their paths, the same list that is prerendered
 */
export async function writeSitemap(folder: string, pages: readonly string[]) {
  const entries = pages.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
  await writeFile(join(folder, "sitemap.xml"), sitemap);
  const robots = `User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`;
  await writeFile(join(folder, "robots.txt"), robots);
}
