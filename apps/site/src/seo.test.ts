import { outletsContent } from "@loyalty/content/outlets";
import { paths, publicPaths } from "@loyalty/shell/paths";
import { expect, test } from "vitest";

import { headOf } from "./seo.ts";
import { menuCard, openingHours } from "./structured-data.ts";

const { outlets } = outletsContent.snapshot;

const origin = "https://www.kruabowl.example";
const pages = Object.values(publicPaths).filter((path) => !path.startsWith(paths.login));

function headAt(path: string) {
  const all = Object.assign({}, ...headOf(path, origin)) as Record<string, unknown>;
  const description = headOf(path, origin).find(
    (tag) => "name" in tag && tag.name === "description",
  );
  return {
    title: String(all.title),
    description: String(description && "content" in description && description.content),
    canonical: all.href,
    nodes: (all["script:ld+json"] as { "@graph": object[] })["@graph"],
  };
}

test("every page has a title and a description of its own, of a length that search engines show", () => {
  const heads = pages.map(headAt);

  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  for (const { title, description } of heads) {
    expect(title.length, title).toBeLessThanOrEqual(65);
    expect(description.length, description).toBeGreaterThan(80);
    expect(description.length, description).toBeLessThanOrEqual(170);
  }
});

test("every page has one absolute address", () => {
  expect(headAt("/").canonical).toBe("https://www.kruabowl.example/");
  expect(headAt("/login/AB12CD").canonical).toBe("https://www.kruabowl.example/");
  expect(headAt("/settings/terms-conditions").canonical).toBe(
    "https://www.kruabowl.example/settings/terms-conditions",
  );
});

test("a member's path has nothing for search engines", () => {
  expect(headOf("/dashboard", origin)).toEqual([]);
});

test("search engines learn the hours and the place of every outlet", () => {
  const nodes = headAt("/locations").nodes.slice(2);

  expect(nodes).toHaveLength(outlets.length);
  expect(nodes[3]).toMatchObject({
    "@type": "Restaurant",
    name: "Krua Bowl KLIA 2",
    geo: { latitude: 2.7447, longitude: 101.6853 },
    openingHoursSpecification: [{ opens: "07:00", closes: "23:00" }],
  });
});

test("search engines learn the hours by weekday, equal days together and closed ones left out", () => {
  const lunch = { opens: "11:00", closes: "15:00" };
  const dinner = { opens: "18:00", closes: "00:00" };
  const always = { opens: "00:00", closes: "00:00" };

  const entries = openingHours({
    monday: [],
    tuesday: [lunch, dinner],
    wednesday: [lunch, dinner],
    thursday: [lunch],
    friday: [lunch, dinner],
    saturday: [always],
    sunday: [],
  });

  expect(entries).toEqual(
    [
      { dayOfWeek: ["Tuesday", "Wednesday", "Friday"], ...lunch },
      { dayOfWeek: ["Tuesday", "Wednesday", "Friday"], ...dinner },
      { dayOfWeek: ["Thursday"], ...lunch },
      { dayOfWeek: ["Saturday"], opens: "00:00", closes: "23:59" },
    ].map((each) => ({ "@type": "OpeningHoursSpecification", ...each })),
  );
});

test("search engines learn the menu with its prices", () => {
  expect(headAt("/menu").nodes[2]).toMatchObject({ "@type": "Menu" });
  expect(JSON.stringify(menuCard(origin, "thong-cha"))).toContain(
    '"offers":{"@type":"Offer","price":"11.90","priceCurrency":"MYR"}',
  );
});

test("a page's own nodes are beside the group and the way to the page", () => {
  expect(headAt("/membership").nodes).toMatchObject([
    { "@type": "Organization" },
    { "@type": "BreadcrumbList", itemListElement: [{ position: 1 }, { position: 2 }] },
    { "@type": "FAQPage" },
  ]);
});

test.each(["/", "/locations", "/about"])(
  "the description of %s counts the outlets there are",
  (path) => {
    expect(headAt(path).description).toContain(` ${outlets.length} `);
  },
);
