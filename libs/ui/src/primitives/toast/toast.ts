/** How long a toast stays, in seconds: 3, 4 or 5 as the specs say for each (spec 000 §9); 8 where a page has just changed. */
export type ToastSeconds = 3 | 4 | 5 | 8;

export interface Toast {
  kind: "success" | "error" | "info";
  message: string;
  seconds: ToastSeconds;
}

let waiting: readonly Toast[] = [];
const listeners = new Set<() => void>();

function tell(next: readonly Toast[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/**
 * Says something in passing. What must be read to go on belongs into the page, beside what it is about.
 * The toaster is loaded with the first toast.
 */
export function showToast(kind: Toast["kind"], message: string, seconds: ToastSeconds = 3): void {
  tell([...waiting, { kind, message, seconds }]);
}

/** The toasts that nobody has shown yet, for the toaster alone. */
export const toastQueue = {
  read: () => waiting,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  clear: () => tell([]),
};
