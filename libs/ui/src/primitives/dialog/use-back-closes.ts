import { useEffect, useLayoutEffect, useRef } from "react";

/** What TypeScript's own library does not describe yet: https://html.spec.whatwg.org/#close-watchers */
interface CloseWatcher extends EventTarget {
  destroy: () => void;
}
type WithCloseWatcher = Window & { CloseWatcher?: new () => CloseWatcher };

/**
 * The phone's Back closes what is open instead of leaving the page under it, in browsers that tell (CloseWatcher:
 * Chrome and what is built on it). Where a dialog must stay, Back does nothing.
 */
export function useBackCloses(onBack: () => void): void {
  const newest = useRef(onBack);
  useLayoutEffect(() => {
    newest.current = onBack;
  });
  useEffect(() => {
    const { CloseWatcher } = window as WithCloseWatcher;
    if (!CloseWatcher) return;
    let watcher: CloseWatcher;
    // One press uses a watcher up. What is open still then waits for the next.
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener("close", () => {
        watch();
        newest.current();
      });
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
