import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import { type RefCallback, useCallback } from "react";

/** A phone is held at about this angle, in degrees; this far from it the card is at its limit. */
const HELD_AT = 40;
const LIMIT = 30;

const limited = (part: number) => Math.min(0.5, Math.max(-0.5, part)).toFixed(3);

let asked = false;

/** iPhones ask the user, once and only after a tap, whether a page may know how they are held. Refused, cards lie flat. */
export function requestTilt(): void {
  if (asked || !("DeviceOrientationEvent" in window) || prefersReducedMotion()) return;
  const sensor: typeof DeviceOrientationEvent & { requestPermission?: () => Promise<string> } =
    DeviceOrientationEvent;
  asked = true;
  sensor.requestPermission?.().catch(() => {});
}

/**
 * How a card leans, by the pointer over it and by the phone in the hand: `--tilt-x` and `--tilt-y` on the element, from
 * -0.5 to 0.5. Where less motion is preferred, they are not set.
 */
export function useTilt<Tag extends HTMLElement>(): RefCallback<Tag> {
  // Not an effect: the element may come later than its component, as in a dialog.
  return useCallback((element: Tag) => {
    function lean(x: number, y: number) {
      if (prefersReducedMotion()) return;
      element.style.setProperty("--tilt-x", limited(x));
      element.style.setProperty("--tilt-y", limited(y));
    }
    function follow({ clientX, clientY }: PointerEvent) {
      const { left, top, width, height } = element.getBoundingClientRect();
      lean((clientX - left) / width - 0.5, (clientY - top) / height - 0.5);
    }
    function level() {
      element.style.removeProperty("--tilt-x");
      element.style.removeProperty("--tilt-y");
    }
    function turned({ beta, gamma }: DeviceOrientationEvent) {
      if (beta === null || gamma === null) return;
      lean(gamma / LIMIT / 2, (beta - HELD_AT) / LIMIT / 2);
    }
    element.addEventListener("pointermove", follow);
    element.addEventListener("pointerleave", level);
    window.addEventListener("deviceorientation", turned);
    return () => {
      element.removeEventListener("pointermove", follow);
      element.removeEventListener("pointerleave", level);
      window.removeEventListener("deviceorientation", turned);
    };
  }, []);
}
