import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { closeOverlay, openedOverlay, openOverlay, useOverlay } from "./overlays.ts";

afterEach(() => closeOverlay());

test("nothing is open at first", () => {
  expect(renderHook(useOverlay).result.current).toBeNull();
});

test("opening one overlay closes the other", () => {
  const { result } = renderHook(useOverlay);
  act(() => void openOverlay("sign-in"));
  act(() => void openOverlay("legal", { document: "privacy" }));
  expect(result.current).toEqual({ name: "legal", props: { document: "privacy" } });
});

test("the announcement never covers another overlay", () => {
  openOverlay("sign-in");
  expect(openOverlay("announcement")).toBe(false);
  expect(openedOverlay()?.name).toBe("sign-in");
});

test("the announcement opens when nothing else is open", () => {
  expect(openOverlay("announcement")).toBe(true);
  expect(openedOverlay()?.name).toBe("announcement");
});

test("a late timer that names its overlay closes nothing else", () => {
  openOverlay("register");
  closeOverlay("referral-code");
  expect(openedOverlay()?.name).toBe("register");
  closeOverlay("register");
  expect(openedOverlay()).toBeNull();
});
