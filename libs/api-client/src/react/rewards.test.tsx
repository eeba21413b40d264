import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { forgetSession } from "../testing/fake-api.ts";
import { ApiError } from "../errors.ts";
import { newIdempotencyKey } from "../http.ts";
import type { FakeApi } from "../testing/responses.ts";
import { serveFakeApi } from "../testing/setup.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useAgree, useMember } from "./members.ts";
import { useSavePreferences } from "./preferences.ts";
import { createQueryClient } from "./query-client.tsx";
import {
  useClaim,
  usePresent,
  useRewards,
  useValidVouchers,
  useVoucher,
  useVoucherHistory,
} from "./rewards.ts";
import { useSession } from "./session.ts";

let api: FakeApi;
const server = serveFakeApi((started) => {
  api = started;
});

function render<T>(hook: () => T) {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client}>{children}</ApiProvider>
  );
  return renderHook(hook, { wrapper });
}

test("after a claim the balance is right everywhere and the voucher is there", async () => {
  const { result } = render(() => ({
    member: useMember(),
    session: useSession(),
    vouchers: useValidVouchers(),
    claim: useClaim(),
  }));
  await waitFor(() => expect(result.current.vouchers.data).toHaveLength(1));

  await act(() => result.current.claim.mutateAsync({ rewardId: 1 }));

  await waitFor(() => expect(result.current.member.data?.memberPointAmount).toBe(840));
  expect(result.current.session).toMatchObject({ user: { memberPointAmount: 840 } });
  await waitFor(() => expect(result.current.vouchers.data).toHaveLength(2));
});

test("without a session nothing is claimed, shown, agreed to or saved, and nothing is sent", async () => {
  act(() => forgetSession());
  const { result } = render(() => ({
    claim: useClaim(),
    present: usePresent(),
    agree: useAgree(),
    save: useSavePreferences(),
  }));
  const { claim, present, agree, save } = result.current;
  const once = { idempotencyKey: newIdempotencyKey() };
  const before = api.requests.length;

  for (const tried of [
    () => claim.mutateAsync({ rewardId: 1 }),
    () => present.mutateAsync({ voucherId: 1, outletId: 1, ...once }),
    () => agree.mutateAsync({ language: "en", noticeVersion: "1" }),
    () => save.mutateAsync({}),
  ]) {
    await act(() => expect(tried()).rejects.toThrow("User not authenticated"));
  }

  expect(api.requests).toHaveLength(before);
});

test("a claim keeps its key over a reload until an answer is known; the next one has another", async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post("*/api/claim", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : undefined;
    }),
  );
  const first = render(useClaim);
  await expect(act(() => first.result.current.mutateAsync({ rewardId: 1 }))).rejects.toThrow(
    ApiError,
  );
  first.unmount();
  const { result } = render(useClaim);
  await act(() => result.current.mutateAsync({ rewardId: 1 }));
  await act(() => result.current.mutateAsync({ rewardId: 1 }));

  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a claim that was refused begins anew, and another reward has a key of its own", async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post("*/api/claim", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 3 ? HttpResponse.error() : undefined;
    }),
  );
  const { result } = render(useClaim);
  const claim = (rewardId: number) =>
    act(() => result.current.mutateAsync({ rewardId }).catch(() => {}));
  for (const rewardId of [5, 5, 1, 2]) await claim(rewardId);

  expect(new Set(keys).size).toBe(4);
});

test("a refused claim changes no balance and has its reason", async () => {
  const { result } = render(() => ({ member: useMember(), claim: useClaim() }));
  await waitFor(() => expect(result.current.member.isSuccess).toBe(true));
  const request = { rewardId: 5 };

  await expect(act(() => result.current.claim.mutateAsync(request))).rejects.toMatchObject({
    code: "not_enough_points",
  });
  expect(result.current.member.data?.memberPointAmount).toBe(1340);
});

test("a voucher whose code is shown has that status at once, and its reward is pending", async () => {
  const { result } = render(() => ({
    voucher: useVoucher(21),
    rewards: useRewards(),
    present: usePresent(),
  }));
  await waitFor(() => expect(result.current.voucher.data?.statusId).toBe(1));

  await act(() =>
    result.current.present.mutateAsync({
      voucherId: 21,
      outletId: 1,
      idempotencyKey: newIdempotencyKey(),
    }),
  );

  await waitFor(() => expect(result.current.voucher.data).toMatchObject({ statusId: 2 }));
  await waitFor(() => expect(result.current.rewards.data?.[0]?.isClaimPending).toBe(true));
});

test("the history has what can be used no more, the list the rest, found by a part of the code", async () => {
  api.world.vouchers.push({
    ...api.world.vouchers[0]!,
    id: 20,
    usedAt: "2026-02-01T04:00:00Z",
    statusId: 2,
  });
  const { result } = render(() => ({
    history: useVoucherHistory(),
    found: useValidVouchers("q-mrx"),
    none: useValidVouchers("zzz"),
  }));

  await waitFor(() => expect(result.current.history.data?.map(({ id }) => id)).toEqual([20]));
  await waitFor(() => expect(result.current.found.data?.map(({ id }) => id)).toEqual([21]));
  await waitFor(() => expect(result.current.none.data).toEqual([]));
});
