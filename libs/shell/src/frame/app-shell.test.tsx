import { expectAccessible } from "@loyalty/ui/testing";
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";

import { openedDialog } from "../account/dialogs.ts";
import { renderAt, setUpShell, signInAs } from "../testing/shell.tsx";
import { AppShell } from "./app-shell.tsx";

const app = setUpShell();
const page = <h1>Menu</h1>;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.scrollY = 0;
});

describe("the shell", () => {
  test("is accessible, with a way past the head", async () => {
    renderAt("/menu", <AppShell>{page}</AppShell>);

    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveAttribute(
      "href",
      "#content",
    );
    expect(screen.getByRole("main")).toHaveAttribute("id", "content");
    await expectAccessible();
  });

  test("can be prerendered, for visitors and in the default brand", () => {
    vi.stubGlobal("window", undefined);
    vi.stubGlobal("localStorage", undefined);
    const router = createMemoryRouter([{ path: "*", element: <AppShell>{page}</AppShell> }]);

    const html = renderToString(<RouterProvider router={router} />);
    vi.unstubAllGlobals();

    expect(html).toContain("Krua Bowl");
    expect(html).toContain("Join As Member");
    expect(html).toContain("<h1>Menu</h1>");
  });
});

describe("the footer", () => {
  const footer = () => within(screen.getByRole("contentinfo"));

  test("asks visitors who want a member's page to sign in", async () => {
    renderAt("/menu", <AppShell>{page}</AppShell>);

    for (const name of ["Dashboard", "Profile", "Rewards", "Redeem"]) {
      expect(footer().queryByRole("link", { name })).not.toBeInTheDocument();
    }
    await userEvent.click(footer().getByRole("button", { name: "Redeem" }));

    expect(openedDialog()?.name).toBe("sign-in");
  });

  test("leads members to their pages", () => {
    signInAs(app.api);
    renderAt("/menu", <AppShell>{page}</AppShell>);

    expect(footer().getByRole("link", { name: "Redeem" })).toHaveAttribute("href", "/redeem");
  });

  test("names the current year and the company", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-01T00:00:00Z") });
    renderAt("/menu", <AppShell>{page}</AppShell>);

    expect(footer().getByText(/© 2031 Krua Bowl Group Sdn. Bhd./)).toBeVisible();
  });

  test("leads to the legal texts and to the social networks", () => {
    renderAt("/menu", <AppShell>{page}</AppShell>);

    expect(footer().getByRole("link", { name: "Terms and Conditions" })).toHaveAttribute(
      "href",
      "/settings/terms-conditions",
    );
    for (const network of ["Instagram", "X", "TikTok"]) {
      expect(footer().getByRole("link", { name: `Krua Bowl on ${network}` })).toBeVisible();
    }
  });
});

describe("the way back to the top", () => {
  function scrollTo(y: number) {
    window.scrollY = y;
    act(() => void fireEvent.scroll(window));
  }
  const button = () => screen.queryByRole("button", { name: "Back to top" });

  test("is offered only below 200 px", () => {
    renderAt("/menu", <AppShell>{page}</AppShell>);

    scrollTo(200);
    expect(button()).not.toBeInTheDocument();
    scrollTo(201);
    expect(button()).toBeVisible();
  });

  test("scrolls smoothly", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    renderAt("/menu", <AppShell>{page}</AppShell>);
    scrollTo(900);

    await userEvent.click(button()!);

    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: "smooth" });
    vi.unstubAllGlobals();
  });
});
