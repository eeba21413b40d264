import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useWebOtp } from "./use-web-otp.ts";

let answer: (credential: { code: string }) => void;
let asked: CredentialRequestOptions[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("OTPCredential", class {});
  vi.stubGlobal("navigator", {
    ...navigator,
    credentials: {
      get: (options: CredentialRequestOptions) => {
        asked.push(options);
        return new Promise((resolve, reject) => {
          answer = resolve as typeof answer;
          options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
        });
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a code that arrives by text message is taken", async () => {
  const onCode = vi.fn();
  renderHook(() => useWebOtp(true, onCode));
  answer({ code: "123456" });
  await waitFor(() => expect(onCode).toHaveBeenCalledWith("123456"));
});

test("it stops listening when the step ends", () => {
  const { rerender } = renderHook(({ on }) => useWebOtp(on, vi.fn()), {
    initialProps: { on: true },
  });
  rerender({ on: false });
  expect(asked[0]?.signal?.aborted).toBe(true);
});

test("it stops listening when the dialog is closed", () => {
  renderHook(() => useWebOtp(true, vi.fn())).unmount();
  expect(asked[0]?.signal?.aborted).toBe(true);
});

test("a browser without WebOTP is asked for nothing", () => {
  Reflect.deleteProperty(window, "OTPCredential");
  renderHook(() => useWebOtp(true, vi.fn()));
  expect(asked).toEqual([]);
});
