import { outletsContent, outletsOf } from "@loyalty/content/outlets";
import { expectAccessible } from "@loyalty/ui/testing";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";

// The sign-in is home with a dialog over it.
const screens = import.meta.glob<ComponentType>(["./*/*-screen.tsx", "!./login/*"], {
  import: "default",
});
const names = Object.keys(screens);

beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

async function elementOf(name: string) {
  const Screen = await screens[name]!();
  return (
    <MemoryRouter>
      <main>
        <Screen />
      </main>
    </MemoryRouter>
  );
}

test.each(names)(
  "%s is accessible and has one first heading that takes the focus",
  async (name) => {
    const { container } = render(await elementOf(name));

    await expectAccessible(container);
    const headings = screen.getAllByRole("heading", { level: 1 });
    expect(headings).toHaveLength(1);
    expect(headings[0]).toHaveAttribute("tabindex", "-1");
  },
);

test.each(names)("%s reads without scripts: its prerendered page holds its words", async (name) => {
  const element = await elementOf(name);
  vi.stubGlobal("window", undefined);
  vi.stubGlobal("document", undefined);

  const html = renderToString(element);
  vi.unstubAllGlobals();

  expect(html).toMatch(/<h1[^>]*>[^<]{4,}<\/h1>/);
  expect(html.replace(/<[^>]+>/g, " ").length).toBeGreaterThan(400);
});

test.each(names)(
  "%s carries no inline style, which the content policy would refuse",
  async (name) => {
    expect(renderToString(await elementOf(name))).not.toContain("style=");
  },
);

test.each(names)(
  "%s reserves the space of every picture, and fetches only the first at once",
  async (name) => {
    const { container } = render(await elementOf(name));
    const pictures = [...container.querySelectorAll("img")];

    for (const picture of pictures) {
      expect(picture).toHaveAttribute("width");
      expect(picture).toHaveAttribute("height");
      expect(picture).toHaveAttribute("alt");
    }
    expect(pictures.filter(({ loading }) => loading === "eager").length).toBeLessThanOrEqual(1);
  },
);

const { outlets } = outletsContent.snapshot;
const all = outlets.length;
test.each([
  ["./about/about-screen.tsx", `two brands and ${all} outlets.`],
  ["./careers/careers-screen.tsx", `at ${all} outlets`],
  ["./contact/contact-screen.tsx", `${all} outlets, open every day.`],
  ["./locations/locations-screen.tsx", `${outletsOf(outlets, "krua-bowl").length} kitchens from`],
])("%s counts the outlets there are: %s", async (name, words) => {
  const { container } = render(await elementOf(name));

  expect(container).toHaveTextContent(words);
});
