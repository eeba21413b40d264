import { brands } from "@loyalty/ui";
import type { JsonLd } from "@loyalty/ui/seo/json-ld";
import { seoOf, type SeoPage } from "@loyalty/ui/seo/seo";
import type { MetaDescriptor } from "react-router";

/** Where the site will stand; known when its pages are built, since they are prerendered. */
const origin: string = import.meta.env.LOYALTY_SITE_ORIGIN ?? "http://localhost:4200";

/**
 * The head of a public page: title, description, its one address, what a shared link shows, and structured data.
 *
 * @param own what the page tells search engines beside who we are
 */
export function headOf(
  page: SeoPage,
  own: (origin: string) => readonly JsonLd[] = () => [],
): MetaDescriptor[] {
  const { title, description, canonical, jsonLd } = seoOf(page, origin, own(origin));
  const picture = `${origin}/shared/${page}.jpg`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: canonical },
    {
      property: "og:site_name",
      content: Object.values(brands)
        .map(({ name }) => name)
        .join(" & "),
    },
    { property: "og:locale", content: "en_MY" },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: title },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: picture },
    { "script:ld+json": jsonLd as never },
  ];
}
