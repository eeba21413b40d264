import { i18n } from "@loyalty/ui/i18n";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import malay from "../texts/ms/map.json";
import LeafletMap, { attributionOf } from "./leaflet-map.tsx";

const here = { lat: 3.15, lng: 101.7 };
const publika = { id: 1, brand: "krua-bowl", name: "Publika" } as const;
const outlets = [{ ...publika, coordinates: { lat: 3.17, lng: 101.66 } }];

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterEach(async () => {
  vi.unstubAllGlobals();
  await act(() => i18n.changeLanguage("en"));
  i18n.removeResourceBundle("ms", "map");
});

test("the map's buttons and the reader's place follow the language", async () => {
  i18n.addResourceBundle("ms", "map", malay);
  render(
    <LeafletMap label="Outlets" outlets={outlets} chosen={null} onChoose={() => {}} here={here} />,
  );
  expect(screen.getByRole("button", { name: "Zoom in" })).toBeVisible();

  await act(() => i18n.changeLanguage("ms"));

  expect(screen.getByRole("button", { name: malay.zoomIn })).toBeVisible();
  expect(screen.getByRole("button", { name: malay.zoomOut })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Zoom in" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Publika" })).toBeVisible();
});

test("a marker follows its outlet's place and name, and stays the chosen one", async () => {
  const props = { label: "Outlets", chosen: 1, here: null };
  const onChoose = vi.fn();
  const { rerender } = render(<LeafletMap {...props} outlets={outlets} onChoose={onChoose} />);
  const first = screen.getByRole("button", { name: "Publika" });
  const place = [first.style.left, first.style.top];

  const moved = { ...publika, name: "Publika Gallery", coordinates: { lat: 3.14, lng: 101.69 } };
  rerender(<LeafletMap {...props} outlets={[moved]} onChoose={onChoose} />);

  const marker = await screen.findByRole("button", { name: "Publika Gallery" });
  expect(screen.queryByRole("button", { name: "Publika" })).toBeNull();
  expect([marker.style.left, marker.style.top]).not.toEqual(place);
  expect(marker).toHaveAttribute("aria-pressed", "true");
  marker.click();
  expect(onChoose).toHaveBeenCalledOnce();
});

test("the marker of a tea bar shows a glass, that of a kitchen a bowl", () => {
  const teaBar = { ...outlets[0]!, id: 2, brand: "thong-cha", name: "Tea" } as const;
  const props = { label: "Outlets", chosen: null, here: null, onChoose: () => {} };
  render(<LeafletMap {...props} outlets={[...outlets, teaBar]} />);

  const [kitchen, bar] = ["Publika", "Tea"].map((name) => screen.getByRole("button", { name }));
  expect(bar!.innerHTML).not.toBe(kitchen!.innerHTML);
});

test.each([
  [
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>',
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>',
  ],
  ["Tiles &amp; data: us", "Tiles &amp; data: us"],
  ['<b>Us</b> <a href="javascript:x()">and</a> them', "Us and them"],
  ['<a href="https://us.example" onclick="x()">us</a>', '<a href="https://us.example">us</a>'],
  ["Us<script>x()</script><img src=x onerror=x()>", "Us"],
])("of %s, %s is shown", (written, shown) => {
  expect(attributionOf(written).innerHTML).toBe(shown);
});
