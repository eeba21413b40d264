import { useOnChange } from "@loyalty/api-client/react/queries.ts";
import { dismissFailures, Toaster } from "@loyalty/ui/primitives/toast.tsx";

/** Where toasts appear. What failed is not shown any more once a change was taken. */
export function MemberToaster() {
  useOnChange(dismissFailures);
  return <Toaster />;
}
