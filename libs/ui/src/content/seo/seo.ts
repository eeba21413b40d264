import { paths } from "../../routes/paths.ts";
import type seoEnglish from "../../texts/en/seo.json";
import { seoTexts } from "../../texts/seo.ts";
import { outlets } from "../outlets.ts";
import { graph, type JsonLd } from "./json-ld.ts";
import { organisation } from "./organisation.ts";

/** The public pages by their names in `paths`. */
export type SeoPage = keyof typeof seoEnglish;

/** What the head of a public page says to browsers, search engines and whoever shares it. */
export interface Seo {
  title: string;
  description: string;
  /** The page's one address. */
  canonical: string;
  /** One JSON-LD document. */
  jsonLd: Record<string, unknown>;
}

function breadcrumbs(page: SeoPage, origin: string): JsonLd {
  const trail = page === "home" ? (["home"] as const) : (["home", page] as const);
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map((stop, position) => ({
      "@type": "ListItem",
      position: position + 1,
      name: seoTexts.say(`${stop}.title`),
      item: `${origin}${paths[stop]}`,
    })),
  };
}

/**
 * The head of one public page, in the reference language, as it is prerendered.
 *
 * @param origin of the site, without a slash at its end: `https://www.kruabowl.example`
 * @param own what this page has to tell beside who we are and where in the site it stands: `restaurants(origin)`,
 *   `menuCard(origin)`, `questions()`. The page brings them, so that no other page carries them.
 */
export function seoOf(page: SeoPage, origin: string, own: readonly JsonLd[] = []): Seo {
  return {
    title: seoTexts.say(`${page}.title`),
    description: seoTexts.say(`${page}.description`, { outlets: outlets.length }),
    canonical: `${origin}${paths[page]}`,
    jsonLd: graph([organisation(origin), breadcrumbs(page, origin), ...own]),
  };
}
