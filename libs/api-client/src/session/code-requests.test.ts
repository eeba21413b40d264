import { expect, test, vi } from "vitest";

import { codeRequests, setRequestId } from "./code-requests.ts";

test("a page that was loaded again goes on with the request of a code that still counts", async () => {
  const number = { callingCodeId: 1, callingCode: "60", mobileNumber: "133333333" };
  setRequestId("sign-in", number, "kept-1");
  const now = Date.now();
  codeRequests.keep("sign-in", { ...number, expiresAt: now + 60_000, resendAt: now + 30_000 });
  codeRequests.setDialog("sign-in");

  vi.resetModules();
  const reloaded = await import("./code-requests.ts");

  expect(reloaded.codeRequests.dialog()).toBe("sign-in");
  expect(reloaded.codeRequests.newest("sign-in")).toMatchObject(number);
  expect(reloaded.requestIdHeaders("sign-in", number)).toEqual({ "x-otp-request": "kept-1" });
});

test("a request is kept until its code has expired or been used, and a wait until it is over", () => {
  vi.useFakeTimers();
  const number = { callingCodeId: 1, callingCode: "60", mobileNumber: "144444444" };
  const now = Date.now();
  codeRequests.keep("registration", { ...number, expiresAt: now + 2000, resendAt: now + 3000 });
  codeRequests.setDialog("registration");

  expect(codeRequests.newest("sign-in")).toBeNull();
  vi.advanceTimersByTime(1999);
  expect(codeRequests.dialog()).toBe("registration");
  vi.advanceTimersByTime(1);
  expect(codeRequests.newest("registration")).toBeNull();
  expect(codeRequests.dialog()).toBeNull();
  expect(codeRequests.find("registration", number)).not.toBeNull();
  vi.advanceTimersByTime(1000);
  expect(codeRequests.find("registration", number)).toBeNull();

  codeRequests.keep("sign-in", { ...number, expiresAt: now + 9000, resendAt: 0 });
  codeRequests.drop("sign-in", number);
  expect(sessionStorage.getItem("codeRequests")).toBeNull();
  vi.useRealTimers();
});

test.each(["nonsense", "{}", "null"])(
  "what somebody else stored there is nothing: %s",
  (stored) => {
    sessionStorage.setItem("codeRequests", stored);
    expect(codeRequests.newest("sign-in")).toBeNull();
  },
);
