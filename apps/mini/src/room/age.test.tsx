import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { OfflineNotice } from "../host/offline-notice.tsx";
import { setUpMemberStage } from "../testing/member-stage.tsx";
import { Age } from "./age.tsx";
import { useReloadMember } from "@loyalty/api-client/react";

const stage = setUpMemberStage();

/** What a member's page says of its age: the bar above it, and the line at the balance. */
function Page() {
  const reload = useReloadMember();
  return (
    <>
      <OfflineNotice />
      <Age />
      <button type="button" onClick={reload}>
        reload
      </button>
    </>
  );
}

const open = async () => {
  stage.open("/", "/", Page);
  await waitFor(() => expect(stage.api.requests).toContain("GET /api/member/1"));
};

afterEach(() => vi.unstubAllGlobals());

test("without a network the bar says it, and the balance does not say it again", async () => {
  await open();
  vi.stubGlobal("navigator", { ...navigator, onLine: false });
  window.dispatchEvent(new Event("offline"));

  expect(await screen.findByText(/^You are offline\. Updated just now/)).toBeVisible();
  expect(screen.queryByText(/^No connection/)).not.toBeInTheDocument();
  window.dispatchEvent(new Event("online"));
});

test("with a network whose server does not answer, the balance says from when it is", async () => {
  await open();
  stage.api.failNext("GET /member/:id", 503, {});
  screen.getByRole("button", { name: "reload" }).click();

  expect(await screen.findByText(/^No connection\. As of /)).toBeVisible();
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
});
