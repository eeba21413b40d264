import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { closeDialog, openDialog, openedDialog, useOpenDialog } from "./dialogs.ts";

afterEach(() => closeDialog());

test("nothing is open at first", () => {
  expect(renderHook(useOpenDialog).result.current).toBeNull();
});

test("opening one dialog closes the other", () => {
  const { result } = renderHook(useOpenDialog);
  act(() => void openDialog("sign-in"));
  act(() => void openDialog("legal", { document: "privacy" }));
  expect(result.current).toEqual({ name: "legal", props: { document: "privacy" } });
});

test("the announcement never covers another dialog", () => {
  openDialog("sign-in");
  expect(openDialog("announcement")).toBe(false);
  expect(openedDialog()?.name).toBe("sign-in");
});

test("the announcement opens when nothing else is open", () => {
  expect(openDialog("announcement")).toBe(true);
  expect(openedDialog()?.name).toBe("announcement");
});

test("a late timer that names its dialog closes nothing else", () => {
  openDialog("register");
  closeDialog("referral-code");
  expect(openedDialog()?.name).toBe("register");
  closeDialog("register");
  expect(openedDialog()).toBeNull();
});
