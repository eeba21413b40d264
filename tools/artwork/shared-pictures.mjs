/** What a shared link shows: one picture a page, 1200 × 630, of its title over a scene. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

const libraries = join(import.meta.dirname, "../../libs");
const group = JSON.parse(await readFile(join(libraries, "../group.json"), "utf8"));

/** The scene behind each page's title. */
const scenes = {
  home: "krua-tom-yum",
  menu: "krua-table",
  locations: "krua-front",
  about: "story-pot",
  membership: "krua-welcome",
  awards: "krua-record",
  careers: "crew",
  contact: "thong-row",
  receipt: "thong-toast",
  terms: "krua-fresh",
  privacy: "thong-front",
};

const asData = async (file, type) =>
  `data:${type};base64,${(await readFile(file)).toString("base64")}`;

async function styleOf() {
  const face = await asData(join(libraries, "ui/src/tokens/fonts/kanit-core.woff2"), "font/woff2");
  return `
  @font-face { font-family: Kanit; font-weight: 600; src: url(${face}) }
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; overflow: hidden; font: 600 30px/1.2 Kanit; color: #fffaf1 }
  img { position: absolute; inset: 0; width: 1200px; height: 630px; object-fit: cover; object-position: 50% 40% }
  div { position: absolute; inset: auto 0 0; padding: 150px 64px 46px;
        background: linear-gradient(transparent, rgb(12 28 20 / 0.86) 46%, rgb(12 28 20 / 0.95)) }
  h1 { font-size: 66px; line-height: 1.12; max-width: 1000px; text-wrap: balance }
  p { margin-top: 14px; color: #f3c969 }
`;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @returns {Promise<Record<string, Buffer>>} a picture for each page by its path from the repository's root
 */
export async function sharedPictures(browser) {
  const texts = JSON.parse(
    (await readFile(join(libraries, "public-pages/src/texts/en/seo.json"), "utf8"))
      .replaceAll("{{group}}", group.name)
      .replaceAll("{{brand}}", Object.values(group.brands)[0].name)
      .replaceAll("{{country}}", group.country.name.en),
  );
  const style = `<style>${await styleOf()}</style>`;
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const files = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const [first, second] = texts[name].title.split(" · ");
    // The home page's title begins with the names; everywhere else they come last.
    const [title, line] = name === "home" ? [second, first] : [first, group.name];
    const drawing = await asData(
      join(libraries, `content/src/art/scenes/${scene}.svg`),
      "image/svg+xml",
    );
    const words = (text) => text.replaceAll("&", "&amp;");
    await page.setContent(
      `${style}<img src="${drawing}"><div><h1>${words(title)}</h1><p>${words(line)}</p></div>`,
    );
    await page.evaluate("Promise.all([document.fonts.ready, document.images[0].decode()])");
    files[`apps/site/public/shared/${name}.jpg`] = await page.screenshot({
      type: "jpeg",
      quality: 82,
    });
  }
  await page.close();
  return files;
}
