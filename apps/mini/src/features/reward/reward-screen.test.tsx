import { aReward, aVoucher } from "@loyalty/api-client/testing/world";
import { formatTime } from "@loyalty/ui/formats";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import RewardScreen from "./reward-screen.tsx";

const app = setUpMemberApp();
const PROCESSED = "Your claim is currently being processed. Please wait for confirmation.";
const open = (address: string) => app.open(address, "/reward/:id", RewardScreen);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const figure = (name: string) => screen.getByText(name).nextElementSibling;
const status = () => screen.getByText("Status").nextElementSibling;
const aisyah = () => app.api.world.members[0]!;
const claims = () => app.api.requests.filter((one) => one === "POST /api/claim");

const otherMonth = `1990-${String(((new Date().getMonth() + 6) % 12) + 1).padStart(2, "0")}-10`;
const thisMonth = new Intl.DateTimeFormat("en-CA", {
  month: "2-digit",
  timeZone: "Asia/Kuala_Lumpur",
});

afterEach(() => vi.useRealTimers());

test("it waits in the documents' words, then shows what the reward is", async () => {
  open("/reward/1?isPromotion=true");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Reward Details");
  expect(screen.getByText("Loading reward details...")).toBeInTheDocument();

  expect(
    await screen.findByRole("heading", { level: 1, name: "Classic Thai Milk Tea with Bobas" }),
  ).toBeVisible();
  expect(screen.getByText("Brewed strong, with chewy bobas.")).toBeVisible();
  expect(figure("Redeem With")).toHaveTextContent("500");
  expect(figure("Redeemable Limit")).toHaveTextContent("No limit");
  await waitFor(() => expect(figure("Your Points")).toHaveTextContent("1,340"));
  expect(figure("stay with you")).toHaveTextContent("840");
  await userEvent.click(screen.getByText("Terms and conditions"));
  expect(screen.getByText("One voucher a bill.")).toBeVisible();
  expect(status()).toHaveTextContent("Available");
  expect(screen.getByText("Available at all outlets (2)").closest("details")).not.toHaveAttribute(
    "open",
  );
});

test("a reward of some outlets names them", async () => {
  app.api.world.rewards[0]!.outletIds = [2];
  open("/reward/1?isPromotion=true");

  await userEvent.click(await screen.findByText("Available at 1 outlet(s)"));
  expect(screen.getByText("Publika")).toBeVisible();
});

test("a page that fails says why and comes back with Retry", async () => {
  app.api.failNext("GET /reward/:id", 500, {});
  open("/reward/1?isPromotion=true");

  expect(await screen.findByRole("alert")).toHaveTextContent(
    /Failed to load reward details|HTTP 500/,
  );
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("an address without an id says so", async () => {
  open("/reward/none");
  expect(await screen.findByRole("alert")).toHaveTextContent("No reward ID provided");
});

test("the confirmation says the cost and the balance after, and Cancel changes nothing", async () => {
  open("/reward/1?isPromotion=true");
  expect(await screen.findByText("500 of your 1,340 points")).toBeVisible();
  expect(screen.getByText("840 points stay")).toBeVisible();
  await press("Claim Now");

  const dialog = screen.getByRole("dialog", { name: "Confirm Redemption" });
  expect(within(dialog).getByText("500 points, 840 stay with you")).toBeVisible();
  await press("Cancel");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(claims()).toHaveLength(0);
});

test("a claim shows what was claimed and the points left, and leads to My Rewards", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  await press("Confirm Claim");

  expect(
    await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" }),
  ).toHaveTextContent("It waits in My Rewards. 840 points stay with you.");
  // The dialog says so itself.
  expect(screen.queryByText("Reward redeemed successfully!")).not.toBeInTheDocument();
  await press("Navigate to My Rewards");
  expect(app.address()).toBe("/redeem?tab=my-rewards");
  expect(await screen.findByText("Reward redeemed successfully!")).toBeInTheDocument();
});

test("after Close the page has the new balance", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  await press("Confirm Claim");
  await press("Close");

  await waitFor(() => expect(figure("Your Points")).toHaveTextContent("840"));
  expect(await screen.findByText("Reward redeemed successfully!")).toBeInTheDocument();
});

test("a reward that is points is collected", async () => {
  app.api.world.rewards[0]!.typeId = 3;
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  await press("Confirm Claim");

  expect(await screen.findByRole("dialog", { name: "Points Collected!" })).toBeVisible();
});

