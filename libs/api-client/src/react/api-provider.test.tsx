import type { PersistedClient } from "@tanstack/react-query-persist-client";
import { act, renderHook, waitFor } from "@testing-library/react";
import { http } from "msw";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";

import { session } from "../session/current.ts";
import { signedInAs } from "../testing/fake-api.ts";
import type { FakeApi } from "../testing/responses.ts";
import { deferred, serveFakeApi } from "../testing/setup.ts";
import { aMessage } from "../testing/world.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useMember, useReferees } from "./members.ts";
import { useMessages } from "./messages.ts";
import { useTiers } from "./points.ts";
import { createQueryClient } from "./query-client.tsx";
import { useValidVouchers } from "./rewards.ts";

let api: FakeApi;
const server = serveFakeApi((started) => {
  api = started;
});

/** A visit of the member: a page with a cache of its own, which has read what the last one kept. */
async function visit(version = "1") {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} offlineVersion={version}>
      {children}
    </ApiProvider>
  );
  const page = renderHook(
    () => ({
      member: useMember(),
      tiers: useTiers(),
      vouchers: useValidVouchers(),
      messages: useMessages(),
      referees: useReferees(),
    }),
    { wrapper },
  );
  await act(async () => {});
  return page;
}

async function visitOnce() {
  const { result, unmount } = await visit();
  await waitFor(() => {
    expect(result.current.vouchers.isSuccess).toBe(true);
    expect(result.current.tiers.isSuccess).toBe(true);
    expect(result.current.messages.isSuccess).toBe(true);
    expect(result.current.referees.isSuccess).toBe(true);
  });
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(kept()).toContain(VOUCHER);
  unmount();
}

/** No response arrives until the given function is called. */
function networkStops(): () => void {
  const returns = deferred();
  server.use(http.all("*", () => returns.promise));
  return () => returns.resolve();
}

/** Makes the copy older: when it was written, and when its data were fetched. */
function age({
  writtenMinutes,
  fetchedMinutes,
}: {
  writtenMinutes: number;
  fetchedMinutes: number;
}) {
  const copy = JSON.parse(kept()) as PersistedClient;
  copy.timestamp -= writtenMinutes * 60_000;
  for (const { state } of copy.clientState.queries) state.dataUpdatedAt -= fetchedMinutes * 60_000;
  localStorage.setItem("lastKnown", JSON.stringify(copy));
}

const kept = () => localStorage.getItem("lastKnown") ?? "";
const VOUCHER = "KB7Q-MRX2-9ABC";

test("the next visit begins with what was last known, and then gets what is new", async () => {
  api.world.messages[1] = [aMessage()];
  api.world.members[1]!.referrerId = 1;
  await visitOnce();
  api.world.members[0]!.memberPointAmount = 1386;
  const networkReturns = networkStops();
  const { result } = await visit();

  expect(result.current.member.data?.memberPointAmount).toBe(1340);
  expect(result.current.vouchers.data).toHaveLength(1);
  expect(result.current.tiers.data).toHaveLength(4);
  expect(result.current.messages.data).toHaveLength(1);
  expect(result.current.referees.data).toHaveLength(1);

  networkReturns();
  await waitFor(() => expect(result.current.member.data?.memberPointAmount).toBe(1386));
});

test("what arrived just before the page goes is kept too", async () => {
  const { result } = await visit();
  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
  act(() => void window.dispatchEvent(new Event("pagehide")));

  expect(kept()).toContain('"memberPointAmount":1340');
});

test("a sign-out leaves nothing of it on the device, also not what was about to be written", async () => {
  await visitOnce();
  const { result } = await visit();
  await waitFor(() => expect(result.current.vouchers.isFetching).toBe(false));
  await act(() => session.end());
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(localStorage.getItem("lastKnown")).toBeNull();
});

test("another member sees nothing of it", async () => {
  await visitOnce();
  act(() => signedInAs(api, api.world.members[1]!));
  const networkReturns = networkStops();
  const { result } = await visit();

  expect(result.current.member.data).toBeUndefined();
  expect(result.current.vouchers.data).toBeUndefined();
  expect(kept()).not.toContain(VOUCHER);
  networkReturns();
  await waitFor(() => expect(result.current.member.data?.name).toBe("Benjamin"));
});

test("another version of the app begins without what the last one kept, and removes it", async () => {
  await visitOnce();
  const networkReturns = networkStops();
  const { result } = await visit("2");

  expect(result.current.member.data).toBeUndefined();
  expect(kept()).not.toContain(VOUCHER);
  networkReturns();
  await waitFor(() => expect(result.current.member.data?.memberPointAmount).toBe(1340));
});

const DAY = 24 * 60;

test.each([
  ["a minute less than a day old", { writtenMinutes: DAY - 1, fetchedMinutes: DAY - 1 }, 1340],
  ["a day old", { writtenMinutes: DAY, fetchedMinutes: DAY }, undefined],
  ["a day old and written since", { writtenMinutes: 0, fetchedMinutes: DAY }, undefined],
])("offline, data %s", async (_, ages, points) => {
  await visitOnce();
  age(ages);
  networkStops();
  const { result } = await visit();

  expect(result.current.member.data?.memberPointAmount).toBe(points);
});

test("what cannot be read is removed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  localStorage.setItem("lastKnown", "{ not json");
  const { result } = await visit();

  expect(kept()).not.toContain("not json");
  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
});
