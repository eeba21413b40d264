import { useReloadMember } from "@loyalty/api-client/react/members";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { DataAge, OfflineNotice } from "./data-age.tsx";

const app = setUpMemberApp();

/** What a member's page shows of its data's age: the bar above it, and the line at the balance. */
function Page() {
  const reload = useReloadMember();
  return (
    <>
      <OfflineNotice />
      <DataAge />
      <button type="button" onClick={reload}>
        reload
      </button>
    </>
  );
}

const open = async () => {
  app.open("/", "/", Page);
  await waitFor(() => expect(app.api.requests).toContain("GET /api/member/1"));
};

afterEach(() => vi.unstubAllGlobals());

test("without a network the bar shows it, and the balance does not repeat it", async () => {
  await open();
  vi.stubGlobal("navigator", { ...navigator, onLine: false });
  window.dispatchEvent(new Event("offline"));

  expect(await screen.findByText(/^You are offline\. Updated just now/)).toBeVisible();
  expect(screen.queryByText(/^No connection/)).not.toBeInTheDocument();
  window.dispatchEvent(new Event("online"));
});

test("with a network whose server does not answer, the balance says from when it is", async () => {
  await open();
  app.api.failNext("GET /member/:id", 503, {});
  screen.getByRole("button", { name: "reload" }).click();

  expect(await screen.findByText(/^No connection\. As of /)).toBeVisible();
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
});
