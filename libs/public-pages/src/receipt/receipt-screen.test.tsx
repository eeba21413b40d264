import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { forgetSession, signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { closeDialog, openedDialog } from "@loyalty/shell/dialogs";
import { expectAccessible } from "@loyalty/ui/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import ReceiptScreen from "./receipt-screen.tsx";

const CODE = `LR1.${"A".repeat(22)}.${"b".repeat(22)}`;

let api: FakeApi;
serveFakeApi((fake) => (api = fake), { visitor: true });
beforeEach(() => {
  api.world.receipts[CODE] = {
    receipt: {
      outletId: 1,
      outletName: "Publika",
      receiptNumber: "A-17",
      amount: "45.90",
      paidAt: "2026-03-14T04:00:00Z",
      expiresAt: "2026-03-21T04:00:00Z",
      points: 45,
      reason: null,
      whyNot: null,
    },
    ownerId: null,
    isChecked: false,
  };
  forgetSession();
});
afterEach(() =>
  act(() => {
    closeDialog();
    forgetSession();
  }),
);

function show(hash = `#${CODE}`) {
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: (
          <ApiProvider>
            <ReceiptScreen />
          </ApiProvider>
        ),
      },
    ],
    { initialEntries: [`/receipt${hash}`] },
  );
  const { container } = render(<RouterProvider router={router} />);
  return { router, container, user: userEvent.setup() };
}

const claimButton = () => screen.findByRole("button", { name: "Claim 45 points" });

test("a visitor reads what it is, and signs in or joins for it", async () => {
  const { router, container, user } = show();

  expect(await screen.findByText("45 points")).toBeVisible();
  for (const fact of ["Publika", "A-17"]) expect(screen.getByText(fact)).toBeVisible();
  expect(screen.getByText(/RM\s45\.90/)).toBeVisible();
  expect(screen.getByText(/You can claim it until .*21/)).toBeVisible();
  expect(router.state.location.hash).toBe("");
  await expectAccessible(container);

  await user.click(screen.getByRole("button", { name: "Join As Member" }));
  expect(openedDialog()?.name).toBe("register");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(openedDialog()?.name).toBe("sign-in");
});

test("it is kept through the sign-in and a page that is loaded again, until it is claimed", async () => {
  show();
  await screen.findByText("45 points");
  act(() => signedInAs(api, api.world.members[0]!));
  expect(await screen.findByText(/It will count for Aisyah/)).toBeVisible();

  cleanup();
  const { user } = show("");
  await user.click(await claimButton());
  expect(
    await screen.findByText(/Its points follow when the outlet has confirmed it/),
  ).toBeVisible();
  expect(screen.queryByText(/You can claim it until/)).toBeNull();
  expect(screen.getByRole("link", { name: "See my points" })).toHaveAttribute("href", "/rewards");

  cleanup();
  show("");
  expect(screen.getByText(/A receipt without a code/)).toBeVisible();
  expect(screen.queryByText("45 points")).toBeNull();
});

test("points that the till has checked are there at once", async () => {
  api.world.receipts[CODE]!.isChecked = true;
  signedInAs(api, api.world.members[0]!);
  const { user } = show();
  await user.click(await claimButton());

  expect(await screen.findByText("This bill is yours. 45 points were added.")).toBeVisible();
});

test("somebody else was quicker: the sentence says so", async () => {
  signedInAs(api, api.world.members[0]!);
  const { user } = show();
  const button = await claimButton();
  api.world.receipts[CODE]!.ownerId = 2;
  await user.click(button);

  expect(await screen.findByText("Somebody else has already claimed this bill.")).toBeVisible();
  // The site takes it along to the mini-program, where the same is read.
  expect(localStorage.getItem("pendingReceiptCode")).toBe(CODE);
  expect(screen.queryByRole("button", { name: "Claim 45 points" })).toBeNull();
  cleanup();
  expect(localStorage.getItem("pendingReceiptCode")).toBeNull();
});

test("a visitor whose bill it may be is asked to sign in", async () => {
  api.world.receipts[CODE]!.ownerId = 1;
  const { user } = show();
  expect(await screen.findByText(/If that was you, sign in/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(openedDialog()?.name).toBe("sign-in");

  act(() => signedInAs(api, api.world.members[0]!));
  expect(await screen.findByText("You have already claimed this bill.")).toBeVisible();
  expect(screen.getByRole("link", { name: "See my points" })).toHaveAttribute("href", "/rewards");
});

test("a code that is not ours, and one whose time is over, are told apart", async () => {
  delete api.world.receipts[CODE];
  const first = show();
  expect(await screen.findByText(/This code was not made by us/)).toBeVisible();
  await expectAccessible(first.container);

  cleanup();
  api.failNext("POST /receipt/check", 409, { code: "receipt_expired", message: "Over." });
  show(`#${CODE}x`);
  expect(await screen.findByText(/claimed for 7 days/)).toBeVisible();
});

test("without a network it is asked again", async () => {
  for (let times = 0; times < 2; times += 1) api.failNext("POST /receipt/check", 0);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Retry" }, { timeout: 5000 }));
  expect(await screen.findByText("45 points")).toBeVisible();
});

test("a claim that failed on the way can be sent again", async () => {
  signedInAs(api, api.world.members[0]!);
  const { user } = show();
  api.failNext("POST /receipt", 503, { code: "unavailable", message: "Busy." });
  await user.click(await claimButton());
  expect(await screen.findByText("Busy.")).toBeVisible();
  await user.click(await claimButton());
  expect(await screen.findByText(/This bill is yours/)).toBeVisible();
});

test("whatever else is behind the # is no receipt", () => {
  show("#content");
  expect(screen.getByText(/A receipt without a code/)).toBeVisible();
  expect(api.requests).toEqual([]);
});