test("too few points: not available, and how far it is", async () => {
  open("/reward/5?isPromotion=true");

  const button = await screen.findByRole("button", { name: "Not Available" });
  await waitFor(() => expect(status()).toHaveTextContent("Insufficient Points"));
  expect(button).toHaveAccessibleDescription("60 points to go");
  await userEvent.click(button);
  expect(
    await screen.findByText("This reward is not available for claiming at the moment."),
  ).toBeInTheDocument();
});

test("a reward whose code is on the screen says until when, and leads to the code", async () => {
  const presentUntil = new Date(Date.now() + 600_000).toISOString();
  app.api.world.vouchers = [aVoucher({ presentUntil })];
  open("/reward/1?isPromotion=true");

  const button = await screen.findByRole("button", { name: "Show code" });
  expect(button).toHaveAccessibleDescription(
    `The code of one is on your screen until ${formatTime(presentUntil)}. You can claim another one after that.`,
  );
  expect(status()).toHaveTextContent("Claim Pending");
  expect(screen.queryByText(PROCESSED)).not.toBeInTheDocument();
  await userEvent.click(button);

  expect(await screen.findByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
  expect(app.address()).toBe("/reward/21");
});

test("after the half hour of a code its reward can be claimed again", async () => {
  app.api.world.vouchers = [aVoucher({ presentUntil: new Date(Date.now() + 1500).toISOString() })];
  open("/reward/1?isPromotion=true");
  await screen.findByRole("button", { name: "Show code" });

  expect(await screen.findByRole("button", { name: "Claim Now" }, { timeout: 4000 })).toBeVisible();
  expect(screen.queryByText(PROCESSED)).not.toBeInTheDocument();
});

test("a claim that is pending without a code keeps the documents' sentence, also when it is pressed", async () => {
  app.api.world.rewards = [aReward({ isClaimPending: true })];
  open("/reward/1?isPromotion=true");

  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
      PROCESSED,
    ),
  );
  await press("Not Available");
  expect(await screen.findAllByText(PROCESSED)).toHaveLength(2);
});

test("a birthday reward names the month it opens in", async () => {
  aisyah().dateOfBirth = otherMonth;
  open("/reward/6?isPromotion=true");

  const button = await screen.findByRole("button", { name: "Not Available" });
  expect(screen.getByText("Birthday Reward")).toBeVisible();
  expect(screen.getByText("This reward is only available during your birth month")).toBeVisible();
  const month = new Intl.DateTimeFormat("en", { month: "long" }).format(new Date(otherMonth));
  await waitFor(() =>
    expect(button).toHaveAccessibleDescription(`Available in your birth month: ${month}`),
  );
});

