import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { session } from "../session/current.ts";
import { signedInAs } from "../testing/fake-api.ts";
import type { FakeApi } from "../testing/responses.ts";
import { serveFakeApi } from "../testing/setup.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useMember } from "./members.ts";
import { useCallingCodes, useOutlets } from "./outlets.ts";
import { useMembershipPoints, useRecentActivities, useTiers } from "./points.ts";
import { createQueryClient } from "./query-client.tsx";
import { useSession } from "./session.ts";

let api: FakeApi;
serveFakeApi(
  (started) => {
    api = started;
  },
  { visitor: true },
);

function render<T>(hook: () => T) {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client}>{children}</ApiProvider>
  );
  return { ...renderHook(hook, { wrapper }), client };
}

const aisyah = () => api.world.members[0]!;
const signIn = () => act(() => signedInAs(api, aisyah()));

test("a component sees who is signed in, and the sign-out", async () => {
  const { result } = render(useSession);
  expect(result.current.status).toBe("signed-out");

  signIn();
  expect(result.current).toMatchObject({ status: "signed-in", user: { name: "Aisyah" } });

  await act(() => session.end());
  expect(result.current.status).toBe("signed-out");
});

test("a visitor fetches nothing about members", async () => {
  const { result } = render(() => [useMember(), useMembershipPoints(), useRecentActivities()]);
  await act(async () => {});

  expect(api.requests).toEqual([]);
  expect(result.current.map(({ isPending }) => isPending)).toEqual([true, true, true]);
});

test("a member sees their record, their points and their last three activities", async () => {
  signIn();
  const { result } = render(() => ({
    member: useMember(),
    points: useMembershipPoints(),
    activities: useRecentActivities(),
  }));

  await waitFor(() => expect(result.current.activities.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.points.data).toBe(1840));
  expect(result.current.member.data?.memberPointAmount).toBe(1340);
  expect(result.current.activities.data?.map(({ actionId }) => actionId)).toEqual([3, 2, 2]);
});

test("the last three activities are found below any number of adjustments", async () => {
  const [newest] = api.world.activities[1]!;
  const adjusted = [4, 5, 4, 4].map((actionId, at) => ({ ...newest!, id: 90 + at, actionId }));
  api.world.activities[1]!.unshift(...adjusted);
  signIn();
  const { result } = render(useRecentActivities);

  await waitFor(() => expect(result.current.data?.map(({ id }) => id)).toEqual([4, 3, 2]));
});

test("the tiers come lowest first", async () => {
  api.world.tiers.reverse();
  const { result } = render(useTiers);

  await waitFor(() => expect(result.current.data?.map(({ level }) => level)).toEqual([0, 1, 2, 3]));
});

test("only open outlets are fetched", async () => {
  api.world.outlets.push({ ...api.world.outlets[0]!, id: 9, name: "Closed", statusId: 2 });
  const { result } = render(useOutlets);

  await waitFor(() => expect(result.current.data).toHaveLength(2));
});

test("the calling codes are all there, or Malaysia alone when the call failed", async () => {
  const good = render(useCallingCodes);
  expect(good.result.current.data).toBeUndefined();
  await waitFor(() => expect(good.result.current.data).toHaveLength(3));

  api.failNext("GET /callingCode", 500);
  const failed = render(useCallingCodes);
  await waitFor(() => expect(failed.result.current.data).toEqual([{ id: 1, name: "60" }]));
});

test("a failed call is an error with the server's sentence, and Retry fetches the data", async () => {
  signIn();
  api.failNext("GET /member/:id", 503, { message: "Please come back later." });
  const { result } = render(useMember);
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(result.current.error?.message).toBe("Please come back later.");

  await act(() => result.current.refetch());

  await waitFor(() => expect(result.current.data?.name).toBe("Aisyah"));
});

test("an accident is tried once more, a refusal is not", async () => {
  signIn();
  const client = createQueryClient({ retryDelay: 0 });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client}>{children}</ApiProvider>
  );
  api.failNext("GET /member/:id", 500);
  const { result } = renderHook(useMember, { wrapper });
  await waitFor(() => expect(result.current.data?.name).toBe("Aisyah"));

  api.failNext("GET /member/:id", 403);
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(api.requests.filter((request) => request === "GET /api/member/1")).toHaveLength(3);
});

test("what failed on a page that was opened without a network is fetched when there is one", async () => {
  signIn();
  api.failNext("GET /member/:id", 0);
  api.failNext("GET /membership", 403);
  const { result } = render(() => [useMember(), useTiers()]);
  await waitFor(() => expect(result.current.every(({ isError }) => isError)).toBe(true));

  // No "offline" came before it: the page has never seen a network.
  window.dispatchEvent(new Event("online"));

  await waitFor(() => expect(result.current[0]?.isSuccess).toBe(true));
  expect(result.current[1]?.isError).toBe(true);
});

test("what was under way when the network came back, and failed, is fetched again", async () => {
  signIn();
  api.failNext("GET /member/:id", 0);
  const { result } = render(useMember);
  expect(result.current.isFetching).toBe(true);

  window.dispatchEvent(new Event("online"));

  await waitFor(() => expect(result.current.isSuccess).toBe(true));
});

test("nothing of a member stays in the cache after the sign-out; what all may see does", async () => {
  signIn();
  const { result, client } = render(() => [useMember(), useTiers()]);
  await waitFor(() => expect(result.current.every(({ isSuccess }) => isSuccess)).toBe(true));

  await act(() => session.end());

  expect(client.getQueryCache().findAll({ queryKey: ["member", 1] })).toEqual([]);
  expect(client.getQueryData(["tiers"])).toHaveLength(4);
});

test("the next member sees nothing of the one before", async () => {
  signIn();
  const { result } = render(useMember);
  await waitFor(() => expect(result.current.data?.name).toBe("Aisyah"));

  act(() => signedInAs(api, api.world.members[1]!));

  expect(result.current.data).toBeUndefined();
  await waitFor(() => expect(result.current.data?.name).toBe("Benjamin"));
});

test("the dashboard reloads after a sign-in", async () => {
  const { result } = render(useMember);
  signIn();
  await waitFor(() => expect(result.current.data?.memberPointAmount).toBe(1340));

  aisyah().memberPointAmount = 1400;

  await waitFor(() => expect(result.current.data?.memberPointAmount).toBe(1400));
});

test("a call refused with the stored token ends a session that is really over", async () => {
  signIn();
  api.world.tokens.clear();
  const { result } = render(() => ({ session: useSession(), member: useMember() }));

  await waitFor(() =>
    expect(result.current.session).toEqual({ status: "signed-out", reason: "expired" }),
  );
});
