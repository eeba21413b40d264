import { act, renderHook, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { session } from "../session/current.ts";
import { forgetSession } from "../testing/fake-api.ts";
import type { FakeApi } from "../testing/responses.ts";
import { serveFakeApi } from "../testing/setup.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useMember, useSetReferrer, useUpdateMember } from "./members.ts";
import { createQueryClient } from "./query-client.tsx";
import { useRewards } from "./rewards.ts";
import { useSession } from "./session.ts";

let api: FakeApi;
const server = serveFakeApi((started) => {
  api = started;
});

const aisyah = () => api.world.members[0]!;

/** The two places that show the record: pages ask the query, and the session until that has answered. */
async function bothPlaces() {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} offlineVersion="1">
      {children}
    </ApiProvider>
  );
  const { result } = renderHook(
    () => ({
      member: useMember(),
      rewards: useRewards(),
      session: useSession(),
      update: useUpdateMember(),
      referrer: useSetReferrer(),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.rewards.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
  const names = () => {
    const { member, session: now } = result.current;
    return [member.data?.name, now.status === "signed-in" && now.user.name];
  };
  return { result, names };
}

const save = (result: Awaited<ReturnType<typeof bothPlaces>>["result"], changes = {}) =>
  act(() =>
    result.current.update.mutateAsync({
      mobileNumber: aisyah().mobileNumber,
      name: "Aisyah Rahman",
      ...changes,
    }),
  );

test("a saved record is shown everywhere at once, and stored in this browser", async () => {
  const { result, names } = await bothPlaces();
  await save(result);

  expect(names()).toEqual(["Aisyah Rahman", "Aisyah Rahman"]);
  expect(localStorage.getItem("userData")).toContain("Aisyah Rahman");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(localStorage.getItem("lastKnown")).toContain("Aisyah Rahman");
  expect(localStorage.getItem("lastKnown")).not.toContain('"name":"Aisyah"');
});

test("a response that was under way during the save does not restore the old record", async () => {
  const { result, names } = await bothPlaces();
  const before = { ...aisyah() };
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.get("*/member/1", async () => {
      await held;
      return HttpResponse.json(before);
    }),
  );
  act(() => void result.current.member.refetch());
  await save(result);
  release();
  await act(async () => {});

  await waitFor(() => expect(result.current.member.isFetching).toBe(false));
  expect(names()).toEqual(["Aisyah Rahman", "Aisyah Rahman"]);
});

test("the record of a session check is shown on the pages", async () => {
  const { names } = await bothPlaces();
  aisyah().name = "Changed elsewhere";
  await act(() => session.check());

  expect(names()).toEqual(["Changed elsewhere", "Changed elsewhere"]);
});

test("the record of a query is the session's too", async () => {
  const { result, names } = await bothPlaces();
  aisyah().name = "Changed elsewhere";
  await act(() => result.current.member.refetch());

  expect(names()).toEqual(["Changed elsewhere", "Changed elsewhere"]);
  expect(localStorage.getItem("userData")).toContain("Changed elsewhere");
});

test("a new date of birth fetches the rewards again", async () => {
  const { result } = await bothPlaces();
  const asked = () => api.requests.filter((call) => call === "GET /api/reward").length;
  const before = asked();
  await save(result);
  expect(asked()).toBe(before);

  await save(result, { dateOfBirth: "1990-05-17" });
  await waitFor(() => expect(asked()).toBe(before + 1));
});

test("who invited the member is shown once it is saved", async () => {
  const { result } = await bothPlaces();
  const { referralCode, id } = api.world.members[1]!;
  await act(() => result.current.referrer.mutateAsync({ referralCode }));

  await waitFor(() => expect(result.current.session).toMatchObject({ user: { referrerId: id } }));
});

test("without a session nothing is saved", async () => {
  const { result } = await bothPlaces();
  act(() => forgetSession());

  await expect(save(result)).rejects.toThrow("User not authenticated");
  expect(api.requests.filter((call) => call.startsWith("PATCH"))).toEqual([]);
});
