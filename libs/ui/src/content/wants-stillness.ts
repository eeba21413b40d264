/** Whether the reader asked for less motion: then nothing moves by itself. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
