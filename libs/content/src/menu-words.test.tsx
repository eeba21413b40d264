import { configureApi } from "@loyalty/api-client/http";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import type { LanguageSettings } from "@loyalty/ui/formats";
import { applyFormats, i18n } from "@loyalty/ui/i18n";
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useDishWords, useProgrammeWords } from "./menu-words.ts";
import { PublishedContent } from "./published.tsx";

const settings = (differences: Partial<LanguageSettings> = {}) =>
  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, ...differences }));
const words = () =>
  renderHook(() => ({ dish: useDishWords(), reward: useProgrammeWords() })).result.current;

const COCOA = { en: "Bitter cocoa, evaporated milk and brown-sugar pearls." };

beforeEach(() => {
  i18n.addResourceBundle("ms", "published-content", {
    [COCOA.en]: "Koko pahit.",
    "RM 5 welcome voucher": "Baucar alu-aluan RM 5",
  });
  return act(() => i18n.changeLanguage("ms"));
});
afterEach(async () => {
  i18n.removeResourceBundle("ms", "published-content");
  await act(() => i18n.changeLanguage("en"));
  act(() => applyFormats(null));
});

test("the menu is in the reader's language from the first day", () => {
  expect(words().dish(COCOA)).toEqual({ words: "Koko pahit.", original: null });
  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "Baucar alu-aluan RM 5",
    original: null,
  });
});

test("with the translation turned off the menu is English, and the page says that it is English", () => {
  settings({ autoTranslateMenu: false, showOriginalText: true });

  expect(words().dish(COCOA)).toEqual({
    words: COCOA.en,
    lang: "en",
    original: null,
  });
  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "RM 5 welcome voucher",
    lang: "en",
    original: null,
  });
});

test("the original can be shown too", () => {
  settings({ showOriginalText: true });

  expect(words().reward("RM 5 welcome voucher")).toEqual({
    words: "Baucar alu-aluan RM 5",
    original: "RM 5 welcome voucher",
  });
});

test("a new reward is in the languages that the office has given it, else in English", async () => {
  const content = { rewardTexts: [{ en: "Mango Sticky Rice", ms: "Pulut Mangga" }] };
  configureApi({});
  vi.stubGlobal("fetch", async () => Response.json(content));
  const { result } = renderHook(useProgrammeWords, { wrapper: PublishedContent });

  await waitFor(() =>
    expect(result.current("Mango Sticky Rice")).toEqual({ words: "Pulut Mangga", original: null }),
  );
  expect(result.current("Free durian")).toEqual({ words: "Free durian", original: null });
  vi.unstubAllGlobals();
  localStorage.clear();
});
