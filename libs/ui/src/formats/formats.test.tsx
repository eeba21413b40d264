import { DEFAULT_PREFERENCES } from "@loyalty/api-client";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import { applyFormats, formatDay } from "./formats.ts";

afterEach(() => act(() => applyFormats(null)));

function Birthday() {
  useTexts(shellTexts);
  return <p>{formatDay("1994-08-31")}</p>;
}

test("what stands on the page is written anew when the formats change and the language stays", () => {
  render(<Birthday />);
  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, dateFormat: "YYYY-MM-DD" }));

  expect(screen.getByText("1994-08-31")).toBeVisible();
});
