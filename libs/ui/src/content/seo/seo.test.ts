import { expect, test } from "vitest";

import english from "../../texts/en/seo.json";
import { outlets } from "../outlets.ts";
import { menuCard } from "./menu-card.ts";
import { questions } from "./questions.ts";
import { restaurants } from "./restaurants.ts";
import { seoOf, type SeoPage } from "./seo.ts";

const origin = "https://www.kruabowl.example";
const pages = Object.keys(english) as SeoPage[];

test("every page has a title and a description of its own, of a length that search engines show", () => {
  const heads = pages.map((page) => seoOf(page, origin));

  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  for (const { title, description } of heads) {
    expect(title.length, title).toBeLessThanOrEqual(65);
    expect(description.length, description).toBeGreaterThan(80);
    expect(description.length, description).toBeLessThanOrEqual(170);
  }
});

test("every page has one absolute address", () => {
  expect(seoOf("home", origin).canonical).toBe("https://www.kruabowl.example/");
  expect(seoOf("terms", origin).canonical).toBe(
    "https://www.kruabowl.example/settings/terms-conditions",
  );
});

test("search engines learn the hours and the place of every outlet", () => {
  const nodes = restaurants(origin);

  expect(nodes).toHaveLength(outlets.length);
  expect(nodes[3]).toMatchObject({
    "@type": "Restaurant",
    name: "Krua Bowl KLIA 2",
    geo: { latitude: 2.7447, longitude: 101.6853 },
    openingHoursSpecification: { opens: "07:00", closes: "23:00" },
  });
});

test("search engines learn the menu with its prices", () => {
  expect(JSON.stringify(menuCard(origin, "thong-cha"))).toContain(
    '"offers":{"@type":"Offer","price":"11.90","priceCurrency":"MYR"}',
  );
});

test("a page's own nodes stand beside the group and the way to the page", () => {
  const { jsonLd } = seoOf("membership", origin, [questions()]);

  expect(jsonLd["@graph"]).toMatchObject([
    { "@type": "Organization" },
    { "@type": "BreadcrumbList", itemListElement: [{ position: 1 }, { position: 2 }] },
    { "@type": "FAQPage" },
  ]);
});

test.each(["home", "locations", "about"] as const)(
  "the description of %s counts the outlets there are",
  (page) => {
    expect(seoOf(page, origin).description).toContain(` ${outlets.length} `);
  },
);
