import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { isUnderDialog, useIsHeldOut } from "../dialog/open-dialogs.ts";
import { toastQueue, type Toast } from "./toast.ts";
import styles from "./toast.module.css";

const icons = {
  success: <CircleCheck aria-hidden="true" size={20} className={styles.success} />,
  error: <CircleAlert aria-hidden="true" size={20} className={styles.error} />,
  info: <Info aria-hidden="true" size={20} className={styles.info} />,
};

/** Over the foot of a dialog: its large button and the room around it. */
const ABOVE_THE_BUTTON = "calc(var(--safe-b) + 3.25rem + var(--s-4) + var(--s-5))";

/** The height in px that a toast of three lines takes at the top of the window, with its distance from the edge. */
const TOAST_HEIGHT = 112;

/** Whether an open dialog reaches so far up that a toast at the top would cover its title and close button. */
function reachesTheTop(): boolean {
  const dialogs = document.querySelectorAll(
    ":is([role=dialog],[role=alertdialog])[data-state=open]",
  );
  return [...dialogs].some((dialog) => dialog.getBoundingClientRect().top < TOAST_HEIGHT);
}

/** The toaster itself, loaded with the first toast. */
export default function ToastList({ waiting }: { waiting: readonly Toast[] }) {
  const t = useTexts(primitiveTexts);
  const isHeldOut = useIsHeldOut();

  useEffect(() => {
    // The queue itself and not what was passed: strict mode runs this twice, and nothing is said twice.
    for (const { kind, message, seconds } of toastQueue.read()) {
      // A low dialog, as a sheet on a phone, leaves the top free; above its foot a toast would cover stacked buttons.
      // Shown beside a dialog, it keeps its place when that closes.
      const position =
        isUnderDialog() && !isHeldOut && reachesTheTop() ? "bottom-center" : undefined;
      toast[kind](message, { duration: seconds * 1000, position });
    }
    if (toastQueue.read().length > 0) toastQueue.clear();
  }, [waiting, isHeldOut]);

  return (
    <Sonner
      // At the top lie a dialog's title and close button, and what a cashier reads and scans; above the button it covers
      // neither.
      position={isHeldOut ? "bottom-center" : "top-center"}
      // Each of our languages runs so. Unsaid, the browser would be asked for the page's style at each drawing.
      dir="ltr"
      containerAriaLabel={t("notifications")}
      icons={icons}
      offset={{ top: "calc(var(--safe-t) + var(--s-4))", bottom: ABOVE_THE_BUTTON }}
      mobileOffset={{ top: "calc(var(--safe-t) + var(--s-3))", bottom: ABOVE_THE_BUTTON }}
      toastOptions={{ unstyled: true, classNames: { toast: styles.toast, title: styles.message } }}
    />
  );
}
