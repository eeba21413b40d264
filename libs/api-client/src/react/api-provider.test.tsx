import { act, renderHook, waitFor } from "@testing-library/react";
import { setupServer } from "msw/node";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { ApiProvider, createQueryClient, useMember, useTiers, useValidVouchers } from "../react.ts";
import { session } from "../session/current.ts";
import { createFakeApi, forgetSession, signedInAs, type FakeApi } from "../testing.ts";

let api: FakeApi;
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  api = createFakeApi();
  server.use(...api.handlers);
  session.restore();
  act(() => signedInAs(api, api.world.members[0]!));
});
afterEach(() => {
  vi.useRealTimers();
  act(() => forgetSession());
  server.resetHandlers();
});

/** A visit of the member: a page with a cache of its own. */
function visit(version = "1") {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} remembers={version}>
      {children}
    </ApiProvider>
  );
  return renderHook(
    () => ({ member: useMember(), tiers: useTiers(), vouchers: useValidVouchers() }),
    { wrapper },
  );
}

async function visitOnce() {
  const { result, unmount } = visit();
  await waitFor(() => {
    expect(result.current.vouchers.isSuccess).toBe(true);
    expect(result.current.tiers.isSuccess).toBe(true);
  });
  await waitFor(() => expect(localStorage.getItem("lastKnown")).toContain("KB7Q-MRX2-9ABC"));
  unmount();
}

test("the next visit begins with the last known card and vouchers", async () => {
  await visitOnce();
  const { result } = visit();

  expect(result.current.member.data?.memberPointAmount).toBe(1340);
  expect(result.current.vouchers.data).toHaveLength(1);
  expect(result.current.tiers.data).toHaveLength(4);
});

test("what was told just before the page goes is kept too", async () => {
  const { result } = visit();
  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
  act(() => void window.dispatchEvent(new Event("pagehide")));

  expect(localStorage.getItem("lastKnown")).toContain('"memberPointAmount":1340');
});

test("and asks at once what has happened since", async () => {
  await visitOnce();
  api.world.members[0]!.memberPointAmount = 1386;
  const { result } = visit();

  await waitFor(() => expect(result.current.member.data?.memberPointAmount).toBe(1386));
});

test("a sign-out leaves nothing of it on the device", async () => {
  await visitOnce();
  visit();
  await act(() => session.end());

  expect(localStorage.getItem("lastKnown")).toBeNull();
});

test("another member sees nothing of it", async () => {
  await visitOnce();
  act(() => signedInAs(api, api.world.members[1]!));
  const { result } = visit();

  expect(result.current.member.data).toBeUndefined();
  await waitFor(() => expect(result.current.member.data?.name).toBe("Benjamin"));
});

test("another version of the app begins without what the last one kept, and forgets it", async () => {
  await visitOnce();
  const { result } = visit("2");

  expect(result.current.member.data).toBeUndefined();
  expect(localStorage.getItem("lastKnown")).toBeNull();
  await waitFor(() => expect(result.current.member.data?.memberPointAmount).toBe(1340));
});

test.each([
  ["a minute less than", 24 * 60 - 1, 1340],
  ["", 24 * 60, undefined],
])("what was told %s a day ago is shown: %#", async (_, minutes, points) => {
  await visitOnce();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  const { result } = visit();

  expect(result.current.member.data?.memberPointAmount).toBe(points);
});

test("what cannot be read is forgotten, not fallen over", async () => {
  localStorage.setItem("lastKnown", "{ not json");
  const { result } = visit();

  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
});
