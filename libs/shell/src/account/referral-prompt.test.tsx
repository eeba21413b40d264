import { pendingReferral, session } from "@loyalty/api-client/session";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { closeDialog, openDialog, openedDialog } from "./dialogs.ts";
import { useReferralPrompt } from "./referral-prompt.ts";
import { setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();
const newcomer = () => app.api.world.members[1]!;

beforeEach(() => {
  app.api.world.firstLogins.add(2);
});

test("a new member's first login asks who invited them", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, newcomer()));
  expect(openedDialog()?.name).toBe("referral-code");
});

test("it asks once", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, newcomer()));
  act(() => closeDialog());
  act(() => signedInAs(app.api, newcomer()));
  expect(openedDialog()).toBeNull();
});

test("a page that is loaded again under the dialog asks again", () => {
  const { unmount } = renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, newcomer()));
  unmount();
  act(() => closeDialog());
  act(() => session.restore());
  renderHook(useReferralPrompt);
  expect(openedDialog()?.name).toBe("referral-code");
});

test("later logins ask nothing", () => {
  app.api.world.firstLogins.clear();
  renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, newcomer()));
  expect(openedDialog()).toBeNull();
});

test("it does not ask while a referral code is pending", () => {
  pendingReferral.write("AISYAH20");
  renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, newcomer()));
  expect(openedDialog()).toBeNull();
});

test("it does not ask a member who gave a code when joining", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(app.api, { ...newcomer(), referrerId: 1 }));
  expect(openedDialog()).toBeNull();
});

test("it waits until the dialog that is open is closed", () => {
  renderHook(useReferralPrompt);
  act(() => void openDialog("legal", { document: "terms" }));
  act(() => signedInAs(app.api, newcomer()));
  expect(openedDialog()?.name).toBe("legal");
  expect(session.getSnapshot()).toMatchObject({ isFirstLogin: true });
  act(() => closeDialog());
  expect(openedDialog()?.name).toBe("referral-code");
});
