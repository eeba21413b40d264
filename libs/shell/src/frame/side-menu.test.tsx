import { session } from "@loyalty/api-client/session";
import { expectAccessible } from "@loyalty/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import { openedDialog } from "../account/dialogs.ts";
import { renderAt, setUpShell, signInAs } from "../testing/shell.tsx";
import { Header } from "./header.tsx";

const app = setUpShell();
const SiteHeader = () => <Header forMember={false} onChooseLanguage={() => {}} />;

async function openMenu(path = "/awards") {
  renderAt(path, <SiteHeader />);
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  return within(await screen.findByRole("dialog", { name: "Menu" }));
}
const closed = () => expect(screen.queryByRole("dialog", { name: "Menu" })).not.toBeInTheDocument();

describe("for everybody", () => {
  test("is accessible and shows the brand with its tagline", async () => {
    const menu = await openMenu();

    expect(menu.getByText("Modern Thai Cuisine")).toBeVisible();
    await expectAccessible();
  });

  test("closes by its button, by its overlay and by Escape, and gives the focus back", async () => {
    const menu = await openMenu();
    await userEvent.click(menu.getByRole("button", { name: "Close" }));
    closed();
    const toggle = screen.getByRole("button", { name: "Open menu" });
    expect(toggle).toHaveFocus();

    await userEvent.click(toggle);
    // No stylesheet is read here: in a browser it takes back that Radix makes the page deaf.
    const unchecked = { pointerEventsCheck: PointerEventsCheckLevel.Never };
    await userEvent.click(document.querySelector(".overlay")!, unchecked);
    closed();

    await userEvent.click(toggle);
    await userEvent.keyboard("{Escape}");
    closed();
  });

  test("each way has a label, a description and closes the menu; the open one is highlighted", async () => {
    const menu = await openMenu("/awards");
    const ways = within(menu.getByRole("navigation", { name: "Main Menu" }));

    expect(ways.getByRole("link", { name: /Awards/ })).toHaveAttribute("aria-current", "page");
    expect(ways.getByRole("link", { name: /Outlets/ })).toHaveTextContent("Find one near you");
    await userEvent.click(ways.getByRole("link", { name: /Outlets/ }));

    closed();
    expect(screen.getByLabelText("address")).toHaveTextContent("/locations");
  });

  test("choosing a brand switches to it and closes the menu", async () => {
    const menu = await openMenu();

    await userEvent.click(menu.getByRole("button", { name: "Thong Cha" }));

    closed();
    expect(localStorage.getItem("activeTab")).toBe("thong-cha");
    await userEvent.click(screen.getAllByRole("button", { name: "Krua Bowl" })[0]!);
  });

  test("leads to help and outlets, to X and TikTok", async () => {
    const menu = await openMenu();

    expect(menu.getByRole("link", { name: "Contact Support" })).toHaveAttribute(
      "href",
      "/contact-us",
    );
    expect(menu.getByRole("link", { name: "Store Locator" })).toHaveAttribute("href", "/locations");
    expect(menu.getByRole("link", { name: "Krua Bowl on X" })).toHaveAttribute(
      "rel",
      "noopener noreferrer",
    );
    expect(menu.getByRole("link", { name: "Krua Bowl on TikTok" })).toBeVisible();
    expect(menu.queryByRole("link", { name: /Instagram/ })).not.toBeInTheDocument();
    expect(menu.getByText("Follow for daily specials & updates")).toBeVisible();
  });
});

describe("for visitors", () => {
  test("invites, and has nothing of members", async () => {
    const menu = await openMenu();

    expect(
      menu.getByText(
        "Join our community for exclusive rewards, personalized recommendations, and seamless ordering.",
      ),
    ).toBeVisible();
    expect(menu.queryByText("Recent Activity")).not.toBeInTheDocument();
    expect(menu.queryByRole("button", { name: "Sign Out" })).not.toBeInTheDocument();
  });

  test.each([
    ["Sign In", "sign-in"],
    ["Join As Member", "register"],
  ])("%s closes the menu and opens its dialog", async (name, dialog) => {
    const menu = await openMenu();

    await userEvent.click(menu.getByRole("button", { name }));

    closed();
    expect(openedDialog()?.name).toBe(dialog);
  });
});

