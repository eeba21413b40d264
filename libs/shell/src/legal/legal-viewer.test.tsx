import { company } from "@loyalty/content/company";
import { expectAccessible } from "@loyalty/ui/testing";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";

import { openedDialog } from "../account/dialogs.ts";
import { open, setUpDialogs } from "../account/testing.tsx";

const app = setUpDialogs();

test.each([
  ["terms", "Terms & Conditions"],
  ["privacy", "Privacy Policy"],
] as const)("%s is accessible and has 8 sections", async (document, title) => {
  const viewer = await open(app, "legal", { document });
  expect(viewer).toHaveAccessibleName(title);
  expect(viewer).toHaveAccessibleDescription("Effective date: Current");
  expect(within(viewer).getAllByRole("heading", { level: 3 })).toHaveLength(8);
  await expectAccessible(viewer);
});

test("what the texts leave open is filled in", async () => {
  const viewer = await open(app, "legal", { document: "privacy" });
  expect(viewer).toHaveTextContent(company.legalName);
  expect(viewer).toHaveTextContent("Krua Bowl and Thong Cha");
  expect(viewer).toHaveTextContent(company.supportEmail);
  expect(viewer).not.toHaveTextContent("{{");
});

test("the ninth section, whom to turn to, closes the viewer's privacy text", async () => {
  const viewer = await open(app, "legal", { document: "privacy" });
  expect(viewer).toHaveTextContent("data protection officer");
});

test("Escape closes it", async () => {
  await open(app, "legal", { document: "terms" });
  await app.user.keyboard("{Escape}");
  expect(openedDialog()).toBeNull();
});
