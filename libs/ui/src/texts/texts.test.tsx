import { act, render, renderHook, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";

import { i18n, texts, useLanguage, useTexts } from "../i18n/i18n.ts";
import { RichText } from "../i18n/rich-text.tsx";
import { differences, testTexts } from "../testing/texts.ts";

const sample = texts("sample", {
  title: "Sign In",
  togo_one: "{{count, number}} point to go",
  togo_other: "{{count, number}} points to go",
  inner: {
    agree: "I agree to the <terms>Terms of <b>{{brand}}</b></terms> and <privacy>Policy</privacy>.",
  },
});

afterEach(() => act(() => i18n.changeLanguage("en")));

testTexts(import.meta.glob("./*/*.json", { eager: true, import: "default" }));

describe("the comparison of two languages", () => {
  const english = {
    a: "Hello {{name}}",
    b: { c: "Read the <link>terms</link>" },
    n_one: "{{count}} point",
    n_other: "{{count}} points",
  };

  test("passes a language with its own plural forms", () => {
    expect(
      differences(
        english,
        { a: "Halo {{name}}", b: { c: "<link>Terma</link>" }, n_other: "{{count}} mata" },
        "ms",
      ),
    ).toEqual([]);
  });

  test("names a plural form that a language lacks, and one it does not have", () => {
    const others = { a: "{{name}}", b: { c: "<link>.</link>" } };
    expect(differences(english, { ...others, n_other: "{{count}}" }, "ta")).toEqual([
      "missing: n_one",
    ]);
    expect(
      differences(english, { ...others, n_one: "{{count}}", n_other: "{{count}}" }, "zh"),
    ).toEqual(["extra: n_one"]);
  });

  test("names a missing and an extra sentence", () => {
    expect(
      differences(english, { a: "Halo {{name}}", n_other: "{{count}} mata", z: "?" }, "ms"),
    ).toEqual(["missing: b.c", "extra: z"]);
  });

  test("names a lost placeholder and a lost tag", () => {
    expect(
      differences(english, { a: "Halo", b: { c: "Terma" }, n_other: "{{count}} mata" }, "ms"),
    ).toHaveLength(2);
  });
});

describe("a catalogue", () => {
  test("is in English at once, without loading", () => {
    const { result } = renderHook(() => useTexts(sample));

    expect(result.current("title")).toBe("Sign In");
    expect(result.current("togo", { count: 1 })).toBe("1 point to go");
    expect(result.current("togo", { count: 12340 })).toBe("12,340 points to go");
    expect(sample.t("title")).toBe("Sign In");
  });

  test("puts links inside a sentence", () => {
    const { container } = render(
      <RichText
        texts={sample}
        name="inner.agree"
        values={{ brand: "Krua Bowl" }}
        parts={{ terms: <a href="/terms" />, b: <strong /> }}
      />,
    );

    expect(container).toHaveTextContent("I agree to the Terms of Krua Bowl and Policy.");
    expect(screen.getByRole("link", { name: /^Terms of\s*Krua Bowl$/ })).toHaveAttribute(
      "href",
      "/terms",
    );
    expect(screen.getByText("Krua Bowl").closest("strong")).not.toBeNull();
  });

  test("follows the language, and so does the document", async () => {
    i18n.addResourceBundle("ms", "sample", { title: "Log masuk" });
    const { result } = renderHook(() => ({ t: useTexts(sample), language: useLanguage() }));

    await act(() => i18n.changeLanguage("ms"));

    expect(result.current.t("title")).toBe("Log masuk");
    expect(result.current.language).toBe("ms");
    expect(document.documentElement.lang).toBe("ms");
  });
});
