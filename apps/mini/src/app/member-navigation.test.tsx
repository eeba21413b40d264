import { session } from "@loyalty/api-client/session";
import { memberPaths, paths, publicPaths } from "@loyalty/shell/paths";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { MemberNavigation } from "./member-navigation.tsx";

const app = setUpMemberApp();

const open = (address: string) => app.open(address, "*", MemberNavigation);
const bar = () => screen.queryByRole("navigation", { name: "Member pages" });
const ways = () => within(bar()!).getAllByRole("link");

test("leads to five pages, the code for the counter in the middle", () => {
  open(paths.dashboard);

  expect(ways().map((way) => [way.textContent, way.getAttribute("href")])).toEqual([
    ["Dashboard", "/dashboard"],
    ["Redeem", "/redeem"],
    ["My code", "/rewards"],
    ["Activity", "/activity"],
    ["Profile", "/profile"],
  ]);
});

test("says which of them is open, also after a press and with a tab of it", async () => {
  const current = () => ways().filter((way) => way.ariaCurrent === "page");
  open("/redeem?tab=history");
  expect(current()).toEqual([screen.getByRole("link", { name: "Redeem" })]);

  await userEvent.click(screen.getByRole("link", { name: "Profile" }));

  expect(app.address()).toBe("/profile");
  expect(current()).toEqual([screen.getByRole("link", { name: "Profile" })]);
});

test("a press on the page that is open leads to its top", async () => {
  const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  open(paths.activity);

  await userEvent.click(screen.getByRole("link", { name: "Activity" }));

  expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
});

const five: string[] = [
  paths.dashboard,
  paths.redeem,
  paths.rewards,
  paths.activity,
  paths.profile,
];

test.each(five)("is on %s", (path) => {
  open(path);

  expect(bar()).toBeVisible();
});

test.each(Object.values(memberPaths).filter((path) => !five.includes(path)))(
  "leaves the lower edge of %s to that page",
  (path) => {
    open(path.replace(":id", "42"));

    expect(bar()).not.toBeInTheDocument();
  },
);

test.each(Object.values(publicPaths))("is not on %s, which is everybody's", (path) => {
  open(path);

  expect(bar()).not.toBeInTheDocument();
});

test("a visitor has none", async () => {
  open(paths.dashboard);

  await act(() => session.end());

  expect(bar()).not.toBeInTheDocument();
});