describe("for members", () => {
  test("shows who they are, what they have and how far it is to the next level", async () => {
    signInAs(app.api);
    const menu = await openMenu();

    expect(await menu.findByText("Welcome Back, Aisyah!")).toBeVisible();
    expect(await menu.findByText("Plus")).toBeVisible();
    expect(await menu.findByText(/1,340/)).toBeVisible();
    expect(await menu.findByText("3,160 points to go")).toBeVisible();
    expect(menu.getByText("3,160 more points needed to reach Elite")).toBeVisible();
    expect(menu.getByText("1,840 / 5,000")).toBeVisible();
    await expectAccessible();
  });

  test("shows [Username] when the name is empty", async () => {
    signInAs(app.api, { name: "" });
    const menu = await openMenu();

    expect(await menu.findByText("Welcome Back, [Username]!")).toBeVisible();
  });

  test("at the highest level says so", async () => {
    signInAs(app.api, { membershipLevel: 3, membershipId: 4, membershipName: "Royal" });
    const menu = await openMenu();

    expect(await menu.findByText("Max Level")).toBeVisible();
  });

  test("says when points and progress cannot be loaded", async () => {
    signInAs(app.api);
    for (let time = 0; time < 2; time++) {
      app.api.failNext("GET /member/:id", 500);
      app.api.failNext("GET /member/:id/currentMembershipPoint", 500);
    }
    const menu = await openMenu();

    expect(await menu.findByText("Error loading points")).toBeVisible();
    expect(await menu.findByText("Unable to load progress data")).toBeVisible();

    await userEvent.click(menu.getByRole("button", { name: "Try Again" }));
    expect(await menu.findByText("3,160 points to go")).toBeVisible();
    expect(menu.getByText(/1,340/)).toBeVisible();
    expect(menu.queryByRole("button", { name: "Try Again" })).not.toBeInTheDocument();
  });

  test("trying again for the activities heals the card too", async () => {
    signInAs(app.api);
    for (let time = 0; time < 2; time++) {
      app.api.failNext("GET /member/:id/currentMembershipPoint", 500);
      app.api.failNext("GET /member/:id/activityHistory", 500);
    }
    const menu = await openMenu();
    expect(await menu.findByText("Unable to load progress data")).toBeVisible();
    const activity = within(await menu.findByRole("region", { name: "Recent Activity" }));

    await userEvent.click(await activity.findByRole("button", { name: "Try Again" }));
    expect(await menu.findByText("3,160 points to go")).toBeVisible();
    expect(await menu.findByText("Redeemed: Thai milk tea")).toBeVisible();
  });

  test("lists the last activities, and tries again after a failure", async () => {
    signInAs(app.api);
    for (let time = 0; time < 2; time++) {
      app.api.failNext("GET /member/:id/activityHistory", 500, {
        message: "The books are closed",
      });
    }
    const menu = await openMenu();

    expect(await menu.findByText("The books are closed")).toBeVisible();
    await userEvent.click(menu.getByRole("button", { name: "Try Again" }));

    expect(await menu.findByText("Redeemed: Thai milk tea")).toBeVisible();
    expect(
      within(menu.getByRole("list", { name: "Recent activity" })).getAllByRole("listitem"),
    ).toHaveLength(3);
  });

  test("Sign Out signs out, closes the menu and goes home", async () => {
    signInAs(app.api);
    const menu = await openMenu("/rewards");

    await userEvent.click(menu.getByRole("button", { name: "Sign Out" }));

    closed();
    expect(session.getSnapshot().status).toBe("signed-out");
    expect(screen.getByLabelText("address")).toHaveTextContent(/^\/$/);
  });
});
