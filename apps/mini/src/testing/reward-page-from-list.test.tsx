import { aVoucher } from "@loyalty/api-client/testing/world";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import RedeemScreen from "../features/redeem/redeem-screen.tsx";
import RewardScreen from "../features/reward/reward-screen.tsx";
import { setUpMemberApp } from "./member-app.tsx";

const app = setUpMemberApp();
const TEA_LINK = /Classic Thai Milk Tea with Bobas$/;
const TEA = "Classic Thai Milk Tea with Bobas";
const NEED_NETWORK = "Where it is good can be seen once you are connected again.";

const Pages = () => (
  <Routes>
    <Route path="/" element={<Link to="/reward/1?isPromotion=true">A reward</Link>} />
    <Route path="/redeem" element={<RedeemScreen />} />
    <Route path="/reward/:id" element={<RewardScreen />} />
  </Routes>
);
const open = (address: string) => app.open(address, "/*", Pages);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const follow = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("link", { name }));
const status = () => screen.getByText("Status").nextElementSibling;

function mendTheNetwork() {
  vi.unstubAllGlobals();
  window.dispatchEvent(new Event("online"));
}

function cutTheNetwork() {
  vi.stubGlobal("navigator", { ...navigator, onLine: false });
  window.dispatchEvent(new Event("offline"));
}

afterEach(mendTheNetwork);

test("without a network a reward is shown as in the catalogue, and its outlets need one", async () => {
  open("/redeem");
  await screen.findByRole("link", { name: TEA_LINK });
  cutTheNetwork();
  await follow(TEA_LINK);

  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(TEA);
  expect(screen.getByText("Brewed strong, with chewy bobas.")).toBeVisible();
  await userEvent.click(screen.getByText("Terms and conditions"));
  expect(screen.getByText("One voucher a bill.")).toBeVisible();
  expect(status()).toHaveTextContent("Available");
  expect(screen.getByRole("button", { name: "Claim Now" })).toBeVisible();
  expect(screen.getByText(NEED_NETWORK)).toBeVisible();

  mendTheNetwork();
  expect(await screen.findByText("Available at all outlets (2)")).toBeVisible();
  expect(screen.queryByText(NEED_NETWORK)).not.toBeInTheDocument();
});

test("a reward of the catalogue is shown at once, without waiting for its page", async () => {
  open("/redeem");
  await follow(TEA_LINK);

  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(TEA);
  expect(screen.queryByText(NEED_NETWORK)).not.toBeInTheDocument();
  expect(await screen.findByText("Available at all outlets (2)")).toBeVisible();
});

test("while the server does not answer, what the list had stays", async () => {
  app.api.failNext("GET /membershipReward/:id", 503);
  open("/redeem");
  await follow(/RM 5 voucher for Plus members$/);

  expect(await screen.findByText(NEED_NETWORK)).toBeVisible();
  expect(screen.getByText("Welcome to Plus.")).toBeVisible();
  await press("Retry");
  expect(await screen.findByText("Available at all outlets (2)")).toBeVisible();
});

test("a voucher of My Rewards is shown; where to use it needs a network", async () => {
  app.api.failNext("GET /memberReward/:id", 0);
  open("/redeem?tab=my-rewards");
  await follow(TEA_LINK);
  expect(screen.getByText("KB7Q-MRX2-9ABC")).toBeVisible();
  await screen.findByText(NEED_NETWORK);

  await press("Use it Now");
  const picker = screen.getByRole("dialog", { name: "Choose an outlet" });
  expect(within(picker).getByText(NEED_NETWORK)).toBeVisible();
  expect(within(picker).getByRole("button", { name: "Skip" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await userEvent.click(within(picker).getByRole("button", { name: "Retry" }));
  expect(await within(picker).findByRole("radio", { name: /Publika/ })).toBeVisible();
});

test("a past voucher is shown as in the history, although My Rewards had it before", async () => {
  open("/redeem?tab=my-rewards");
  await screen.findByRole("link", { name: TEA_LINK });
  app.api.world.vouchers = [aVoucher({ statusId: 2, usedAt: "2026-02-01T04:00:00Z" })];
  app.api.failNext("GET /memberReward/:id", 0);
  await userEvent.click(screen.getByRole("link", { name: "History" }));
  await follow(TEA_LINK);

  await screen.findByText(NEED_NETWORK);
  expect(status()).toHaveTextContent("Used");
  expect(screen.getByText("This voucher has been used.")).toBeVisible();
});

test("what the server refuses to show is not shown from a list", async () => {
  app.api.failNext("GET /reward/:id", 404, { message: "This does not exist." });
  open("/redeem");
  await follow(TEA_LINK);

  expect(await screen.findByRole("alert")).toHaveTextContent("This does not exist.");
  expect(screen.queryByText("Brewed strong, with chewy bobas.")).not.toBeInTheDocument();
});

test("a code that was presented after the list was fetched is shown", async () => {
  open("/redeem?tab=my-rewards");
  await screen.findByRole("link", { name: TEA_LINK });
  app.api.world.vouchers = [
    aVoucher({ presentUntil: new Date(Date.now() + 600_000).toISOString() }),
  ];
  await follow(TEA_LINK);

  expect(await screen.findByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
});

test("without a network an unknown reward says so instead of waiting", async () => {
  open("/");
  cutTheNetwork();
  await follow("A reward");

  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load reward details");
  mendTheNetwork();
  expect(await screen.findByText("Brewed strong, with chewy bobas.")).toBeVisible();
});
