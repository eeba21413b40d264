import { aGivenReward, aMember } from "@loyalty/api-client/testing/world";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import ReferralScreen from "./referral-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/referral", "/referral", ReferralScreen);
const history = () => screen.getByRole("region", { name: "Invite History" });

/** So many friends of the first member: Friend 1, Friend 2… */
function invited(count: number) {
  for (let index = 1; index <= count; index += 1) {
    app.api.world.members.push(
      aMember({ id: 100 + index, name: `Friend ${index}`, referrerId: 1 }),
    );
  }
}

function sharing(answer: () => Promise<void>) {
  const shared: ShareData[] = [];
  Object.defineProperty(navigator, "share", {
    configurable: true,
    value: (data: ShareData) => {
      shared.push(data);
      return answer();
    },
  });
  return shared;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  vi.useRealTimers();
});

test("code and link are there to read and to copy, and how it works in three steps", async () => {
  open();

  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Referral Program");
  expect(screen.getByText("AISYAH20")).toBeVisible();
  expect(screen.getByText(/\/login\/AISYAH20$/)).toBeVisible();
  const how = screen.getByRole("region", { name: "How It Works" });
  expect(within(how).getAllByRole("listitem")).toHaveLength(3);
  await within(history()).findByText("No invites yet");
});

test("it says what a friend brings, as the programme gives it", async () => {
  app.api.world.givenRewards = [
    aGivenReward({ discountValue: "7.50", minSpend: "30.00", validPeriod: 45 }),
  ];
  open();

  expect(
    await screen.findByText(
      "For each friend you get a voucher for RM 7.50 off your bill, as soon as their first bill is verified. It is good for 45 days. It is taken for bills from RM 30.",
    ),
  ).toBeVisible();
  const how = within(screen.getByRole("region", { name: "How It Works" }));
  expect(how.getAllByRole("listitem").at(-1)).toHaveTextContent(
    "Their first verified bill makes the invitation active, and you get a voucher for RM 7.50 off your bill.",
  );
});

test("a reward that takes nothing off a bill is named", async () => {
  app.api.world.givenRewards = [
    aGivenReward({ title: "Kangkung Fritters", discountValue: "0.00" }),
  ];
  open();

  expect(
    await screen.findByText(/^For each friend you get Kangkung Fritters, as soon/),
  ).toBeVisible();
});

test.each([
  ["gives nothing for a friend", () => (app.api.world.givenRewards = [])],
  ["cannot be asked", () => app.api.failNext("GET /givenReward", 500, {})],
])("while the programme %s nothing is promised", async (_, arrange) => {
  arrange();
  open();
  await within(history()).findByText("No invites yet");

  expect(screen.queryByText(/you get/)).not.toBeInTheDocument();
  expect(screen.getByText("Their first verified bill makes the invitation active.")).toBeVisible();
});

test("copying a code or link is confirmed, and the button has its own label again after two seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  open();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  for (const [name, confirmation, copied] of [
    ["Copy code", "Referral code copied to clipboard!", "AISYAH20"],
    [
      "Copy link",
      "Referral link copied to clipboard!",
      expect.stringMatching(/\/login\/AISYAH20$/),
    ],
  ] as const) {
    await user.click(screen.getByRole("button", { name }));
    expect(await screen.findByText(confirmation)).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toEqual(copied);
    expect(screen.getByRole("button", { name: "Copied" })).toBeVisible();
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.getByRole("button", { name })).toBeVisible();
  }
});

test("a clipboard that refuses is reported", async () => {
  open();
  const user = userEvent.setup();
  Object.defineProperty(navigator.clipboard, "writeText", {
    configurable: true,
    value: () => Promise.reject(new DOMException("no", "NotAllowedError")),
  });

  await user.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await screen.findByText("Failed to copy referral code")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await screen.findByText("Failed to copy referral link")).toBeInTheDocument();
});

test("WhatsApp stands first, with the words and the link", async () => {
  open();
  const link = await screen.findByRole("link", { name: "Invite by WhatsApp" });
  const text = new URL(link.getAttribute("href")!).searchParams.get("text");
  expect(text).toBe(
    "Join me at Krua Bowl and collect points with every meal. My referral code: AISYAH20 http://localhost:3000/login/AISYAH20",
  );
});

