import { seoTexts } from "@loyalty/public-pages/texts/seo";
import { pathName } from "@loyalty/shell/known-paths";
import { paths, type PublicPathName, publicPaths } from "@loyalty/shell/paths";
import { company, contacts } from "@loyalty/content/company";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { i18n } from "@loyalty/ui/i18n";
import type { MetaDescriptor } from "react-router";

import { brandId, type JsonLd } from "./json-ld.ts";
import { menuCard, questions, restaurants } from "./structured-data.ts";

/** What the pages have in their heads, for search engines and for shared links. */

/** The public pages by their names in the route table; the sign-in is home with a dialog over it. */
type SeoPage = Exclude<PublicPathName, "login" | "loginWithReferral">;

/** Where the site is. Prerendered pages have a name in its place, which deploy/web-release.sh replaces. */
const siteOrigin =
  import.meta.env.SSR || import.meta.env.DEV ? "https://site.invalid" : window.location.origin;

function seoPageOf(pathname: string): SeoPage | null {
  const name = pathName(pathname);
  if (name === null || !(name in publicPaths)) return null;
  return name === "login" || name === "loginWithReferral" ? "home" : (name as SeoPage);
}

/**
 * The head of a public page: title, description, its one address, what a shared link shows, and structured data.
 *
 * @param origin of the site, without a slash at its end: `https://www.kruabowl.example`
 * @returns nothing for the paths of members, which search engines never see
 */
export function headOf(pathname: string, origin = siteOrigin): MetaDescriptor[] {
  const page = seoPageOf(pathname);
  if (page === null) return [];

  const title = i18n.t(`${page}.title`, { ns: seoTexts });
  const description = i18n.t(`${page}.description`, {
    ns: seoTexts,
    outlets: import.meta.env.VITE_OUTLETS,
  });
  const canonical = `${origin}${paths[page]}`;
  const picture = `${origin}/shared/${page}.jpg`;
  const own = structuredData[page]?.(origin) ?? [];
  const graph = [organisation(origin), breadcrumbs(page, origin), ...own];
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: canonical },
    { property: "og:site_name", content: company.name },
    { property: "og:locale", content: `en_${company.country}` },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: title },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: picture },
    { "script:ld+json": { "@context": "https://schema.org", "@graph": graph as never[] } },
  ];
}

/**
 * Structured data of some pages, beside the organisation and the breadcrumbs. Only the prerendered pages need it: hydration
 * leaves theirs as it is, and browsers are spared its code and the snapshots.
 */
const structuredData: Partial<Record<SeoPage, (origin: string) => JsonLd[]>> =
  import.meta.env.SSR || import.meta.env.DEV
    ? {
        menu: (origin) => [menuCard(origin)],
        locations: restaurants,
        membership: () => [questions()],
      }
    : {};

/** The group and its brands. */
function organisation(origin: string): JsonLd {
  return {
    "@type": "Organization",
    "@id": `${origin}/#group`,
    name: company.legalName,
    url: `${origin}/`,
    email: company.supportEmail,
    address: { "@type": "PostalAddress", addressCountry: company.country },
    subOrganization: brandKeys.map((key) => ({
      "@type": "Organization",
      "@id": brandId(origin, key),
      name: brands[key].name,
      ...(brands[key].thaiName && { alternateName: brands[key].thaiName }),
      email: contacts[key].email,
      telephone: contacts[key].phone.dialled,
      sameAs: Object.values(contacts[key].social),
    })),
  };
}

function breadcrumbs(page: SeoPage, origin: string): JsonLd {
  const trail = page === "home" ? (["home"] as const) : (["home", page] as const);
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map((stop, position) => ({
      "@type": "ListItem",
      position: position + 1,
      name: i18n.t(`${stop}.title`, { ns: seoTexts }),
      item: `${origin}${paths[stop]}`,
    })),
  };
}
