import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { maskedNumber, useWebOtp } from "./one-time-code.tsx";
import { codeDeadline, useCountdown } from "./use-code-request.ts";

describe("the countdown", () => {
  const NOW = Date.parse("2026-03-01T10:00:00Z");
  const secondsAfterNow = (expiredAt?: string | null) =>
    (codeDeadline(expiredAt, NOW) - NOW) / 1000;

  test.each([
    ["expiredAt of the server", "2026-03-01T10:01:30Z", 90],
    ["120 s when the server names no end", undefined, 120],
    ["120 s when the end cannot be read", "soon", 120],
    ["120 s when this clock is ahead and the code looks dead", "2026-03-01T09:58:00Z", 120],
    [
      "120 s when this clock is behind and the code looks good for hours",
      "2026-03-01T12:00:00Z",
      120,
    ],
  ])("a code ends by %s", (_, expiredAt, seconds) => {
    expect(secondsAfterNow(expiredAt)).toBe(seconds);
  });

  test("a number is shown with its middle hidden", () => {
    expect(maskedNumber("60", "123456789")).toBe("+60 12-•••• 789");
    expect(maskedNumber("65", "8123 4567")).toBe("+65 81-•••• 567");
  });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("it counts whole seconds down to nothing", () => {
    const { result } = renderHook(useCountdown);
    act(() => result.current.startUntil(Date.now() + 3000));
    expect(result.current.secondsLeft).toBe(3);
    act(() => vi.advanceTimersByTime(1000));
    expect(result.current.secondsLeft).toBe(2);
    act(() => vi.advanceTimersByTime(2000));
    expect(result.current).toMatchObject({ secondsLeft: 0, totalSeconds: 3 });
  });

  test("a phone that slept shows what is really left", () => {
    const { result } = renderHook(useCountdown);
    act(() => result.current.startUntil(Date.now() + 120_000));
    act(() => {
      vi.setSystemTime(Date.now() + 90_000);
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(result.current.secondsLeft).toBe(30);
  });

  test("a stopped countdown is gone", () => {
    const { result } = renderHook(useCountdown);
    act(() => result.current.startUntil(Date.now() + 3000));
    act(() => result.current.startUntil(0));
    expect(result.current).toMatchObject({ secondsLeft: 0, totalSeconds: 0 });
  });
});

describe("a code in a text message", () => {
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
});
