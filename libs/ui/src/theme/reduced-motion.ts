/** Whether the device asks for less motion; yes where it cannot say. Asked for at each movement, for it may change. */
export const prefersReducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
