import { configureMap } from "@loyalty/content/map-settings";
import { outletsContent, outletsOf } from "@loyalty/content/outlets";
import { brandKeys, DEFAULT_BRAND } from "@loyalty/ui/brands";
import { chooseBrand } from "@loyalty/ui/theme-store";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";

import LocationsScreen from "./locations-screen.tsx";

/** A browser's geolocation that answers when the test says so. */
function fakeGeolocation() {
  const watchPosition = vi.fn<Geolocation["watchPosition"]>(() => 1);
  vi.stubGlobal("navigator", {
    ...navigator,
    userAgent: navigator.userAgent,
    geolocation: { watchPosition, clearWatch: () => {} },
  });
  return {
    watchPosition,
    answer: (lat: number, lng: number) =>
      act(() =>
        watchPosition.mock.lastCall?.[0]({
          coords: { latitude: lat, longitude: lng },
        } as GeolocationPosition),
      ),
    refuse: (code: number) =>
      act(() => watchPosition.mock.lastCall?.[1]?.({ code } as GeolocationPositionError)),
  };
}

const names = () => screen.getAllByRole("heading", { level: 3 }).map((name) => name.textContent);
const nearMe = () => screen.getByRole("button", { name: "Near me" });

beforeEach(() => {
  vi.unstubAllGlobals();
  act(() => chooseBrand(DEFAULT_BRAND));
  // A telephone; nobody asked for less motion.
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false }),
  );
});

test("typing leaves the outlets whose name or address matches, and says how many", async () => {
  render(<LocationsScreen />);
  expect(screen.getByText("15 outlets")).toBeVisible();

  await userEvent.type(screen.getByRole("searchbox"), "johor");

  expect(await screen.findByText("2 outlets")).toBeVisible();
  expect(names()).toEqual(["JB Paradigm Mall", "JB Toppen"]);
});

test("what is typed before the prerendered page is hydrated is searched for", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<LocationsScreen />);
  await userEvent.type(screen.getByRole("searchbox"), "johor");
  render(<LocationsScreen />, { container, hydrate: true });

  expect(await screen.findByText("2 outlets")).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("johor");
});

test("a search that finds nothing leads back to all outlets", async () => {
  render(<LocationsScreen />);
  await userEvent.type(screen.getByRole("searchbox"), "Bangkok");

  await userEvent.click(await screen.findByRole("button", { name: "Show all outlets" }));

  expect(await screen.findByText("15 outlets")).toBeVisible();
});

