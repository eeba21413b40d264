import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { toastQueue, type Toast } from "./toast.ts";
import styles from "./toast.module.css";

const icons = {
  success: <CircleCheck aria-hidden="true" size={20} className={styles.success} />,
  error: <CircleAlert aria-hidden="true" size={20} className={styles.error} />,
  info: <Info aria-hidden="true" size={20} className={styles.info} />,
};

/** The toaster itself, loaded with the first toast. */
export default function ToastList({ waiting }: { waiting: readonly Toast[] }) {
  const t = useTexts(primitiveTexts);

  useEffect(() => {
    // The queue itself and not what was passed: strict mode runs this twice, and nothing is said twice.
    for (const { kind, message, seconds } of toastQueue.read()) {
      toast[kind](message, { duration: seconds * 1000 });
    }
    if (toastQueue.read().length > 0) toastQueue.clear();
  }, [waiting]);

  return (
    <Sonner
      position="top-center"
      containerAriaLabel={t("notifications")}
      icons={icons}
      offset={{ top: "calc(var(--safe-t) + var(--s-4))" }}
      mobileOffset={{ top: "calc(var(--safe-t) + var(--s-3))" }}
      toastOptions={{ unstyled: true, classNames: { toast: styles.toast, title: styles.message } }}
    />
  );
}
