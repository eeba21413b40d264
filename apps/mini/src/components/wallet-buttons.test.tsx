import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { WalletButtons } from "./wallet-buttons.tsx";

const app = setUpMemberApp();
const openPass = vi.fn();
const open = (voucherId?: number) =>
  app.open("/rewards", "/rewards", () => (
    <>
      <p>The page</p>
      <WalletButtons voucherId={voucherId} openPass={openPass} />
    </>
  ));

beforeEach(() => openPass.mockClear());

test("without a wallet on the server there is no button", async () => {
  open();

  expect(await screen.findByText("The page")).toBeVisible();
  await waitFor(() => expect(app.api.requests).toContain("GET /api/wallet"));
  expect(screen.queryByRole("button")).toBeNull();
});

test("there is one button for each wallet that the server has", async () => {
  app.api.world.wallets = ["google"];
  open();

  expect(await screen.findByRole("button", { name: "Add to Google Wallet" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add to Apple Wallet" })).toBeNull();
});

test("the card's pass is opened where the server says", async () => {
  app.api.world.wallets = ["apple", "google"];
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Add to Apple Wallet" }));
  await waitFor(() => expect(openPass).toHaveBeenCalledOnce());
  expect(openPass.mock.lastCall![0]).toMatch(/^https?:.*\/api\/wallet\/pass\/card$/);
});

test("so is a voucher's", async () => {
  app.api.world.wallets = ["apple", "google"];
  open(7);
  await userEvent.click(await screen.findByRole("button", { name: "Add to Google Wallet" }));
  await waitFor(() => expect(openPass).toHaveBeenCalledOnce());
  expect(openPass.mock.lastCall![0]).toBe("https://pay.google.com/gp/v/save/voucher-7");
});

test("a pass that could not be made says why", async () => {
  app.api.world.wallets = ["apple"];
  open();
  const button = await screen.findByRole("button", { name: "Add to Apple Wallet" });
  app.api.world.wallets = [];
  await userEvent.click(button);

  expect(await screen.findByText("This wallet is not available here.")).toBeVisible();
  expect(openPass).not.toHaveBeenCalled();
});
