import { lazy, useEffect, useState, useSyncExternalStore } from "react";

import { Late } from "../late/late.tsx";
import { PlainToasts } from "./plain-toasts.tsx";
import { toastQueue, type Toast } from "./toast.ts";

const ToastList = lazy(() => import("./toast-list.tsx"));
const nothing: readonly Toast[] = [];

/** Where toasts appear; rendered once an app. It costs nothing until the first toast. */
export function Toaster() {
  const waiting = useSyncExternalStore(toastQueue.subscribe, toastQueue.read, () => nothing);
  const [needed, setNeeded] = useState(false);

  useEffect(() => {
    if (waiting.length > 0) setNeeded(true);
  }, [waiting]);

  return needed ? (
    <Late instead={<PlainToasts waiting={waiting} />}>
      <ToastList waiting={waiting} />
    </Late>
  ) : null;
}
