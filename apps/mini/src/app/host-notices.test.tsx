import { tokenStore } from "@loyalty/api-client/session";
import { i18n } from "@loyalty/ui/i18n";
import { act, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, expect, test } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import malay from "../texts/ms/hosts.json";
import { HostNotices } from "./arrival.tsx";
import { hosts } from "./start-session.ts";

const app = setUpMemberApp();

afterEach(async () => {
  hosts.forgetLink();
  await act(() => i18n.changeLanguage("en"));
  i18n.removeResourceBundle("ms", "hosts");
});

test("a super-app that signs nobody in is said once, whatever language is chosen afterwards", async () => {
  app.serve(http.post("*/api/host/chat/start", () => HttpResponse.json({}, { status: 404 })));
  tokenStore.hostOpening.write({ kind: "start", name: "chat" });
  i18n.addResourceBundle("ms", "hosts", malay);
  app.open("/dashboard", "/dashboard", HostNotices);
  tokenStore.token.clear();

  await act(() => hosts.arrive());
  expect(await screen.findAllByText(/^You could not be signed in by the app/)).toHaveLength(1);

  await act(() => i18n.changeLanguage("ms"));
  expect(screen.queryByText(new RegExp(malay.someHost))).toBeNull();
});
