import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { act, render, renderHook, screen } from "@testing-library/react";
import { Trans, useTranslation } from "react-i18next";
import { afterEach, expect, test } from "vitest";

import { addEnglish, applyFormats, i18n } from "./i18n.ts";

const english = {
  title: "Sign In",
  togo_one: "{{count, number}} point to go",
  togo_other: "{{count, number}} points to go",
  inner: {
    agree: "I agree to the <terms>Terms of <b>{{brand}}</b></terms> and <privacy>Policy</privacy>.",
  },
};

declare module "i18next" {
  interface ResourceNamespaceMap {
    sample: typeof english;
  }
}

const sample = addEnglish("sample", english);

afterEach(async () => {
  i18n.removeResourceBundle("ms", "sample");
  await act(() => i18n.changeLanguage("en"));
  act(() => applyFormats(null));
});

function Agree() {
  return (
    <p>
      <Trans
        ns={sample}
        i18nKey="inner.agree"
        values={{ brand: "Krua Bowl <b>" }}
        components={{ terms: <a href="/terms" />, privacy: <a href="/privacy" />, b: <strong /> }}
      />
    </p>
  );
}

test("English is there at once, without loading", () => {
  const { result } = renderHook(() => useTranslation(sample).t);

  expect(result.current("title")).toBe("Sign In");
  expect(result.current("togo", { count: 1 })).toBe("1 point to go");
  expect(i18n.t("title", { ns: sample })).toBe("Sign In");
});

test("numbers in sentences follow the formats that a member chose", () => {
  const { result } = renderHook(() => useTranslation(sample).t);
  expect(result.current("togo", { count: 12340 })).toBe("12,340 points to go");

  act(() => applyFormats({ ...DEFAULT_PREFERENCES.language, numberFormat: "1.234,56" }));

  expect(result.current("togo", { count: 12340 })).toBe("12.340 points to go");
});

test("links stand inside a sentence, and what is put in is never markup", () => {
  const { container } = render(<Agree />);

  expect(container).toHaveTextContent("I agree to the Terms of Krua Bowl <b> and Policy.");
  expect(screen.getByRole("link", { name: /^Terms of\s*Krua Bowl <b>$/ })).toHaveAttribute(
    "href",
    "/terms",
  );
  expect(screen.getByText("Krua Bowl <b>").closest("strong")).not.toBeNull();
});

test("each piece of a sentence with links is in an element of its own, for browsers that translate", () => {
  const { container } = render(<Agree />);
  const beside = [...container.querySelectorAll("p, a, strong")].flatMap((element) =>
    element.childNodes.length > 1 ? [...element.childNodes] : [],
  );

  expect(beside.filter((node) => node.nodeType === Node.TEXT_NODE)).toEqual([]);
});

test("components and the document follow the language", async () => {
  i18n.addResourceBundle("ms", "sample", { title: "Log masuk" });
  const { result } = renderHook(() => useTranslation(sample));

  await act(() => i18n.changeLanguage("ms"));

  expect(result.current.t("title")).toBe("Log masuk");
  expect(result.current.i18n.language).toBe("ms");
  expect(document.documentElement.lang).toBe("ms");
});

test("what a language lacks is in English", async () => {
  i18n.addResourceBundle("ms", "sample", { title: "Log masuk" });
  const { result } = renderHook(() => useTranslation(sample).t);

  await act(() => i18n.changeLanguage("ms"));

  expect(result.current("togo", { count: 2 })).toBe("2 points to go");
});
