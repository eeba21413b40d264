import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { Camera } from "./camera.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

function withCamera(getUserMedia: () => Promise<unknown>) {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
}

test("a camera whose codes cannot be read is stopped, and is not called missing", async () => {
  const stop = vi.fn();
  withCamera(async () => ({ getTracks: () => [{ stop }] }));
  class BrokenDetector {
    static getSupportedFormats = async () => ["qr_code"];
    constructor() {
      throw new TypeError("The detector cannot be loaded.");
    }
  }
  vi.stubGlobal("BarcodeDetector", BrokenDetector);
  render(<Camera onFound={() => {}} />);
  expect(await screen.findByRole("status")).toHaveTextContent("The camera works");
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  ["NotAllowedError", "The camera is not allowed."],
  ["NotFoundError", "There is no camera to use."],
])("%s: %s", async (name, sentence) => {
  withCamera(() => Promise.reject(new DOMException("", name)));
  render(<Camera onFound={() => {}} />);
  expect(await screen.findByRole("status")).toHaveTextContent(sentence);
});
