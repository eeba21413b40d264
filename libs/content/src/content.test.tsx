import { configureApi } from "@loyalty/api-client/http";
import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import type { Content } from "@loyalty/api-client/wire";
import { i18n } from "@loyalty/ui/i18n";
import { LANGUAGES } from "@loyalty/ui/languages";
import { act, render, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { announcementContent } from "./announcement.ts";
import { awardsContent } from "./awards.ts";
import { bannersContent } from "./banners.ts";
import { textIn, useContentWords } from "./content.ts";
import { faqContent } from "./faq.ts";
import { menuContent, useMenu } from "./menu.ts";
import { openingsContent } from "./openings.ts";
import { outletsContent } from "./outlets.ts";
import { sourceOf } from "./pictures.ts";
import { PublishedContent } from "./published.tsx";
import tags from "./snapshot/tags.json";

const everything: Content = {
  publishedAt: null,
  outlets: outletsContent.snapshot,
  menu: menuContent.snapshot,
  banners: bannersContent.snapshot,
  announcement: announcementContent.snapshot,
  awards: awardsContent.snapshot,
  openings: openingsContent.snapshot,
  faq: faqContent.snapshot,
  rewardTexts: [],
};

/** Published content in which the first dish costs something else. */
function priced(price: string, publishedAt = "2026-11-24T10:00:00.000Z"): Content {
  const [first, ...others] = everything.menu.dishes;
  const menu = { ...everything.menu, dishes: [{ ...first!, price }, ...others] };
  return { ...everything, publishedAt, menu };
}

let asked: { language: string; tag: string }[] = [];
const server = setupServer();

/** What the API answers from now on; null is a network error. */
function publish(tag: string, content: Content | null) {
  server.use(
    http.get("*/api/content", ({ request }) => {
      const sent = request.headers.get("If-None-Match") ?? "";
      const language = new URL(request.url).searchParams.get("language") ?? "";
      asked.push({ language, tag: sent });
      if (content === null) return HttpResponse.error();
      const headers = { ETag: `W/"${tag}"` };
      if (sent === `"${tag}"`) return new HttpResponse(null, { status: 304, headers });
      return HttpResponse.json(content, { headers });
    }),
  );
}

function Price() {
  const words = useContentWords();
  const dish = useMenu("krua-bowl")[0]!.dishes[0]!;
  return (
    <p>
      {words(dish.name)}: {dish.priceSen}
    </p>
  );
}

beforeAll(() => {
  configureApi({ base: "/api" });
  server.listen();
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  localStorage.clear();
});
afterEach(async () => {
  server.resetHandlers();
  await act(() => i18n.changeLanguage("en"));
});

/** A visit: a page with a cache of its own, which has what the last one stored. */
const visit = () =>
  render(
    <ApiProvider client={createQueryClient()}>
      <PublishedContent>
        <Price />
      </PublishedContent>
    </ApiProvider>,
  );
const price = (sen: number) => screen.findByText(`Thai Beef Noodle: ${sen}`);
const isAsked = (times: number) => waitFor(() => expect(asked).toHaveLength(times));

test("a page shows what it was built with, then what was published since", async () => {
  publish("newer", priced("19.90"));
  visit();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();

  expect(await price(1990)).toBeVisible();
  expect(asked).toEqual([{ language: "en", tag: `"${tags.en}"` }]);
});

test("by an editor's link a page shows the draft, keeps none of it, and says when the link has ended", async () => {
  publish(tags.en, null);
  let hasEnded = false;
  server.use(
    http.get("*/api/content/preview", ({ request }) => {
      const token = new URL(request.url).searchParams.get("token");
      return hasEnded || token !== "a token"
        ? HttpResponse.json({}, { status: 404 })
        : HttpResponse.json(priced("19.90"));
    }),
  );
  history.replaceState(null, "", "/menu?preview=a%20token");
  const { unmount } = visit();
  expect(await price(1990)).toBeVisible();
  expect(await screen.findByText("Preview: visitors do not see this yet.")).toBeVisible();
  unmount();

  hasEnded = true;
  visit();
  expect(await screen.findByText(/^This preview has ended\./)).toBeVisible();
  expect(await price(1890)).toBeVisible();
  history.replaceState(null, "", "/");
});

test("a page that was built with what is published is sent nothing", async () => {
  publish(tags.en, priced("99.00"));
  visit();
  await isAsked(1);
  expect(await price(1890)).toBeVisible();
});

test("the next visit asks with the tag of what is stored, and shows that", async () => {
  publish("newer", priced("19.90"));
  const { unmount } = visit();
  await price(1990);
  unmount();

  visit();
  expect(await price(1990)).toBeVisible();
  await isAsked(2);
  expect(asked.map(({ tag }) => tag)).toEqual([`"${tags.en}"`, '"newer"']);
});

test("without the API the page stays as it was built, or as a newer visit left it", async () => {
  publish("", null);
  const first = visit();
  await isAsked(1);
  expect(await price(1890)).toBeVisible();
  first.unmount();

  publish("newer", priced("19.90"));
  const second = visit();
  await price(1990);
  second.unmount();

  publish("", null);
  visit();
  expect(await price(1990)).toBeVisible();
  await isAsked(3);
  expect(await price(1990)).toBeVisible();
});

test("another build does not show what an earlier one stored", async () => {
  const earlier = { tag: "newer", content: priced("19.90"), language: "en", build: "another" };
  localStorage.setItem("content", JSON.stringify(earlier));
  publish("", null);
  visit();
  await isAsked(1);
  expect(await price(1890)).toBeVisible();
});

test("what was taken back is forgotten", async () => {
  publish("newer", priced("19.90"));
  const { unmount } = visit();
  await price(1990);
  unmount();

  publish(tags.en, everything);
  visit();
  await isAsked(2);
  expect(await price(1890)).toBeVisible();
  expect(localStorage.getItem("content")).toBeNull();
});

test("an answer that cannot be read changes nothing", async () => {
  let answers = 0;
  server.use(
    http.get("*/api/content", () => {
      answers += 1;
      return HttpResponse.text("<html>");
    }),
  );
  localStorage.setItem("content", "{");
  visit();
  await waitFor(() => expect(answers).toBe(1));
  expect(await price(1890)).toBeVisible();
});

test("content is asked for in another language, and stays meanwhile", async () => {
  publish("newer", priced("19.90"));
  visit();
  await price(1990);
  publish("newer", null);
  await act(() => i18n.changeLanguage("ms"));
  await waitFor(() => expect(asked.at(-1)?.language).toBe("ms"));
  expect(screen.getByText(/: 1990$/)).toBeVisible();
});

test("a text is in the reader's language, by its own translation or the pack's, else in English", () => {
  i18n.addResourceBundle("ms", "published-content", { Tea: "Teh", Coffee: "Kopi" });
  expect(textIn({ en: "Tea", ms: "Teh tarik" }, "ms")).toBe("Teh tarik");
  expect(textIn({ en: "Coffee" }, "ms")).toBe("Kopi");
  expect(textIn({ en: "Water" }, "ms")).toBe("Water");
  expect(textIn({ en: "Tea", ms: "Teh" }, "en")).toBe("Tea");
  i18n.removeResourceBundle("ms", "published-content");
});

const packs = import.meta.glob<Record<string, string>>("./snapshot/{ms,zh,ta,th,id}.json", {
  eager: true,
  import: "default",
});

test("the translations of the snapshot are those of every language", () => {
  const codes = LANGUAGES.map(({ code }) => code).filter((code) => code !== "en");
  expect(Object.keys(packs).sort()).toEqual(codes.map((code) => `./snapshot/${code}.json`).sort());
  for (const pack of Object.values(packs)) {
    expect(pack[everything.menu.dishes[0]!.about!.en]).toBeTruthy();
  }
});

test("an uploaded image comes in the width that the page needs", () => {
  const image = "tom-yum-1200x800-0123456789ab.webp";
  const { src, srcSet, sizes } = sourceOf({ image }, "dishes", "300px");
  const address = (name: string) => expect.stringMatching(new RegExp(`/api/content/${name}$`));
  expect([src, sizes]).toEqual([address(image), "300px"]);
  expect(srcSet!.split(", ")).toEqual([
    expect.stringMatching(/tom-yum-w300-0123456789ab\.webp 300w$/),
    expect.stringMatching(/tom-yum-w600-0123456789ab\.webp 600w$/),
    expect.stringMatching(/tom-yum-1200x800-0123456789ab\.webp 1200w$/),
  ]);
  expect(sourceOf({ drawing: "tom-yum" }, "dishes", "300px")).toEqual({
    src: expect.stringContaining("/art/dishes/tom-yum.svg"),
  });
});
