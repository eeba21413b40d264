/**
 * Back for what lies over the page, in browsers without CloseWatcher (Safari, Firefox): while something is open, an entry of
 * the history stands for it, which Back uses up. The router does not see these steps.
 */

const open: (() => void)[] = [];
let hasEntry = false;
/** That entry is being removed, because nothing is open any more. */
let isRemoving = false;
let isListening = false;

const isOurs = (state: unknown) => (state as { isOverlay?: boolean } | null)?.isOverlay === true;

/** @returns how to stop */
export function onHistoryBack(goBack: () => void): () => void {
  if (!isListening) addEventListener("popstate", onPopState, { capture: true });
  isListening = true;
  open.push(goBack);
  settle();
  return () => {
    open.splice(open.indexOf(goBack), 1);
    // One dialog may give way to another.
    setTimeout(settle);
  };
}

function onPopState(event: PopStateEvent) {
  if (!hasEntry || isOurs(event.state)) return;
  hasEntry = false;
  event.stopImmediatePropagation();
  if (!isRemoving) open.at(-1)?.();
  isRemoving = false;
  setTimeout(settle);
}

function settle() {
  if (isRemoving) return;
  // A link was followed: what was open belongs to the page before.
  if (hasEntry && !isOurs(history.state)) hasEntry = false;
  if (open.length > 0 && !hasEntry) {
    history.pushState({ ...(history.state as object | null), isOverlay: true }, "");
    hasEntry = true;
  } else if (open.length === 0 && hasEntry) {
    isRemoving = true;
    history.back();
  }
}
