import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { LocationsScreen } from "./locations-screen.tsx";

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
    stand: (lat: number, lng: number) =>
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

beforeEach(() => vi.unstubAllGlobals());

test("typing leaves the outlets whose name or address matches, and says how many", async () => {
  render(<LocationsScreen />);
  expect(screen.getByText("15 outlets")).toBeVisible();

  await userEvent.type(screen.getByRole("searchbox"), "johor");

  expect(await screen.findByText("2 outlets")).toBeVisible();
  expect(names()).toEqual(["JB Paradigm Mall", "JB Toppen"]);
});

test("a search that finds nothing leads back to all outlets", async () => {
  render(<LocationsScreen />);
  await userEvent.type(screen.getByRole("searchbox"), "Bangkok");

  await userEvent.click(await screen.findByRole("button", { name: "Show all outlets" }));

  expect(await screen.findByText("15 outlets")).toBeVisible();
});

test("the filters say which is chosen", async () => {
  render(<LocationsScreen />);

  await userEvent.click(screen.getByRole("button", { name: "New" }));

  expect(screen.getByRole("button", { name: "New" })).toHaveAttribute("aria-pressed", "true");
  expect(names()).toEqual(["IOI Damansara", "Pavilion Bukit Jalil"]);
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
  geolocation.stand(1.55, 103.79);

  expect(names()[0]).toBe("JB Toppen");
  expect(within(screen.getAllByRole("article")[0]!).getByText("0.8 km")).toBeVisible();
  expect(localStorage.getItem("locationPermission")).toBe("granted");
});

test("a move of less than 0.1 km changes nothing", async () => {
  const geolocation = fakeGeolocation();
  render(<LocationsScreen />);
  await userEvent.click(nearMe());
  geolocation.stand(1.55, 103.79);

  geolocation.stand(1.5505, 103.79);

  expect(screen.getByText("0.8 km")).toBeVisible();
});

test.each([
  [1, "Location access denied. Please enable location services to see distances."],
  [2, "Location information is unavailable. Please check your GPS settings."],
  [3, "Location request timed out. Please try again."],
  [9, "Unable to retrieve your location"],
])("a failure of kind %i is said in the specs' words", async (code, sentence) => {
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

test("directions lead to the place, and the number can be called", () => {
  render(<LocationsScreen />);

  expect(screen.getByRole("link", { name: /Directions to Publika, opens Google/ })).toHaveAttribute(
    "href",
    "https://www.google.com/maps/dir/?api=1&destination=3.1712,101.6655",
  );
  expect(screen.getByRole("link", { name: "Call Publika" })).toHaveAttribute(
    "href",
    "tel:+60323856702",
  );
});