async function onDay(day: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T12:00:00+08:00`) });
  render(<LocationsScreen />);
  await userEvent.click(screen.getByRole("button", { name: "New" }));
  vi.useRealTimers();
}

test("an outlet is new for its first ninety days, on its card and in the filter", async () => {
  await onDay("2026-01-22");

  expect(screen.getByRole("button", { name: "New" })).toHaveAttribute("aria-pressed", "true");
  expect(names()).toEqual(["IOI Damansara"]);
  expect(within(screen.getByRole("article")).getByText("New")).toBeVisible();
});

test("when no outlet is new any more the filter says so, and leads back to all", async () => {
  await onDay("2026-01-23");

  expect(screen.getByText("No outlet has opened in the last 90 days.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show all outlets" }));
  expect(screen.getAllByRole("article")).toHaveLength(15);
  expect(screen.getAllByText("New")).toHaveLength(1); // the filter itself
});

test.each(brandKeys)("each example of the search finds an outlet of %s", async (brand) => {
  act(() => chooseBrand(brand));
  render(<LocationsScreen />);
  const hint = screen.getByText(/^For example/).textContent;
  const examples = [...hint.matchAll(/“([^”]+)”/g)].map(([, example]) => example!);

  expect(examples).toHaveLength(2);
  for (const example of examples) {
    await userEvent.clear(screen.getByRole("searchbox"));
    await userEvent.type(screen.getByRole("searchbox"), example);
    await waitFor(() =>
      expect(names().length).toBeLessThan(outletsOf(outletsContent.snapshot.outlets, brand).length),
    );
    expect(names().length, example).toBeGreaterThan(0);
  }
});

test("nobody is asked for a location before a tap; then the nearest outlet comes first", async () => {
  const geolocation = fakeGeolocation();
  render(<LocationsScreen />);
  expect(geolocation.watchPosition).not.toHaveBeenCalled();

  await userEvent.click(nearMe());
  expect(geolocation.watchPosition.mock.lastCall?.[2]).toEqual({
    enableHighAccuracy: true,
    timeout: 20_000,
    maximumAge: 60_000,
  });
  geolocation.answer(1.55, 103.79);

  expect(names()[0]).toBe("JB Toppen");
  expect(within(screen.getAllByRole("article")[0]!).getByText("0.8 km")).toBeVisible();
  expect(localStorage.getItem("locationPermission")).toBe("granted");
});

test("who stands at an outlet reads no 0.0 km", async () => {
  const geolocation = fakeGeolocation();
  render(<LocationsScreen />);
  await userEvent.click(nearMe());
  const { lat, lng } = outletsContent.snapshot.outlets.find(
    ({ name }) => name === "JB Toppen",
  )!.coordinates;
  geolocation.answer(lat, lng);

  expect(within(screen.getAllByRole("article")[0]!).getByText("< 0.1 km")).toBeVisible();
});

test("a move of less than 0.1 km changes nothing", async () => {
  const geolocation = fakeGeolocation();
  render(<LocationsScreen />);
  await userEvent.click(nearMe());
  geolocation.answer(1.55, 103.79);

  geolocation.answer(1.5505, 103.79);

  expect(screen.getByText("0.8 km")).toBeVisible();
});

test.each([
  [1, "Location access denied. Please enable location services to see distances."],
  [2, "Location information is unavailable. Please check your GPS settings."],
  [3, "Location request timed out. Please try again."],
  [9, "Unable to retrieve your location"],
])("error %i of the device shows the message of the specification", async (code, sentence) => {
  const geolocation = fakeGeolocation();
  render(<LocationsScreen />);
  await userEvent.click(nearMe());

  geolocation.refuse(code);

  expect(screen.getByText(sentence)).toBeVisible();
});

test("a browser without geolocation says so", async () => {
  render(<LocationsScreen />);

  await userEvent.click(nearMe());

  expect(screen.getByText("Geolocation is not supported by this browser.")).toBeVisible();
});

test("a refusal and a dismissal are remembered", async () => {
  const geolocation = fakeGeolocation();
  const { unmount } = render(<LocationsScreen />);
  await userEvent.click(nearMe());
  geolocation.refuse(1);
  expect(localStorage.getItem("locationPermission")).toBe("denied");
  unmount();
  localStorage.clear();

  const again = render(<LocationsScreen />);
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  again.unmount();
  render(<LocationsScreen />);

  await waitFor(() => expect(screen.queryByText("How far is it?")).not.toBeInTheDocument());
});

test("directions lead to the place", () => {
  render(<LocationsScreen />);

  expect(screen.getByRole("link", { name: /Directions to Publika, opens Google/ })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/dir/?api=1&destination=3.1712,101.6655",
  );
});

test("a refusal of an earlier visit is not asked about again, yet the button stays", async () => {
  localStorage.setItem("locationPermission", "denied");
  render(<LocationsScreen />);

  await waitFor(() => expect(screen.queryByText("How far is it?")).not.toBeInTheDocument());
  expect(nearMe()).toBeVisible();
});

describe("the map", () => {
  const marker = (name: string) => screen.findByRole("button", { name });
  const openMap = () => userEvent.click(screen.getByRole("tab", { name: "Map" }));

  test("is the second tab on phones, and is loaded when it is opened", async () => {
    render(<LocationsScreen />);
    expect(screen.getByRole("tab", { name: "List" })).toHaveAttribute("aria-selected", "true");
    expect(screen.queryByRole("region", { name: /^Map of the outlets/ })).not.toBeInTheDocument();

    await openMap();

    expect(await screen.findByRole("region", { name: /^Map of the outlets/ })).toBeVisible();
    expect(await marker("Publika")).toBeVisible();
  });

  test("shows what the search left", async () => {
    render(<LocationsScreen />);
    await openMap();
    await marker("Publika");

    await userEvent.type(screen.getByRole("searchbox"), "johor");

    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Publika" })).not.toBeInTheDocument(),
    );
    expect(await marker("JB Toppen")).toBeVisible();
  });

  test("a card leads to its marker, and a marker to its card", async () => {
    render(<LocationsScreen />);
    await userEvent.click(screen.getByRole("button", { name: "Show Publika on the map" }));

    expect(await marker("Publika")).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByText("Publika is marked on the map.")).toBeVisible();

    (await marker("Melaka")).focus();
    await userEvent.keyboard("{Enter}");

    expect(await marker("Melaka")).toHaveAttribute("aria-pressed", "true");
    expect(await marker("Publika")).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByText("Melaka is marked on the map.")).toBeVisible();
  });

  test("a marker can be pressed by the keyboard", async () => {
    render(<LocationsScreen />);
    await openMap();

    (await marker("Melaka")).focus();
    await userEvent.keyboard(" ");

    expect(await marker("Melaka")).toHaveAttribute("aria-pressed", "true");
  });

  test("asks for tiles at the address of the setting, sends a referrer, and shows the attribution", async () => {
    configureMap({ tileUrl: "https://tiles.example/{z}/{x}/{y}.png" });
    const { container } = render(<LocationsScreen />);
    await openMap();
    await marker("Publika");

    const tile = container.querySelector<HTMLImageElement>("img.leaflet-tile")!;
    expect(tile.src).toMatch(/^https:\/\/tiles\.example\/11\/\d+\/\d+\.png$/);
    expect(tile.referrerPolicy).toBe("strict-origin-when-cross-origin");
    expect(screen.getByText("OpenStreetMap contributors")).toBeVisible();
    configureMap({});
  });

  test("is drawn where there are no tiles", async () => {
    const { container } = render(<LocationsScreen />);
    await openMap();
    await marker("Publika");

    expect(container.querySelector("img.leaflet-tile")).toBeNull();
    expect(container.querySelectorAll(".leaflet-ground-pane path").length).toBe(2);
    expect(
      screen.getByText("Kuala Lumpur", { selector: ".leaflet-ground-pane span" }),
    ).toBeVisible();
  });
});
