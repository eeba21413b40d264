import { act, renderHook, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import { session } from "../session/current.ts";
import { signedInAs } from "../testing/fake-api.ts";
import type { FakeApi } from "../testing/responses.ts";
import { deferred, serveFakeApi } from "../testing/setup.ts";
import { ApiProvider } from "./api-provider.tsx";
import {
  useChoosePreferences,
  usePreferences,
  useSavePreferences,
  useSendUnsentPreferences,
} from "./preferences.ts";
import { createQueryClient } from "./query-client.tsx";

let api: FakeApi;
let refused: Error[];
const server = serveFakeApi((started) => {
  api = started;
  refused = [];
});
afterEach(() => vi.restoreAllMocks());

/** A visit of the member: a page with a cache of its own, which begins with what the last one kept. */
function visit(offlineVersion?: string) {
  const client = createQueryClient({ retry: false });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} {...(offlineVersion && { offlineVersion })}>
      {children}
    </ApiProvider>
  );
  const page = renderHook(
    () => {
      useSendUnsentPreferences((error) => refused.push(error));
      return {
        preferences: usePreferences(),
        choose: useChoosePreferences(),
        save: useSavePreferences(),
      };
    },
    { wrapper },
  );
  return {
    ...page,
    language: () => page.result.current.preferences.data?.language,
    choose: (selectedLanguage: "ms" | "zh" | "ta") =>
      act(() => page.result.current.choose({ language: { selectedLanguage } })),
  };
}

const saved = () => api.world.preferences[1]?.language?.selectedLanguage;
const waiting = () => localStorage.getItem("unsentPreferences");
const loaded = ({ result }: ReturnType<typeof visit>) =>
  waitFor(() => expect(result.current.preferences.isSuccess).toBe(true));

test("a choice holds at once, and is sent with the other fields as they are by now", async () => {
  const page = visit();
  await loaded(page);
  // Chosen on another device since this page asked.
  const elsewhere = { ...DEFAULT_PREFERENCES.language, dateFormat: "YYYY-MM-DD" } as const;
  api.world.preferences[1] = { language: elsewhere };
  page.choose("ms");

  expect(page.language()?.selectedLanguage).toBe("ms");
  await waitFor(() => expect(waiting()).toBeNull());
  expect(api.world.preferences[1]?.language).toEqual({ ...elsewhere, selectedLanguage: "ms" });
  expect(page.language()).toMatchObject({ selectedLanguage: "ms", dateFormat: "YYYY-MM-DD" });
});

test("a choice just before a reload is there after it, though the last visit kept another, and is sent", async () => {
  const before = visit("1");
  await loaded(before);
  act(() => void window.dispatchEvent(new Event("pagehide")));
  // The page goes before its request has left.
  server.use(http.get("*/member/1/preferences", () => HttpResponse.error(), { once: true }));
  before.choose("ms");
  before.unmount();

  const after = visit("1");
  await act(async () => {});
  expect(after.language()?.selectedLanguage).toBe("ms");
  await waitFor(() => expect(saved()).toBe("ms"));
  await waitFor(() => expect(after.result.current.preferences.isStale).toBe(false));
  expect(after.language()?.selectedLanguage).toBe("ms");
  expect(waiting()).toBeNull();
});

test("a response from before the choice does not undo it", async () => {
  const page = visit();
  await loaded(page);
  const arrives = deferred();
  server.use(http.put("*/member/1/preferences", () => arrives.promise, { once: true }));
  page.choose("zh");
  await act(() => page.result.current.preferences.refetch());

  expect(page.language()?.selectedLanguage).toBe("zh");
  arrives.resolve();
  await waitFor(() => expect(saved()).toBe("zh"));
  expect(page.language()?.selectedLanguage).toBe("zh");
});

test("a choice without a network waits, holds, and is sent when the network is back", async () => {
  const page = visit();
  await loaded(page);
  act(() => void window.dispatchEvent(new Event("offline")));
  page.choose("ta");
  page.choose("ms");
  await act(async () => {});
  expect(api.requests.filter((call) => call.startsWith("PUT"))).toEqual([]);
  expect(page.language()?.selectedLanguage).toBe("ms");

  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(saved()).toBe("ms"));
  await waitFor(() => expect(waiting()).toBeNull());
  expect(api.requests.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
});

test("a choice that the API refuses is reported, and holds no longer", async () => {
  const page = visit();
  await loaded(page);
  api.failNext("PUT /member/:id/preferences", 422, { message: "Unknown language" });
  page.choose("ms");

  await waitFor(() => expect(refused.map(({ message }) => message)).toEqual(["Unknown language"]));
  await waitFor(() => expect(page.language()?.selectedLanguage).toBe("en"));
  expect(waiting()).toBeNull();
});

test("what is saved in a form goes before a choice that still waits", async () => {
  const page = visit();
  await loaded(page);
  act(() => void window.dispatchEvent(new Event("offline")));
  page.choose("ms");
  await act(() =>
    page.result.current.save.mutateAsync({
      language: { ...DEFAULT_PREFERENCES.language, selectedLanguage: "zh" },
    }),
  );
  act(() => void window.dispatchEvent(new Event("online")));
  await act(async () => {});

  expect(waiting()).toBeNull();
  expect(saved()).toBe("zh");
  expect(page.language()?.selectedLanguage).toBe("zh");
});

test("a choice is its member's: another sees and sends nothing of it, and a sign-out takes it along", async () => {
  const page = visit();
  await loaded(page);
  act(() => void window.dispatchEvent(new Event("offline")));
  page.choose("ms");
  act(() => signedInAs(api, api.world.members[1]!));
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(page.language()?.selectedLanguage).toBe("en"));
  expect(api.requests.filter((call) => call.startsWith("PUT"))).toEqual([]);

  page.choose("zh");
  await act(() => session.end());
  expect(waiting()).toBeNull();
});
