import { configureApi } from "@loyalty/api-client/http";
import { forgetContent, refreshContent } from "@loyalty/api-client/react/content";
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
import { textIn, useContentWords, watchContent } from "./content.ts";
import { faqContent } from "./faq.ts";
import { menuContent, useMenu } from "./menu.ts";
import { openingsContent } from "./openings.ts";
import { outletsContent } from "./outlets.ts";
import { sourceOf } from "./pictures.ts";
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

let build: string = tags.en;
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
  build = tags.en;
  localStorage.clear();
  forgetContent();
});
afterEach(async () => {
  server.resetHandlers();
  await act(() => i18n.changeLanguage("en"));
});

const refresh = () => act(() => refreshContent("en", build, () => true));

test("a page shows what it was built with, then what was published since", async () => {
  publish("newer", priced("19.90"));
  render(<Price />);
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();

  await refresh();

  expect(screen.getByText("Thai Beef Noodle: 1990")).toBeVisible();
  expect(asked).toEqual([{ language: "en", tag: `"${tags.en}"` }]);
});

test("a page that was built with what is published is sent nothing", async () => {
  publish(tags.en, priced("99.00"));
  render(<Price />);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();
});

test("the next visit asks with the tag of what it keeps, and shows that", async () => {
  publish("newer", priced("19.90"));
  await refresh();
  forgetContent();
  render(<Price />);
  await refresh();
  expect(asked.map(({ tag }) => tag)).toEqual([`"${tags.en}"`, '"newer"']);
  expect(screen.getByText("Thai Beef Noodle: 1990")).toBeVisible();
});

test("without the API the page stays as it was built, or as a newer visit left it", async () => {
  publish("", null);
  render(<Price />);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();

  publish("newer", priced("19.90"));
  await refresh();
  act(forgetContent);
  publish("", null);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1990")).toBeVisible();
});

test("another build does not show what an earlier one kept", async () => {
  publish("newer", priced("19.90"));
  await refresh();
  act(forgetContent);
  build = "another";
  publish("", null);
  render(<Price />);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();
});

test("what was taken back is forgotten", async () => {
  publish("newer", priced("19.90"));
  await refresh();
  publish(tags.en, everything);
  render(<Price />);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();
  expect(localStorage.getItem("content")).toBeNull();
});

test("an answer that cannot be read changes nothing", async () => {
  server.use(http.get("*/api/content", () => HttpResponse.text("<html>")));
  localStorage.setItem("content", "{");
  render(<Price />);
  await refresh();
  expect(screen.getByText("Thai Beef Noodle: 1890")).toBeVisible();
});

test("content is asked for when the page has loaded, and in another language", async () => {
  publish("newer", priced("19.90"));
  const stop = watchContent();
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(() => i18n.changeLanguage("ms"));
  await waitFor(() => expect(asked.at(-1)?.language).toBe("ms"));
  stop();
  await act(() => i18n.changeLanguage("en"));
  expect(asked).toHaveLength(2);
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
