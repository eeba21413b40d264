import { createExternalStore } from "@loyalty/api-client/store";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { lazy, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { toast as SonnerToast, Toaster as SonnerType } from "sonner";

import { componentTexts } from "../texts.ts";
import { LazyBoundary } from "./lazy-boundary.tsx";
import styles from "./toast.module.css";
import textStyles from "./text.module.css";

/** How long a toast stays, in seconds: 3, 4 or 5 as the specs say for each (spec 000 §9); 8 where a page has just changed. */
export type ToastSeconds = 3 | 4 | 5 | 8;

interface Toast {
  kind: "success" | "error" | "info";
  message: string;
  seconds: ToastSeconds;
}

// What the toaster has yet to show, and how many components want toasts at the bottom of the screen.
const pending = createExternalStore<readonly Toast[]>([]);
const bottomRequests = createExternalStore(0);

/** Shows a message in passing. What must be read to go on belongs into the page, beside what it is about. */
export function showToast(kind: Toast["kind"], message: string, seconds: ToastSeconds = 3): void {
  pending.set([...pending.getSnapshot(), { kind, message, seconds }]);
}

let shownFailures: (string | number)[] = [];
let dismiss: (id: string | number) => void = () => {};

/** Takes away the failures that are still shown, because what failed has been done since. */
export function dismissFailures(): void {
  pending.set(pending.getSnapshot().filter(({ kind }) => kind !== "error"));
  shownFailures.forEach(dismiss);
  shownFailures = [];
}

/** Keeps toasts at the bottom while what stands at the top of the screen has to be read or scanned. */
export function useToastsAtBottom(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    bottomRequests.set(bottomRequests.getSnapshot() + 1);
    return () => bottomRequests.set(bottomRequests.getSnapshot() - 1);
  }, [isActive]);
}

const SonnerToaster = lazy(async () => {
  const { Toaster: Sonner, toast } = await import("sonner");
  return { default: () => <ToastList Sonner={Sonner} toast={toast} /> };
});

const INTERACTIONS = ["pointerdown", "keydown"] as const;

/** Where toasts appear; rendered once an app. Its library is loaded at the first interaction, or for the first toast. */
export function Toaster() {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const load = () => startTransition(() => setIsLoaded(true));
    if (pending.getSnapshot().length > 0) load();
    const unsubscribe = pending.subscribe(load);
    for (const kind of INTERACTIONS) addEventListener(kind, load, { once: true, passive: true });
    return () => {
      unsubscribe();
      for (const kind of INTERACTIONS) removeEventListener(kind, load);
    };
  }, []);
  return (
    isLoaded && (
      <LazyBoundary>
        <SonnerToaster />
      </LazyBoundary>
    )
  );
}

const icons = {
  success: <CircleCheck aria-hidden="true" size={20} className={textStyles.success} />,
  error: <CircleAlert aria-hidden="true" size={20} className={textStyles.danger} />,
  info: <Info aria-hidden="true" size={20} className={textStyles.primary} />,
};

/** Above the foot of a dialog: its large button and the space around it. */
const ABOVE_THE_BUTTON = "calc(var(--safe-b) + 3.25rem + var(--s-4) + var(--s-5))";
/** At the foot of a long form, whose button stands above its last lines. */
const AT_THE_FOOT = "calc(var(--safe-b) + var(--s-3))";

function ToastList({ Sonner, toast }: { Sonner: typeof SonnerType; toast: typeof SonnerToast }) {
  const { t } = useTranslation(componentTexts);
  const waiting = useSyncExternalStore(pending.subscribe, pending.getSnapshot);
  const isAtBottom = useSyncExternalStore(bottomRequests.subscribe, bottomRequests.getSnapshot) > 0;

  useEffect(() => {
    // Not from the render: strict mode runs this twice, and nothing is shown twice.
    if (pending.getSnapshot().length === 0) return;
    for (const { kind, message, seconds } of pending.getSnapshot()) {
      // Shown beside a dialog, it keeps its place when that closes.
      const position = !isAtBottom && coversDialogHead() ? "bottom-center" : undefined;
      const id = toast[kind](message, { duration: seconds * 1000, position });
      if (kind === "error") shownFailures.push(id);
    }
    dismiss = toast.dismiss;
    pending.set([]);
  }, [waiting, isAtBottom, toast]);

  const bottom = isAtBottom ? ABOVE_THE_BUTTON : AT_THE_FOOT;
  return (
    <Sonner
      position={isAtBottom ? "bottom-center" : "top-center"}
      // Each of our languages runs so. Without it the library asks for the page's style at each render.
      dir="ltr"
      containerAriaLabel={t("notifications")}
      icons={icons}
      offset={{ top: "calc(var(--safe-t) + var(--s-4))", bottom }}
      mobileOffset={{ top: "calc(var(--safe-t) + var(--s-3))", bottom }}
      toastOptions={{ unstyled: true, classNames: { toast: styles.toast } }}
    />
  );
}

/** The height in px that a toast of three lines takes at the top of the window, with its distance from the edge. */
const TOAST_HEIGHT = 112;

/**
 * Whether an open dialog reaches so far up that a toast at the top would cover its title and close button. A low one, as
 * a sheet on a phone, leaves the top free, and a toast above its foot would cover stacked buttons.
 */
function coversDialogHead(): boolean {
  const dialogs = document.querySelectorAll(
    ":is([role=dialog],[role=alertdialog])[data-state=open]",
  );
  return [...dialogs].some((dialog) => dialog.getBoundingClientRect().top < TOAST_HEIGHT);
}
