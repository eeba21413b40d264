import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { type BrandKey, brandKeys, brands } from "../theme/brands.ts";

type Scheme = "light" | "dark";
const stylesheet = (name: string) => readFileSync(join(import.meta.dirname, `${name}.css`), "utf8");
const base = stylesheet("base");

/** The colours of one brand in one scheme, by the name of their custom property without `--`. */
function colours(brand: BrandKey, scheme: Scheme): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, light, dark] of (base + stylesheet(brand)).matchAll(
    /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|#\w{6});/g,
  )) {
    if (light && dark) found[name!] = scheme === "light" ? light : dark;
  }
  for (const [, name, value] of base.matchAll(/--([\w-]+): (#\w{6});/g)) found[name!] = value!;
  return found;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXT = 4.5;
const GRAPHIC = 3;
const pairs: [foreground: string, background: string, floor: number][] = [
  ["c-text", "c-bg", TEXT],
  ["c-text", "c-surface", TEXT],
  ["c-text", "c-sunken", TEXT],
  ["c-muted", "c-bg", TEXT],
  ["c-muted", "c-surface", TEXT],
  ["c-muted", "c-sunken", TEXT],
  ["c-primary", "c-bg", TEXT],
  ["c-primary", "c-surface", TEXT],
  ["c-primary", "c-sunken", TEXT],
  ["c-on-primary", "c-primary", TEXT],
  ["c-on-primary", "c-primary-hover", TEXT],
  ["c-on-primary-soft", "c-primary-soft", TEXT],
  ["c-accent", "c-bg", TEXT],
  ["c-on-accent", "c-accent", TEXT],
  ["c-on-accent-soft", "c-accent-soft", TEXT],
  ["c-on-gold", "c-gold", TEXT],
  ["c-link", "c-bg", TEXT],
  ["c-link", "c-surface", TEXT],
  ["c-link", "c-sunken", TEXT],
  ["c-success", "c-surface", TEXT],
  ["c-on-success-soft", "c-success-soft", TEXT],
  ["c-danger", "c-surface", TEXT],
  ["c-danger", "c-bg", TEXT],
  ["c-on-danger", "c-danger", TEXT],
  ["c-on-danger-soft", "c-danger-soft", TEXT],
  ["badge-on-pending", "badge-pending", TEXT],
  ["badge-on-gift", "badge-gift", TEXT],
  ["c-text", "gift-2", TEXT],
  ["c-on-member-card", "c-member-card", TEXT],
  ["c-member-bar", "c-member-track", GRAPHIC],
  ["c-border-strong", "c-surface", GRAPHIC],
  ["c-border-strong", "c-bg", GRAPHIC],
  ["c-focus", "c-bg", GRAPHIC],
  ["c-focus", "c-surface", GRAPHIC],
  ["c-focus", "c-sunken", GRAPHIC],
  ...[0, 1, 2, 3].map((level): [string, string, number] => [
    `on-tier-${level}`,
    `tier-${level}`,
    TEXT,
  ]),
  ["qr-fg", "qr-bg", 21],
];

const schemes = brandKeys.flatMap((brand) =>
  (["light", "dark"] as const).map((scheme) => ({ brand, scheme })),
);

/** The colours of a card's material, by their names without `--card-`: those of `card.css` for a brand, a tier and a scheme. */
function material(brand: BrandKey, level: number, scheme: Scheme): Record<string, string> {
  const selector = `[data-brand="${brand}"] [data-tier="${level}"] {`;
  const [, after = ""] = stylesheet("card").split(selector);
  const pairs = after
    .slice(0, after.indexOf("}"))
    .matchAll(/--card-([\w-]+): light-dark\((#\w+), (#\w+)\);/g);
  return Object.fromEntries(
    [...pairs].map(([, name, light, dark]) => [name, scheme === "light" ? light : dark]),
  );
}

/** A colour with its opacity, `#rrggbbaa`, over another one. */
function laidOver(colour: string, ground: string): string {
  const opacity = Number.parseInt(colour.slice(7, 9), 16) / 255;
  const channels = [1, 3, 5].map((at) => {
    const [above, below] = [colour, ground].map((hex) =>
      Number.parseInt(hex.slice(at, at + 2), 16),
    );
    return Math.round(above! * opacity + below! * (1 - opacity));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

const cards = schemes.flatMap((each) => [0, 1, 2, 3].map((level) => ({ ...each, level })));

test.each(cards)(
  "a card of $brand at level $level can be read in the $scheme, also on what is engraved",
  ({ brand, scheme, level }) => {
    const card = material(brand, level, scheme);
    for (const ink of [card.ink!, card.muted!])
      for (const ground of [card[1]!, card[2]!, card[3]!]) {
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(TEXT);
        // Its brightest colour lies in the left upper corner, and what is engraved to the right.
        if (level === 1 && ground === card[1]) continue;
        expect(contrast(ink, laidOver(card.foil!, ground))).toBeGreaterThanOrEqual(TEXT);
      }
  },
);

describe.each(schemes)("$brand in the $scheme", ({ brand, scheme }) => {
  const colour = colours(brand, scheme);

  test.each(pairs)("%s can be read on %s (%f : 1 or more)", (foreground, background, floor) => {
    expect(contrast(colour[foreground]!, colour[background]!)).toBeGreaterThanOrEqual(floor);
  });

  test("tints the browser's own bars like the page", () => {
    expect(brands[brand].colours[scheme]).toBe(colour["c-bg"]);
  });
});
