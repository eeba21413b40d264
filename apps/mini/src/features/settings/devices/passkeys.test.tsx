import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import DevicesScreen from "./devices-screen.tsx";

const app = setUpMemberApp();
const card = async () => within(await screen.findByRole("region", { name: "Passkeys" }));
const open = () => app.open("/settings/devices", "/settings/devices", DevicesScreen);
const toastShown = async (sentence: string) =>
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
const addButton = async () => (await card()).findByRole("button", { name: "Add a passkey" });

/** The browser's own dialog, played: what it makes, or how it ends. */
let create: () => Promise<unknown>;

beforeEach(() => {
  create = async () => ({ toJSON: () => ({ id: "new" }) });
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(class {}, {
      parseRequestOptionsFromJSON: (options: object) => options,
      parseCreationOptionsFromJSON: (options: object) => options,
    }),
  );
  const credentials = { create: () => create() };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { credentials }));
});
afterEach(() => vi.unstubAllGlobals());

test("a passkey is added, listed with its device and days, and removed after a question", async () => {
  open();
  expect(await (await card()).findByText("You have no passkey yet.")).toBeVisible();
  await userEvent.click(await addButton());

  await toastShown("Your passkey was added.");
  const row = await (await card()).findByRole("listitem");
  expect(row).toHaveTextContent(/Passkey made with Chrome on Android.*Added .*Not used yet/);

  await userEvent.click(within(row).getByRole("button", { name: /^Remove the passkey made with/ }));
  const question = within(screen.getByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  await toastShown("The passkey was removed.");
  await waitFor(() => expect(app.api.world.passkeys[1]).toEqual([]));
  expect(await (await card()).findByText("You have no passkey yet.")).toBeVisible();
});

test("a member who signed in a while ago enters a code first", async () => {
  app.api.world.needsProof.add(1);
  open();
  await userEvent.click(await addButton());
  const dialog = within(await screen.findByRole("dialog", { name: "Is it you?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send me a code" }));
  const [first] = await dialog.findAllByRole("textbox");
  const { code } = app.api.sent.at(-1)!;
  await userEvent.click(first!);
  await userEvent.paste(code === "000000" ? "111111" : "000000");
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(app.api.world.passkeys[1]).toBeUndefined();

  await userEvent.click(first!);
  await userEvent.paste(code);
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
  await toastShown("Your passkey was added.");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(app.api.world.passkeys[1]).toHaveLength(1);
});

test("closing the browser's dialog adds no passkey and shows no error", async () => {
  create = () => Promise.reject(new DOMException("closed", "NotAllowedError"));
  open();
  await userEvent.click(await addButton());

  await waitFor(async () => expect(await addButton()).toBeEnabled());
  expect(app.api.world.passkeys[1]).toBeUndefined();
  expect(screen.queryByText(/passkey could not/)).toBeNull();
});

test("a device that has a passkey already says so", async () => {
  create = () => Promise.reject(new DOMException("excluded", "InvalidStateError"));
  open();
  await userEvent.click(await addButton());

  await toastShown("This device has a passkey of yours already.");
  expect(app.api.world.passkeys[1]).toBeUndefined();
});

test("a list that could not be loaded is asked for again", async () => {
  app.api.failNext("GET /member/:id/passkey", 503);
  open();
  await userEvent.click(await (await card()).findByRole("button", { name: "Retry" }));

  expect(await (await card()).findByText("You have no passkey yet.")).toBeVisible();
});
