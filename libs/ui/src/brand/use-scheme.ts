import { chooseScheme } from "./look-store.ts";
import type { Scheme } from "./look.ts";
import { useLook } from "./use-look.ts";

/** The chosen colour scheme, and how to choose another. */
export function useScheme(): { scheme: Scheme; chooseScheme: typeof chooseScheme } {
  return { scheme: useLook().scheme, chooseScheme };
}