test("what a friend gets for joining is in the words and in the second step", async () => {
  app.api.world.givenRewards = [
    aGivenReward({ transactionSourceId: 3, title: "RM 5 welcome voucher" }),
  ];
  open();
  expect(
    await screen.findByText(
      "Your friend joins as a member with it. Their gift: RM 5 welcome voucher.",
    ),
  ).toBeVisible();
  const link = screen.getByRole("link", { name: "Invite by WhatsApp" });
  expect(new URL(link.getAttribute("href")!).searchParams.get("text")).toMatch(
    /^Join me at Krua Bowl .* Your gift for joining: RM 5 welcome voucher\. My referral code: AISYAH20/,
  );
});

test("the link goes to whatever the phone shares with; a change of mind is no mistake", async () => {
  const shared = sharing(() => Promise.reject(new DOMException("", "AbortError")));
  open();
  await userEvent.click(screen.getByRole("button", { name: "Share your link" }));

  expect(shared).toEqual([
    {
      title: "Krua Bowl",
      text: expect.stringContaining("AISYAH20"),
      url: expect.stringMatching(/\/login\/AISYAH20$/),
    },
  ]);
  expect(screen.queryByText(/clipboard/)).not.toBeInTheDocument();
});

test("a phone that cannot share after all copies the link", async () => {
  sharing(() => Promise.reject(new DOMException("", "NotAllowedError")));
  open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Share your link" }));

  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toMatch(/\/login\/AISYAH20$/),
  );
});

test("without a way to share there is no such button", async () => {
  open();

  expect(screen.queryByRole("button", { name: "Share your link" })).not.toBeInTheDocument();
  await within(history()).findByText("No invites yet");
});

test("the first friends are listed on the page, all of them in a dialog that counts them", async () => {
  invited(7);
  open();
  expect(within(history()).getByText("Loading your invites...")).toBeInTheDocument();
  expect(await within(history()).findAllByRole("listitem")).toHaveLength(5);
  expect(within(history()).getAllByText("Pending")).toHaveLength(5);

  await userEvent.click(within(history()).getByRole("button", { name: "View All" }));
  const dialog = screen.getByRole("dialog", { name: "Invitation History" });

  expect(dialog).toHaveAccessibleDescription("Total invites: 7");
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(7);
  expect(within(dialog).getAllByText("Joined 10 Jan 2026")).toHaveLength(7);
});

test("the dialog's search keeps whom it finds, without asking the server, and says how many", async () => {
  invited(3);
  open();
  await userEvent.click(await within(history()).findByRole("button", { name: "View All" }));
  const dialog = within(screen.getByRole("dialog"));
  const search = dialog.getByRole("searchbox", { name: "Search by phone or email..." });

  await userEvent.type(search, "friend 2");
  expect(await dialog.findByText("1 invite found")).toHaveRole("status");
  expect(dialog.getAllByRole("listitem")).toHaveLength(1);

  await userEvent.type(search, "zzz");
  expect(await dialog.findByText("No invites found")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(3));
  expect(app.api.requests.filter((one) => one.endsWith("/memberreferee"))).toHaveLength(1);
});

test("Escape closes the dialog, and the focus is where it was", async () => {
  invited(1);
  open();
  const viewAll = await within(history()).findByRole("button", { name: "View All" });
  await userEvent.click(viewAll);
  await userEvent.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(viewAll).toHaveFocus();
});

test("a tap beside the dialog closes it", async () => {
  invited(1);
  open();
  await userEvent.click(await within(history()).findByRole("button", { name: "View All" }));
  // Radix listens for a press outside only from the next turn on.
  await act(() => new Promise((done) => setTimeout(done)));
  // No stylesheet is read here: in a browser it takes back that Radix makes the page deaf.
  const unchecked = { pointerEventsCheck: PointerEventsCheckLevel.Never };
  await userEvent.click(document.querySelector('[class*="overlay"]')!, unchecked);

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a history that fails says so and comes back with Retry", async () => {
  app.api.failNext("GET /member/:id/memberreferee", 500, {});
  invited(1);
  open();

  expect(await within(history()).findByRole("alert")).toHaveTextContent(
    "Failed to load invite history",
  );
  await userEvent.click(within(history()).getByRole("button", { name: "Retry" }));
  expect(await within(history()).findByText("Friend 1")).toBeVisible();
});

test("a code that cannot be had says so and comes back with Retry", async () => {
  const known = app.api.world.members[0]!;
  const code = known.referralCode;
  known.referralCode = "";
  app.api.failNext("GET /member/:id", 500, {});
  open();

  expect(await screen.findByText("Failed to load referral information")).toBeVisible();
  known.referralCode = code;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("AISYAH20")).toBeVisible();
});