test("in the month of birth a gift is claimed to be used, at once", async () => {
  aisyah().dateOfBirth = `1990-${thisMonth.format(new Date())}-10`;
  open("/reward/6?isPromotion=true");

  await press("Use it Now");
  const confirm = screen.getByRole("dialog", { name: "Confirm Redemption" });
  expect(within(confirm).getByText("This reward costs no points.")).toBeVisible();
  expect(
    within(confirm).getByText(/^It goes into My Rewards\. You can use it right away/),
  ).toBeVisible();
  await press("Confirm Claim");
  const done = await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  await userEvent.click(within(done).getByRole("button", { name: "Show code" }));

  expect(await screen.findByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
  expect(app.address()).toBe("/reward/101");
});

test("a gift that is to be kept stays in My Rewards, and its page does not ask again where to use it", async () => {
  open("/reward/7?isMembership=true");
  await press("Use it Now");
  await press("Confirm Claim");
  await press("Navigate to My Rewards");
  expect(app.address()).toBe("/redeem?tab=my-rewards");
});

test("a reward for points is claimed to be kept, and can be used at once too", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  const confirm = screen.getByRole("dialog", { name: "Confirm Redemption" });
  expect(within(confirm).queryByText(/right away/)).not.toBeInTheDocument();
  await press("Confirm Claim");

  const done = await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  await userEvent.click(within(done).getByRole("button", { name: "Show code" }));
  expect(await screen.findByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
});

test("a birthday gift that was claimed says that the member has it", async () => {
  aisyah().dateOfBirth = `1990-${thisMonth.format(new Date())}-10`;
  app.api.world.rewards.at(-1)!.whyNotClaimable = "limit_reached";
  open("/reward/6?isPromotion=true");

  const button = await screen.findByRole("button", { name: "Not Available" });
  await waitFor(() =>
    expect(button).toHaveAccessibleDescription(
      "You have this year's birthday gift already. See My Rewards.",
    ),
  );
});

test("a reward that has run out says so, and not that it is closed", async () => {
  app.api.world.rewards = [aReward({ whyNotClaimable: "out_of_stock" })];
  open("/reward/1?isPromotion=true");

  expect(await screen.findByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    "This reward has been fully claimed.",
  );
});

test("a reward of a higher tier is locked", async () => {
  open("/reward/8?isMembership=true");

  expect(await screen.findByRole("button", { name: "Locked" })).toHaveAccessibleDescription(
    "This reward opens with Elite.",
  );
});

test("a reward of the member's tier is claimed once", async () => {
  open("/reward/7?isMembership=true");
  await press("Use it Now");
  await press("Confirm Claim");
  await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" });
  await press("Close");

  expect(await screen.findByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    "You have claimed this reward as often as you can.",
  );
});

test("a voucher that is not good yet says from when", async () => {
  app.api.world.vouchers = [
    aVoucher({ usableFrom: new Date(Date.now() + 86_400_000).toISOString() }),
  ];
  open("/reward/21");

  expect(await screen.findByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    /^You can use it from /,
  );
});

test("a voucher becomes usable while its page is open", async () => {
  // As after a claim, where the server's clock is known to a second only.
  app.api.world.vouchers = [aVoucher({ usableFrom: new Date(Date.now() + 1500).toISOString() })];
  open("/reward/21");

  expect(await screen.findByRole("button", { name: "Use it Now" })).toBeEnabled();
});

test("a used voucher says so", async () => {
  app.api.world.vouchers = [aVoucher({ statusId: 2, usedAt: "2026-02-01T04:00:00Z" })];
  open("/reward/21");

  expect(await screen.findByText("This voucher has been used.")).toBeVisible();
  expect(status()).toHaveTextContent("Used");
});

test("a voucher: choose where, confirm, and its code is shown", async () => {
  open("/reward/21");
  await press("Use it Now");
  const picker = screen.getByRole("dialog", { name: "Choose an outlet" });
  // The outlet that the member joined at is the choice to begin with.
  expect(within(picker).getAllByRole("radio")[0]).toBeChecked();
  expect(within(picker).getAllByRole("radio")[0]!.closest("label")).toHaveTextContent(
    "Your outlet",
  );
  await userEvent.click(within(picker).getByRole("radio", { name: /Publika/ }));
  await press("Confirm Claim");

  const code = await screen.findByRole("dialog", { name: "Reward Ready!" });
  // Nothing is redeemed before the till has taken it.
  expect(screen.queryByText("Reward redeemed successfully!")).not.toBeInTheDocument();
  expect(code).toHaveAccessibleDescription(
    "Present this code to the cashier to redeem your reward",
  );
  expect(within(code).getByText("KB7Q")).toBeVisible();
  expect(within(code).getByText("Classic Thai Milk Tea with Bobas")).toBeVisible();
  expect(within(code).getByText("at Publika")).toBeVisible();
  expect(within(code).getByRole("img", { name: "QR code of this reward" })).toBeVisible();
  expect(within(code).getByRole("timer")).toHaveTextContent(
    /^This code works until .+\. (30:00|29:5\d) left\.$/,
  );
  await press("Got it!");
  expect(app.address()).toBe("/redeem?tab=my-rewards");
});

test("at a counter without a network the code is made for its till", async () => {
  app.api.world.tillWithoutNetwork = "Counter 1";
  open("/reward/21");
  await press("Use it Now");
  await press("Skip");
  const code = await screen.findByRole("dialog", { name: "Reward Ready!" });
  await press("No network at the counter?");
  await userEvent.click(await screen.findByRole("radio", { name: /Publika/ }));
  await press("Confirm Claim");

  expect(await within(code).findByText("Works without a network, at Counter 1 only")).toBeVisible();
  expect(screen.queryByRole("button", { name: "No network at the counter?" })).toBeNull();
});

test("a voucher is used in two taps at the member's outlet, and elsewhere none is chosen ahead", async () => {
  open("/reward/21");
  await press("Use it Now");
  await press("Confirm Claim");
  const code = await screen.findByRole("dialog", { name: "Reward Ready!" });
  expect(within(code).getByText("at KL East Mall")).toBeVisible();
  cleanup();

  app.api.world.vouchers = [aVoucher({ outletIds: [2] })];
  open("/reward/21");
  await press("Use it Now");
  expect(await screen.findByRole("button", { name: "Confirm Claim" })).toBeDisabled();
});

test("Skip shows the code without a choice", async () => {
  open("/reward/21");
  await press("Use it Now");
  await press("Skip");

  expect(await screen.findByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
});

test("a presented code is shown again after a reload", async () => {
  app.api.world.vouchers = [
    aVoucher({ presentUntil: new Date(Date.now() + 40_000).toISOString() }),
  ];
  open("/reward/21");

  const code = await screen.findByRole("dialog", { name: "Reward Ready!" });
  expect(within(code).getByText("Less than a minute left. Show it now.")).toBeVisible();
});

test("points that could not be loaded say so in their place, and no number is shown", async () => {
  app.api.failNext("GET /member/:id", 500, {});
  open("/reward/1?isPromotion=true");
  await screen.findByText("Failed to fetch member points");

  // The server's own word on this reward needs no balance.
  expect(status()).toHaveTextContent("Available");
  expect(screen.getByRole("button", { name: "Claim Now" })).toHaveAccessibleDescription(
    "500 points",
  );
  await press("Retry");
  await waitFor(() => expect(figure("Your Points")).toHaveTextContent("1,340"));
  expect(screen.queryByText("Failed to fetch member points")).not.toBeInTheDocument();
});

test("where the points would not do and cannot be had, the button asks for them again", async () => {
  app.api.failNext("GET /member/:id", 500, {});
  open("/reward/5?isPromotion=true");
  expect(await screen.findAllByText("Failed to fetch member points")).toHaveLength(2);

  expect(status()).toHaveTextContent("Not known");
  expect(screen.queryByText(/Insufficient Points|to go|Not Available/)).not.toBeInTheDocument();
  await userEvent.click(screen.getAllByRole("button", { name: "Retry" }).at(-1)!);

  expect(await screen.findByText("60 points to go")).toBeVisible();
  expect(status()).toHaveTextContent("Insufficient Points");
});

test("a tier's reward that cannot be had says so", async () => {
  app.api.failNext("GET /membershipReward/:id", 500, {});
  open("/reward/7?isMembership=true");

  expect(await screen.findByText("Failed to fetch membership details")).toBeVisible();
  await press("Retry");
  expect(await screen.findByRole("button", { name: "Use it Now" })).toBeVisible();
});

/** Holds the answer to a claim back until it is let go. */
function heldClaim() {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => void (letGo = resolve));
  app.serve(http.post("*/api/claim", async () => void (await gate)));
  return { letGo: () => letGo() };
}

test("a claim that is being sent cannot be left, and its result is shown", async () => {
  const { letGo } = heldClaim();
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  await press("Confirm Claim");
  const dialog = screen.getByRole("dialog", { name: "Confirm Redemption" });
  expect(await within(dialog).findByText(PROCESSED)).toBeVisible();

  await press("Cancel");
  await userEvent.keyboard("{Escape}");
  fireEvent.pointerDown(document.body);
  expect(screen.getByRole("dialog", { name: "Confirm Redemption" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Confirming..." })).toHaveAttribute(
    "aria-busy",
    "true",
  );

  letGo();
  expect(
    await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" }),
  ).toHaveTextContent("840 points stay with you.");
});

test("a claim without an answer says that it may have worked", async () => {
  app.api.failNext("POST /claim", 0);
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  await press("Confirm Claim");

  expect(await screen.findByText(/^No answer came, so it may have worked\./)).toBeVisible();
  await press("Cancel");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("while a claim is on its way the button says so", async () => {
  open("/reward/1?isPromotion=true");
  await press("Claim Now");
  const confirm = await screen.findByRole("button", { name: "Confirm Claim" });
  confirm.click();

  expect(await screen.findByRole("button", { name: "Confirming..." })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(await screen.findByRole("dialog", { name: "Reward Claimed Successfully!" })).toBeVisible();
});

test("the till takes the voucher while its code is shown", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  app.api.world.vouchers = [
    aVoucher({ presentUntil: new Date(Date.now() + 600_000).toISOString() }),
  ];
  open("/reward/21");
  await screen.findByRole("dialog", { name: "Reward Ready!" });

  app.api.world.vouchers[0]!.usedAt = new Date().toISOString();
  act(() => void vi.advanceTimersByTime(4000));
  expect(await screen.findByText("Enjoy!")).toBeVisible();
  expect(await screen.findByText("RM 11.90 saved.")).toBeVisible();
  expect(await screen.findByText("RM 11.90")).toBeVisible();
  expect(screen.getByRole("dialog", { name: "Used" })).toBeVisible();
  // The page says so.
  expect(screen.queryByText("Reward redeemed successfully!")).not.toBeInTheDocument();
  expect(screen.queryByText("Reward Ready!")).not.toBeInTheDocument();
});

test("a catalogue that knows more than the rules has the last word", async () => {
  app.api.world.rewards = [aReward({ isClaimable: false, memberRedeemableLimit: 2 })];
  open("/reward/1?isPromotion=true");

  expect(await screen.findByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    "This reward is not available for claiming at the moment.",
  );
  expect(screen.getByText("Redeemable Limit").nextElementSibling).toHaveTextContent("2 times");
});
