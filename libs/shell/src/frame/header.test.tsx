import { expectAccessible } from "@loyalty/ui/testing";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import { openedDialog } from "../account/dialogs.ts";
import { renderAt, setUpShell, signInAs } from "../testing/shell.tsx";
import { Header } from "./header.tsx";

const app = setUpShell();
const SiteHeader = () => <Header forMember={false} onChooseLanguage={() => {}} />;

describe("for everybody", () => {
  test("is accessible", async () => {
    renderAt("/menu", <SiteHeader />);
    await expectAccessible();
  });

  test("leads to the public pages, and marks the one that is open", () => {
    renderAt("/menu", <SiteHeader />);
    const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");

    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Home", "/"],
      ["Menu", "/menu"],
      ["Outlets", "/locations"],
      ["Memberships", "/membership"],
      ["Awards", "/awards"],
      ["Careers", "/career"],
      ["Contact", "/contact-us"],
    ]);
    expect(links.filter((link) => link.getAttribute("aria-current") === "page")).toEqual([
      links[1],
    ]);
  });

  test("switches the brand", async () => {
    renderAt("/", <SiteHeader />);

    const [, tea] = screen.getAllByRole("button", { name: "Thong Cha" });
    expect(tea).toHaveTextContent(/^Cha$/);
    await userEvent.click(tea!);

    expect(localStorage.getItem("activeTab")).toBe("thong-cha");
    expect(screen.getByRole("link", { name: "Thong Cha, home" })).toBeVisible();
    await userEvent.click(screen.getAllByRole("button", { name: "Krua Bowl" })[0]!);
  });
});

describe("for visitors", () => {
  test.each([
    ["Sign In", "sign-in"],
    ["Join As Member", "register"],
  ])("%s opens its dialog", async (name, dialog) => {
    renderAt("/", <SiteHeader />);

    await userEvent.click(screen.getByRole("button", { name }));

    expect(openedDialog()?.name).toBe(dialog);
  });
});

describe("for members", () => {
  test.each([
    [0, "Bronze"],
    [1, "Silver"],
    [2, "Gold"],
    [3, "Platinum"],
  ])("level %i is called %s", async (membershipLevel, label) => {
    signInAs(app.api, { membershipLevel, memberPointAmount: 1340 });
    renderAt("/menu", <SiteHeader />);

    const account = await screen.findByRole("button", { name: /Your account/ });

    expect(account).toHaveAccessibleName(`Your account, Aisyah, ${label}, 1,340 points`);
    expect(account).toHaveTextContent(`${label} 1,340 points`);
    expect(screen.queryByRole("button", { name: "Sign In" })).not.toBeInTheDocument();
  });

  test("the account opens to the members' pages and is accessible", async () => {
    signInAs(app.api);
    renderAt("/menu", <SiteHeader />);

    await userEvent.click(await screen.findByRole("button", { name: /Your account/ }));

    const account = await screen.findByRole("navigation", { name: "Your account" });
    const links = within(account).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Dashboard", "/dashboard"],
      ["Profile", "/profile"],
      ["Rewards", "/rewards"],
      ["Redeem", "/redeem"],
    ]);
    await expectAccessible();
  });

  test("the account closes on Escape, which gives the focus back, and on a press elsewhere", async () => {
    signInAs(app.api);
    renderAt("/menu", <SiteHeader />);
    const button = await screen.findByRole("button", { name: /Your account/ });

    await userEvent.click(button);
    await screen.findByRole("navigation", { name: "Your account" });
    await userEvent.tab();
    await userEvent.keyboard("{Escape}");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(button).toHaveFocus();

    await userEvent.click(button);
    await userEvent.click(document.body);
    expect(button).toHaveAttribute("aria-expanded", "false");

    await userEvent.click(button);
    await userEvent.click(button);
    expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("Sign Out asks first", async () => {
    signInAs(app.api);
    renderAt("/menu", <SiteHeader />);

    await userEvent.click(await screen.findByRole("button", { name: /Your account/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Sign Out" }));

    expect(openedDialog()?.name).toBe("sign-out");
  });
});
