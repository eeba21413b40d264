import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { OutletFinder } from "./outlet-picker.tsx";

const outlets = [
  { id: 1, name: "KL East Mall" },
  { id: 2, name: "Publika" },
  { id: 19, name: "1 Utama" },
];

function Example({ list = outlets, start = null as number | null }) {
  const [picked, setPicked] = useState<number | null>(null);
  return <OutletFinder list={list} start={start} picked={picked} onPick={setPicked} />;
}

type Asked = (
  found: PositionCallback,
  failed: PositionErrorCallback,
  options: PositionOptions,
) => void;

function device(answer: Asked, permission?: EventTarget & { state: PermissionState }) {
  const getCurrentPosition = vi.fn(answer);
  vi.stubGlobal("navigator", {
    ...navigator,
    geolocation: { getCurrentPosition },
    ...(permission && { permissions: { query: () => Promise.resolve(permission) } }),
  });
  return getCurrentPosition;
}
const allowed = (state: PermissionState) => Object.assign(new EventTarget(), { state });
const here = { coords: { latitude: 3.1712, longitude: 101.6655 } } as GeolocationPosition;
const denial = "Location access denied. You can still select an outlet manually.";
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const names = () =>
  screen
    .getAllByRole("radio")
    .map((radio) => radio.closest("label")!.querySelector("b")!.textContent);
const locate = () => userEvent.click(screen.getByRole("button", { name: "Enable location" }));

test("an outlet is found by its name or address, and by its region", async () => {
  render(<Example />);
  expect(screen.getByText("3 outlets")).toHaveRole("status");

  await userEvent.type(screen.getByRole("searchbox"), "dutamas");
  await waitFor(() => expect(names()).toEqual(["Publika"]));
  await userEvent.clear(screen.getByRole("searchbox"));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Region" }), "Selangor");
  await waitFor(() => expect(names()).toEqual(["1 Utama"]));
});

test("an outlet that this release does not know yet can be found by its name and chosen", async () => {
  render(<Example list={[{ id: 999, name: "A New Mall" }, ...outlets]} />);
  expect(names()).toEqual(["1 Utama", "KL East Mall", "Publika", "A New Mall"]);

  await userEvent.type(screen.getByRole("searchbox"), "new");
  await waitFor(() => expect(names()).toEqual(["A New Mall"]));
  await userEvent.click(screen.getByRole("radio", { name: "A New Mall" }));
  expect(screen.getByRole("radio", { name: "A New Mall" })).toBeChecked();
});

test("a member who shares their location sees the nearest first", async () => {
  const asked = device((found) => found(here));
  render(<Example />);
  await locate();

  expect(names()[0]).toBe("Publika");
  expect(screen.getByRole("radio", { name: /Publika/ }).closest("label")).toHaveTextContent(
    "0.0 km",
  );
  expect(asked.mock.calls[0]![2]).toEqual({
    enableHighAccuracy: true,
    timeout: 10_000,
    maximumAge: 300_000,
  });
});

test("of a member without an outlet the nearest is chosen, of one with an outlet theirs", async () => {
  device((found) => found(here));
  const { unmount } = render(<Example />);
  expect(screen.getByRole("radio", { name: /Publika/ })).not.toBeChecked();
  await locate();
  expect(screen.getByRole("radio", { name: /Publika/ })).toBeChecked();
  unmount();

  render(<Example start={1} />);
  await locate();
  expect(screen.getByRole("radio", { name: /KL East Mall/ })).toBeChecked();
  expect(names()[0]).toBe("Publika");
});

test.each([
  [1, "Location access denied. You can still select an outlet manually."],
  [2, "Location information is unavailable. Please check your GPS settings or select manually."],
  [3, "Location request timed out. Please try again or select manually."],
  [9, "Unable to get your location. You can select an outlet manually."],
])("error %i of the device is explained", async (code, sentence) => {
  device((_, failed) => failed({ code } as GeolocationPositionError));
  render(<Example />);
  await locate();

  expect(screen.getByText(sentence)).toHaveRole("status");
  expect(screen.getAllByRole("radio")).toHaveLength(3);
});

test("a browser without a location says so", async () => {
  vi.stubGlobal("navigator", { userAgent: "", language: "en" });
  render(<Example />);
  await locate();

  expect(screen.getByText("Geolocation is not supported by this browser.")).toBeVisible();
});

test("a refusal is remembered and shown again; where the browser has no permission state, the button stays", async () => {
  device((_, failed) => failed({ code: 1 } as GeolocationPositionError));
  const { unmount } = render(<Example />);
  await locate();
  unmount();
  const asked = device((found) => found(here));
  render(<Example />);

  expect(screen.getByText(denial)).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  await locate();
  expect(names()[0]).toBe("Publika");
});

test("while the browser blocks locations there is no button; it appears with the permission", async () => {
  localStorage.setItem("locationPermission", "denied");
  const permission = allowed("denied");
  device((found) => found(here), permission);
  render(<Example />);
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Enable location" })).not.toBeInTheDocument(),
  );
  expect(screen.getByText(denial)).toBeVisible();

  permission.state = "granted";
  act(() => void permission.dispatchEvent(new Event("change")));
  await locate();
  expect(names()[0]).toBe("Publika");
});

test.each(["granted", "prompt"] as const)(
  "an earlier refusal is forgotten when the browser's permission is %s",
  async (state) => {
    localStorage.setItem("locationPermission", "denied");
    device((found) => found(here), allowed(state));
    render(<Example />);
    await waitFor(() => expect(screen.queryByText(denial)).not.toBeInTheDocument());

    await locate();
    expect(names()[0]).toBe("Publika");
    expect(localStorage.getItem("locationPermission")).toBe("granted");
  },
);

test("the same choice is on a map, which is fetched when it is opened", async () => {
  render(<Example />);
  await userEvent.click(screen.getByRole("radio", { name: /Publika/ }));
  await userEvent.click(screen.getByRole("tab", { name: "Map" }));

  expect(screen.getByText(/^Publika · /)).toHaveRole("status");
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("tab", { name: "List" }));
  expect(screen.getByRole("radio", { name: /Publika/ })).toBeChecked();
});
