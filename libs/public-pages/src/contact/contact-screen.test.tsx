import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { applyFormats } from "@loyalty/ui/i18n";
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";

import ContactScreen from "./contact-screen.tsx";

afterEach(() => act(() => applyFormats(null)));

const show = () =>
  render(
    <MemoryRouter>
      <ContactScreen />
    </MemoryRouter>,
  );

test("a visitor reads in the language's hours when somebody answers the telephone", () => {
  show();
  expect(screen.getByText("Every day from 10:00 AM to 6:00 PM.")).toBeVisible();
});

test.each([
  ["24", "Every day from 10:00 to 18:00."],
  ["12", "Every day from 10:00 AM to 6:00 PM."],
] as const)("with %s hours chosen, times are written so", (timeFormat, sentence) => {
  show();
  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, timeFormat }));

  expect(screen.getByText(sentence)).toBeVisible();
});
