import { contentNow, textIn, type Translated } from "@loyalty/content/content";
import { faqContent, tierWords, withTiers } from "@loyalty/content/faq";
import { type Dish, menuContent, menuOf } from "@loyalty/content/menu";
import { groupsOf, type Week } from "@loyalty/content/opening-hours";
import { type Outlet, outletsContent } from "@loyalty/content/outlets";
import { menuTexts } from "@loyalty/public-pages/menu/texts";
import { seoTexts } from "@loyalty/public-pages/texts/seo";
import { pathName } from "@loyalty/shell/known-paths";
import { paths, type PublicPathName, publicPaths } from "@loyalty/shell/paths";
import { type BrandKey, brandKeys, brands, company, DEFAULT_BRAND } from "@loyalty/ui/brands";
import { i18n } from "@loyalty/ui/i18n";
import type { MetaDescriptor } from "react-router";

/** What the pages have for search engines: their heads, and structured data in the terms of schema.org. */

/** The public pages by their names in the route table; the sign-in is home with a dialog over it. */
type SeoPage = Exclude<PublicPathName, "login" | "loginWithReferral">;

/** A node of structured data, as schema.org names its fields. */
interface JsonLd {
  "@type": string;
  [field: string]: unknown;
}

/** Where the site is. Prerendered pages have a name in its place, which deploy/web-release.sh replaces. */
const siteOrigin =
  import.meta.env.SSR || import.meta.env.DEV ? "https://site.invalid" : window.location.origin;

const words = (text: Translated): string => textIn(text, i18n.language);
const outletsNow = () => contentNow(outletsContent).outlets;

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
  const description = i18n.t(`${page}.description`, { ns: seoTexts, outlets: outletsNow().length });
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
    { property: "og:site_name", content: brandKeys.map((key) => brands[key].name).join(" & ") },
    { property: "og:locale", content: "en_MY" },
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

/** Structured data of some pages, beside the organisation and the breadcrumbs. */
const structuredData: Partial<Record<SeoPage, (origin: string) => JsonLd[]>> = {
  menu: (origin) => [menuCard(origin)],
  locations: (origin) => outletsNow().map((outlet) => restaurant(outlet, origin)),
  membership: () => [questions()],
};

const brandId = (origin: string, brand: BrandKey) => `${origin}/#${brand}`;

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
      alternateName: brands[key].thaiName,
      email: brands[key].email,
      telephone: brands[key].phone.dialled,
      sameAs: Object.values(brands[key].social),
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

/** A brand's menu, by default that of the prerendered pages, with its parts, dishes and prices. */
export function menuCard(origin: string, brand: BrandKey = DEFAULT_BRAND): JsonLd {
  return {
    "@type": "Menu",
    "@id": `${origin}${paths.menu}#${brand}`,
    name: `${brands[brand].name} ${i18n.t("title", { ns: menuTexts })}`,
    hasMenuSection: menuOf(contentNow(menuContent), brand).map(({ title, dishes }) => ({
      "@type": "MenuSection",
      name: words(title),
      hasMenuItem: dishes.map(menuItem),
    })),
  };
}

function menuItem(dish: Dish): JsonLd {
  return {
    "@type": "MenuItem",
    name: words(dish.name),
    ...(dish.about && { description: words(dish.about) }),
    suitableForDiet: "https://schema.org/HalalDiet",
    offers: { "@type": "Offer", price: (dish.priceSen / 100).toFixed(2), priceCurrency: "MYR" },
  };
}

function questions(): JsonLd {
  return {
    "@type": "FAQPage",
    mainEntity: contentNow(faqContent).questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: words(question),
      acceptedAnswer: { "@type": "Answer", text: withTiers(words(answer), tierWords()) },
    })),
  };
}

/**
 * One entry for each pair of hours, with the days that have it. A day that no entry names is one on which it is closed.
 * From midnight to midnight search engines take for closed: a whole day ends at 23:59.
 */
export function openingHours(week: Week): JsonLd[] {
  return groupsOf(week).flatMap(({ days, hours }) =>
    hours.map(({ opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)),
      opens,
      closes: opens === closes ? "23:59" : closes,
    })),
  );
}

/** From midnight to midnight search engines take for closed. */
const CLOSED = { opens: "00:00", closes: "00:00" };

const specialHours = (
  firstDay: string,
  lastDay: string,
  { opens, closes }: typeof CLOSED,
): JsonLd => ({
  "@type": "OpeningHoursSpecification",
  validFrom: firstDay,
  validThrough: lastDay,
  opens,
  closes,
});

function restaurant(outlet: Outlet, origin: string): JsonLd {
  const { address, closures, coordinates, hours, specialDays } = outlet;
  return {
    "@type": brands[outlet.brand].outletType,
    "@id": `${origin}${paths.locations}#outlet-${outlet.id}`,
    name: `${brands[outlet.brand].name} ${outlet.name}`,
    url: `${origin}${paths.locations}`,
    telephone: brands[outlet.brand].phone.dialled,
    servesCuisine: ["Thai", "Halal"],
    priceRange: "RM 10–30",
    hasMenu: `${origin}${paths.menu}`,
    parentOrganization: { "@id": brandId(origin, outlet.brand) },
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      postalCode: address.postcode,
      addressLocality: address.city,
      addressRegion: address.state,
      addressCountry: "MY",
    },
    geo: { "@type": "GeoCoordinates", latitude: coordinates.lat, longitude: coordinates.lng },
    openingHoursSpecification: openingHours(hours),
    ...(closures.length + specialDays.length > 0 && {
      specialOpeningHoursSpecification: [
        ...closures.map(({ firstDay, lastDay }) => specialHours(firstDay, lastDay, CLOSED)),
        ...specialDays.flatMap((special) =>
          special.hours.map((each) => specialHours(special.day, special.day, each)),
        ),
      ],
    }),
  };
}
