import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { setLanguageSettings } from "@loyalty/ui/set-language";
import { storedLanguageSettings } from "@loyalty/ui/stored-language";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { FollowPreferences } from "./language.tsx";

let api: FakeApi;
serveFakeApi((fake) => (api = fake));

const visit = () =>
  render(
    <ApiProvider offlineVersion="1" client={createQueryClient({ retry: false })}>
      <FollowPreferences />
    </ApiProvider>,
  );
const asked = () => api.requests.filter((call) => call.endsWith("/preferences")).length;
const dates = () => storedLanguageSettings()?.dateFormat;

test("preferences kept from the last visit do not undo this browser's later choice; the API's answer does", async () => {
  const first = visit();
  await waitFor(() => expect(dates()).toBe("DD/MM/YYYY"));
  act(() => void dispatchEvent(new Event("pagehide")));
  first.unmount();

  // Chosen in another tab, which closed before this one opened.
  setLanguageSettings({ ...DEFAULT_PREFERENCES.language, dateFormat: "YYYY-MM-DD" });
  api.failNext("GET /member/:id/preferences", 503);
  const second = visit();
  await waitFor(() => expect(asked()).toBe(2));
  await act(async () => {});
  expect(dates()).toBe("YYYY-MM-DD");
  second.unmount();

  api.world.preferences[1] = {
    language: { ...DEFAULT_PREFERENCES.language, dateFormat: "DD MMM YYYY" },
  };
  visit();
  await waitFor(() => expect(dates()).toBe("DD MMM YYYY"));
});
