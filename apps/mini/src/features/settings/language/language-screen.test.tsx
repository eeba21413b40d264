import { formatDay, formatNumber } from "@loyalty/ui/formats";
import { applyFormats } from "@loyalty/ui/i18n";
import { cachesInMemory } from "@loyalty/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import LanguageScreen from "./language-screen.tsx";

const app = setUpMemberApp();
const open = async () => {
  app.open("/settings/language", "/settings/language", LanguageScreen);
  await waitFor(() => expect(screen.getByLabelText("Dates")).toBeEnabled());
};
const preview = () => screen.getByRole("region", { name: "This is how it looks" });
const save = () => screen.getByRole("button", { name: "Save Changes" });

afterEach(() => {
  applyFormats(null);
  vi.unstubAllGlobals();
});

test("a member starts from the documents' defaults", async () => {
  await open();

  expect(screen.getByRole("radio", { name: "English" })).toBeChecked();
  const languages = within(screen.getByRole("radiogroup", { name: "This app speaks" }));
  expect(languages.getByText("English")).toHaveAttribute("lang", "en");
  expect(languages.getByText("中文")).toHaveAttribute("lang", "zh");
  expect(screen.getByLabelText("Dates")).toHaveValue("DD/MM/YYYY");
  expect(screen.getByLabelText("Times")).toHaveValue("24");
  expect(screen.getByLabelText("Numbers")).toHaveValue("1,234.56");
  expect(screen.getByLabelText("Currency")).toHaveValue("MYR");
  expect(preview()).toHaveTextContent("12,345");
  expect(preview()).toHaveTextContent(/RM.11\.90/);
  expect(save()).toBeDisabled();
});

test("the preview follows every choice before it is saved", async () => {
  await open();

  await userEvent.selectOptions(screen.getByLabelText("Numbers"), "1.234,56");
  await userEvent.selectOptions(screen.getByLabelText("Dates"), "YYYY-MM-DD");
  await userEvent.selectOptions(screen.getByLabelText("Times"), "12");

  expect(preview()).toHaveTextContent("12.345");
  expect(preview()).toHaveTextContent(/RM.11,90/);
  expect(preview()).toHaveTextContent(/\d{4}-\d\d-\d\d/);
  expect(preview()).toHaveTextContent(/[AP]M/);
  expect(formatNumber(12345)).toBe("12,345");
});

test("with a foreign currency the screen says that prices stay in ringgit", async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText("Currency"), "USD");

  expect(preview()).toHaveTextContent(/MYR.11\.90/);
  expect(within(preview()).queryByText(/\$/)).not.toBeInTheDocument();
  expect(screen.getByText(/amounts stay in ringgit/)).toBeInTheDocument();
});

test("what is saved holds at once, here, in this browser and with the API", async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText("Dates"), "MM/DD/YYYY");
  await userEvent.click(save());

  expect(await screen.findByText("Language settings updated successfully!")).toBeInTheDocument();
  expect(formatDay("2024-04-05")).toBe("04/05/2024");
  expect(app.api.world.preferences[1]?.language?.dateFormat).toBe("MM/DD/YYYY");
  expect(JSON.parse(localStorage.getItem("languageSettings")!)).toMatchObject({
    dateFormat: "MM/DD/YYYY",
    selectedLanguage: "en",
  });
  await waitFor(() => expect(app.address()).toBe("/profile"), { timeout: 4000 });
});

test("a save that fails says so and changes nothing", async () => {
  await open();
  app.api.failNext("PUT /member/:id/preferences", 500);
  await userEvent.selectOptions(screen.getByLabelText("Dates"), "MM/DD/YYYY");
  await userEvent.click(save());

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to update language settings. Please try again.",
  );
  expect(localStorage.getItem("languageSettings")).toBeNull();
});

test("a language is downloaded and removed, with the documents' words", async () => {
  vi.stubGlobal("caches", cachesInMemory());
  app.serve(http.get("/assets/languages/:name", () => HttpResponse.json({})));
  await open();
  const packs = within(screen.getByRole("region", { name: "Offline languages" }));
  const chinese = within(packs.getByText("中文").closest("li")!);
  expect(chinese.getByText(/^\d[\d,]* kB · Available$/)).toBeInTheDocument();
  expect(packs.queryByRole("button", { name: /English/ })).not.toBeInTheDocument();

  await userEvent.click(chinese.getByRole("button", { name: "Download 中文" }));
  expect(await packs.findByText("中文 downloaded successfully!")).toBeInTheDocument();
  expect(chinese.getByText(/ · Downloaded$/)).toBeInTheDocument();

  await userEvent.click(chinese.getByRole("button", { name: "Remove 中文" }));
  expect(await packs.findByText("中文 removed from offline storage")).toBeInTheDocument();
  expect(chinese.getByText(/ · Available$/)).toBeInTheDocument();
});

test("Download waits while it downloads, and says when it failed", async () => {
  vi.stubGlobal("caches", cachesInMemory());
  let fail = () => {};
  const asked = new Promise<void>((resolve) => (fail = resolve));
  app.serve(http.get("/assets/languages/:name", () => asked.then(() => HttpResponse.error())));
  await open();
  const download = screen.getByRole("button", { name: "Download Bahasa Melayu" });

  await userEvent.click(download);
  await waitFor(() => expect(download).toBeDisabled());
  expect(screen.getByText(/Downloading\.\.\.$/)).toBeInTheDocument();
  fail();

  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to download Bahasa Melayu");
  expect(download).toBeEnabled();
});
