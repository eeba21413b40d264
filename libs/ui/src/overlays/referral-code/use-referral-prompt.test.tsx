import { session } from "@loyalty/api-client";
import { signedInAs } from "@loyalty/api-client/testing";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { closeOverlay, openedOverlay, openOverlay } from "../overlays.ts";
import { setUpStage } from "../testing/overlay-stage.tsx";
import { pendingReferral } from "./pending-referral.ts";
import { useReferralPrompt } from "./use-referral-prompt.ts";

const stage = setUpStage();
const newcomer = () => stage.api.world.members[1]!;

beforeEach(() => {
  stage.api.world.firstLogins.add(2);
});

test("a new member's first login asks who invited them", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, newcomer()));
  expect(openedOverlay()?.name).toBe("referral-code");
});

test("it asks once", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, newcomer()));
  act(() => closeOverlay());
  act(() => signedInAs(stage.api, newcomer()));
  expect(openedOverlay()).toBeNull();
});

test("a page that is loaded again under the dialog asks again", () => {
  const { unmount } = renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, newcomer()));
  unmount();
  act(() => closeOverlay());
  act(() => session.restore());
  renderHook(useReferralPrompt);
  expect(openedOverlay()?.name).toBe("referral-code");
});

test("later logins ask nothing", () => {
  stage.api.world.firstLogins.clear();
  renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, newcomer()));
  expect(openedOverlay()).toBeNull();
});

test("it does not ask while a referral code is pending", () => {
  pendingReferral.write("AISYAH20");
  renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, newcomer()));
  expect(openedOverlay()).toBeNull();
});

test("it does not ask whoever said so when joining", () => {
  renderHook(useReferralPrompt);
  act(() => signedInAs(stage.api, { ...newcomer(), referrerId: 1 }));
  expect(openedOverlay()).toBeNull();
});

test("it waits until the dialog that is open is closed", () => {
  renderHook(useReferralPrompt);
  act(() => void openOverlay("legal", { document: "terms" }));
  act(() => signedInAs(stage.api, newcomer()));
  expect(openedOverlay()?.name).toBe("legal");
  expect(session.getSnapshot()).toMatchObject({ isFirstLogin: true });
  act(() => closeOverlay());
  expect(openedOverlay()?.name).toBe("referral-code");
});
