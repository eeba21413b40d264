import { useEffect, useEffectEvent } from "react";

import { scannedBehind } from "../../components/scanned.ts";

/** A signed code has 156 signs. */
const MAX_SIGNS = 200;

/**
 * Takes what a hardware scanner types, which is a code and Enter, wherever the focus is, but for dialogs.
 *
 * @param state what the signs of a scan may change on their way, because they reach the focused field too
 * @param onScan is given the code, and `state` as it was before its first sign
 */
export function useScanner<State>(state: State, onScan: (text: string, before: State) => void) {
  const stateNow = useEffectEvent(() => state);
  const take = useEffectEvent(onScan);
  useEffect(() => {
    let typed: { sign: string; before: State }[] = [];
    const listen = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (target.closest('[role="dialog"], [role="alertdialog"]')) return;
      if (event.key === "Enter") {
        const text = scannedBehind(typed.map(({ sign }) => sign).join(""));
        const first = text && typed.at(-text.length);
        typed = [];
        // Nothing is pressed by a scan, or by a key that is held.
        if (first || event.repeat) event.preventDefault();
        if (!first) return;
        event.stopPropagation();
        take(text, first.before);
      } else if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
        if (event.key === " " && typed.length > 0 && target.closest("button"))
          event.preventDefault();
        typed = [...typed, { sign: event.key, before: stateNow() }].slice(-MAX_SIGNS);
      } else if (event.key !== "Shift") typed = [];
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
}
